import { MnemeError } from '@mneme/core/contract';
import type { Row } from '../rows/rows.ts';

/** `what`: the memory, document or part of the store, as a subject. */
export function damaged(what: string, cause?: unknown): MnemeError {
  return new MnemeError(
    'damaged',
    `${what} is damaged in the store: what is stored is not what was written. Restore it from a backup, or delete it and store it again; mneme db doctor finds all that is damaged`,
    { cause },
  );
}

const names: Readonly<Record<string, (row: Row) => string>> = {
  records: ({ id }) => `the memory ${id}`,
  documents: ({ id }) => `the document ${id}`,
  versions: ({ id }) => `the version ${id}`,
  stores: ({ id }) => `the document store ${id}`,
  vectors: ({ number }) => `a vector (number ${number})`,
  chunks: ({ number }) => `a passage (number ${number})`,
  scopes: ({ scope }) => (scope === '' ? `the store's own row` : `the scope ${scope}`),
  audit: lineName,
  meta: () => `what the store knows of itself`,
};

/** A row of a table, as a subject. */
export function nameOf(table: string, row: Row): string {
  return names[table]?.(row) ?? `a row of ${table}`;
}

function lineName({ scope, number }: Row): string {
  return scope === '' ? `audit line ${number}` : `audit line ${number} of the scope ${scope}`;
}
