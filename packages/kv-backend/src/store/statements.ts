import type { Statement } from '../drivers/index.ts';

/** The part of a connection that makes its own tables. */
export interface Statements {
  readonly path: string;
  statement<T = unknown>(sql: string): Statement<T>;
  column<T>(sql: string): Statement<T>;
  read<T>(work: () => T): T;
}

/** Few, because a version of a document may have megabytes. */
const rowsAtOnce = 16;

/**
 * All rows of a query, some at a time. It selects `place`, takes the place of the row before as its last parameter, and is
 * ordered by it.
 */
export function* everyRow<Row>(
  source: Pick<Statements, 'statement'>,
  sql: string,
): Generator<Row & { place: number }> {
  const page = source.statement<Row & { place: number }>(`${sql} LIMIT ${rowsAtOnce}`);
  for (let after = 0n; ; ) {
    const rows = page.all(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield* rows;
    after = BigInt(last.place);
  }
}
