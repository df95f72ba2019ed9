import { assertCell, assertScope, columnOf, invalid, isScoped, tableOf } from './assert-cells.ts';
import type { Batch, Cell, Row, RowPatch, Table, Tables } from './rows.ts';

/** Rejects a batch that is not as {@link Rows.write} describes it. */
export function assertBatch(
  batch: Batch,
  { tables, scope }: { tables: Tables; scope: string | undefined },
): void {
  const { expect = [], remove = {}, put = {}, patch = [] } = batch;
  const assertKey = (table: string, key: readonly Cell[], field: string) => {
    const of = tableOf(tables, table, field);
    if (isScoped(of)) assertScope(scope, key[0], { field, table, columns: of.key });
    if (key.length > of.key.length)
      throw invalid(field, `has ${key.length} values: the key is ${of.key.join(', ')}`);
    for (const [at, value] of key.entries())
      assertKeyCell(value, of, { column: of.key[at] as string, field: `${field}[${at}]` });
    return of;
  };
  const assertWholeKey = (table: string, key: readonly Cell[], field: string) => {
    const of = assertKey(table, key, field);
    if (key.length < of.key.length)
      throw invalid(field, `is no whole key: it is ${of.key.join(', ')}`);
    return of;
  };
  for (const [at, { table, key, column, value }] of expect.entries()) {
    const of = assertWholeKey(table, key, `expect[${at}].key`);
    const { type } = columnOf(of, column, `expect[${at}].column`);
    if (value !== undefined) assertCell(value, type, `expect[${at}].value`);
  }
  for (const [table, lists] of Object.entries(remove)) {
    tableOf(tables, table, 'remove');
    for (const [at, list] of lists.entries()) {
      const field = `remove.${table}[${at}]`;
      assertKey(table, list, field);
      if (list.length !== lists[0]?.length) throw invalid(field, 'has another length than [0]');
    }
  }
  for (const [table, rows] of Object.entries(put)) {
    const of = tableOf(tables, table, 'put');
    for (const [at, row] of rows.entries()) {
      const field = `put.${table}[${at}]`;
      if (isScoped(of)) assertScope(scope, row.scope, { field, table, columns: of.key });
      assertRow(row, of, field);
      for (const column of of.key) if (row[column] == null) throw missing(`${field}.${column}`);
    }
  }
  for (const [at, change] of patch.entries())
    assertPatch(
      change,
      assertWholeKey(change.table, change.key, `patch[${at}].key`),
      `patch[${at}]`,
    );
}

const missing = (field: string) => invalid(field, 'is null: give each column of the key a value');

function assertKeyCell(
  value: Cell,
  table: Table,
  { column, field }: { column: string; field: string },
): void {
  if (value == null) throw missing(field);
  assertCell(value, columnOf(table, column, field).type, field);
}

function assertRow(row: Row, table: Table, field: string): void {
  for (const column in row)
    assertCell(row[column] ?? null, columnOf(table, column, field).type, `${field}.${column}`);
}

function assertPatch({ set = {}, add = {} }: RowPatch, table: Table, field: string): void {
  const changed = [...Object.keys(set), ...Object.keys(add)];
  if (changed.length === 0) throw invalid(field, 'changes nothing: leave it out');
  for (const [at, column] of changed.entries()) {
    if (table.key.includes(column))
      throw invalid(field, `changes ${column} of the key: remove and put the row`);
    if (changed.indexOf(column) !== at) throw invalid(field, `sets ${column} and adds to it`);
  }
  assertRow(set, table, `${field}.set`);
  for (const [column, by] of Object.entries(add)) {
    const { type, kept } = columnOf(table, column, `${field}.add`);
    if (type !== 'integer' && type !== 'real')
      throw invalid(`${field}.add.${column}`, `is of type ${type}: set it`);
    if (kept !== 'plain') throw invalid(`${field}.add.${column}`, `is ${kept}: set it`);
    if (by === null) throw invalid(`${field}.add.${column}`, 'is null: give a number');
    assertCell(by, type, `${field}.add.${column}`);
  }
}
