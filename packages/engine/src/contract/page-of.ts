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
