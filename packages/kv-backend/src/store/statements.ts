import type { Statement } from '../drivers/index.ts';

/** The part of a connection that makes its own tables. */
export interface Statements {
  readonly path: string;
  statement<T = unknown>(sql: string): Statement<T>;
  column<T>(sql: string): Statement<T>;
  read<T>(work: () => T): T;
}
