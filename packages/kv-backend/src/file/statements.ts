import type { Statement } from '../drivers/index.ts';
import { damaged } from './errors.ts';
import type { FileSchema } from './file-schema.ts';

/** The part of a connection that makes its own tables. */
export interface Statements {
  readonly path: string;
  readonly schema: FileSchema;
  statement<T = unknown>(sql: string): Statement<T>;
  column<T>(sql: string): Statement<T>;
  read<T>(work: () => T): T;
}

/** Few, because a version of a document may have megabytes. */
const rowsAtOnce = 16;

/**
 * All rows of a query, some at a time. It selects `place`, takes the place of the row before as its last parameter, and is
 * ordered by it. `after`: the place before the first row.
 */
export function* everyRow<Row>(
  source: Pick<Statements, 'path' | 'statement'>,
  sql: string,
  { parameters = [], after = 0 }: { parameters?: readonly unknown[]; after?: number } = {},
): Generator<Row & { place: number }> {
  const page = source.statement<Row & { place: number }>(`${sql} LIMIT ${rowsAtOnce}`);
  for (let place = BigInt(after); ; ) {
    const rows = page.all(...parameters, place);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield* rows;
    const next = BigInt(last.place);
    // Numbers over 2^53 are read rounded, and Mneme gives none.
    if (next <= place) throw damaged(`row ${last.place} of ${source.path}`);
    place = next;
  }
}
