import type { Statement } from '../drivers/index.ts';

/** What a connection offers to those that it needs itself to make its tables. */
export interface Statements {
  readonly path: string;
  statement<T = unknown>(sql: string): Statement<T>;
  column<T>(sql: string): Statement<T>;
  read<T>(work: () => T): T;
}
