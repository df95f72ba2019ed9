import { MnemeError } from '@mneme/core/contract';
import type { Cell, Column, Table, Tables } from './rows.ts';

/** Values for columns in a call: where they are in it, for the message, and which columns. */
export interface Place {
  /** As a path: `put.records[3]`. */
  field: string;
  table: string;
  columns: readonly string[];
}

export const invalid = (field: string, problem: string) =>
  new MnemeError('invalid_input', [{ field, problem }]);

export function tableOf(tables: Tables, name: string, field: string): Table {
  if (Object.hasOwn(tables, name)) return tables[name] as Table;
  throw invalid(field, `is ${name}: the tables are ${Object.keys(tables).join(', ')}`);
}

export function columnOf({ columns }: Table, name: string, field: string): Column {
  if (Object.hasOwn(columns, name)) return columns[name] as Column;
  throw invalid(field, `is ${name}: the columns are ${Object.keys(columns).join(', ')}`);
}

/** Whether each row of the table belongs to a scope. */
export const isScoped = ({ key }: Table) => key[0] === 'scope';

/** Rejects values that belong to another scope than the only allowed one. */
export function assertScope(
  scope: string | undefined,
  first: Cell | undefined,
  { field, table, columns }: Place,
): void {
  if (scope === undefined || (columns[0] === 'scope' && first === scope)) return;
  throw invalid(field, `does not begin with ${scope}, the only scope of this call, in ${table}`);
}

/** Rejects a value that does not fit the type of its column. */
export function assertCell(value: Cell, type: Column['type'], field: string): void {
  if (value === null) return;
  const problem = problemOf[type](value);
  if (problem !== undefined) throw invalid(field, problem);
}

const problemOf: Record<Column['type'], (value: Cell) => string | undefined> = {
  text(value) {
    if (typeof value !== 'string') return 'must be a text';
    if (value.includes('\0')) return 'has a NUL character: remove it';
    return value.isWellFormed() ? undefined : 'has a lone surrogate: give well-formed Unicode';
  },
  integer: (value) =>
    Number.isSafeInteger(value) ? undefined : `is ${value}: give an integer below 2^53`,
  real: (value) => (Number.isFinite(value) ? undefined : `is ${value}: give a finite number`),
  bytes: (value) => (value instanceof Uint8Array ? undefined : 'must be a Uint8Array'),
};
