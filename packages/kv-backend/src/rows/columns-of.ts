import type { Column, Question, Table, Tables } from '@mneme/store/rows';

/** The columns of an answer, in their order. */
export function columnsOf({ table, columns }: Question, tables: Tables): Table['columns'] {
  const all = (tables[table] as Table).columns;
  if (columns === undefined) return all;
  return Object.fromEntries(columns.map((column) => [column, all[column] as Column]));
}
