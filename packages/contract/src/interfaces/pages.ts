import { throwIfAborted } from './abort.ts';

/**
 * All pages of a list, one after the other. `read` answers the one at a cursor. Throws `aborted` before the next one once the
 * signal has fired.
 *
 * @example
 * for await (const { rows } of pages((cursor) => backend.scan({ scope, cursor, limit: 1000 }))) count += rows.length;
 */
export async function* pages<Page extends { nextCursor?: string }>(
  read: (cursor: string | undefined) => Promise<Page>,
  signal?: AbortSignal,
): AsyncGenerator<Page> {
  let cursor: string | undefined;
  do {
    throwIfAborted(signal);
    const page = await read(cursor);
    cursor = page.nextCursor;
    yield page;
  } while (cursor !== undefined);
}

/**
 * A page of rows. The caller reads one row more than `limit`, which tells whether another page follows. `encode` makes
 * the cursor of the last row of the page.
 * @example
 * const { page, ...next } = pageOf(rows, limit, ({ id }) => cursors.encode([id], [scope]));
 * return { records: page.map(toRecord), ...next };
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  encode: (last: Row) => string,
): { page: readonly Row[]; nextCursor?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return rows.length <= limit || last === undefined ? { page } : { page, nextCursor: encode(last) };
}

/** For a sort, by code units: the order is the same on every machine. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
