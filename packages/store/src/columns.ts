import type { Cell, Row } from './rows/rows.ts';

/** The columns of an object's fields. */
export type ColumnsOf<Of> = Readonly<Record<keyof Of & string, string>>;

/** A field that the object lacks is null. */
export function cellsOf<Of extends object>(columns: ColumnsOf<Of>, object: Of): Row {
  const cells = new Map<string, Cell>(Object.entries(object));
  return Object.fromEntries(
    Object.entries<string>(columns).map(([field, column]) => [column, cells.get(field) ?? null]),
  );
}

/** Without the fields that are null. */
export function objectOf<Of>(columns: ColumnsOf<Of>, row: Row): Of {
  const fields = Object.entries<string>(columns).map(([field, column]) => [field, row[column]]);
  return Object.fromEntries(fields.filter(([, cell]) => cell !== null)) as Of;
}
