/**
 * For tests of what is answered while a scope is still being read: the first page of its records is read at once, the
 * next one when `goOn` is called.
 * @template {import('../packages/store/src/index.ts').Rows} Kind
 * @param {Kind} rows it is changed
 * @returns {{ rows: Kind, goOn(): void }}
 */
export function heldRows(rows) {
  const { promise, resolve } = Promise.withResolvers();
  const read = rows.read.bind(rows);
  const isNextPage = ({ table, index, after = [] }) =>
    table === 'records' && index === 'by_number' && after[0] > 0;
  rows.read = async (...given) => {
    if (given[1].some(isNextPage)) await promise;
    return read(...given);
  };
  return { rows, goOn: () => resolve() };
}
