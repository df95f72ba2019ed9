import { type AnyRecord, isMemory, type MemoryRecord } from '@mneme/core/backend';
import { categoryOf, kindNumber } from '../index/heads.ts';
import type { Cell, Column, Row } from '../rows/rows.ts';

/** A field with a column of its own, which every store keeps as it is, to filter and sort by. */
interface OwnColumn {
  column: string;
  type: Column['type'];
  toCell(record: AnyRecord): Cell;
  /** Undefined: the record lacks the field. `row`, `known`: the whole row, and the fields before this one. */
  toField(cell: Cell, row: Row, known: Partial<Record<Field, unknown>>): unknown;
}

type Field = keyof MemoryRecord;

function own(field: Field, type: Column['type'], column: string = field): OwnColumn {
  return {
    column,
    type,
    toCell: (record) => (record[field] as Cell | undefined) ?? null,
    toField: (cell) => cell ?? undefined,
  };
}

/** Times are milliseconds in their columns. Most are that of `createdAt`, and making one costs more than comparing it. */
function time(field: Field, column: string): OwnColumn {
  return {
    column,
    type: 'integer',
    toCell(record) {
      const time = record[field] as string | undefined;
      return time === undefined ? null : millisecondsOf(time);
    },
    toField(cell, { created_at }, { createdAt }) {
      if (cell === null) return undefined;
      if (cell === created_at && createdAt !== undefined) return createdAt;
      return new Date(cell as number).toISOString();
    },
  };
}

let last = { text: '', time: Number.NaN };

/** Records that are written together have the same times. */
function millisecondsOf(text: string): number {
  if (text !== last.text) last = { text, time: Date.parse(text) };
  return last.time;
}

/**
 * Where each field of a record is kept, once: in a column of its own; `body`, the JSON of all such fields, which a store
 * may seal; `accesses`, the table of reads.
 */
export const fields = {
  id: own('id', 'text'),
  version: own('version', 'integer'),
  scope: own('scope', 'text'),
  content: 'body',
  kind: {
    column: 'family',
    type: 'text',
    toCell: (record) => (isMemory(record) ? record.kind : null),
    toField: (cell) => cell ?? 'session',
  },
  category: {
    column: 'kind',
    type: 'integer',
    toCell: (record) => (isMemory(record) ? kindNumber(record.category) : null),
    toField: (cell) => (cell === null ? undefined : categoryOf(cell as number)),
  },
  tags: 'body',
  importance: own('importance', 'integer'),
  createdAt: time('createdAt', 'created_at'),
  updatedAt: time('updatedAt', 'updated_at'),
  confirmedAt: time('confirmedAt', 'confirmed_at'),
  occurredAt: time('occurredAt', 'occurred_at'),
  expiresAt: time('expiresAt', 'expires_at'),
  supersededBy: own('supersededBy', 'text', 'superseded_by'),
  validTo: time('validTo', 'valid_to'),
  supersededReason: 'body',
  contests: 'body',
  contestedBy: 'body',
  lastAccessedAt: 'accesses',
  accessCount: 'accesses',
  evidence: 'body',
  extractedBy: 'body',
  source: 'body',
  metadata: 'body',
  disclosure: 'body',
} as const satisfies Record<Field, OwnColumn | 'body' | 'accesses'>;

const names = Object.keys(fields) as Field[];
const ownColumns = names.flatMap((name): [Field, OwnColumn][] => {
  const field = fields[name];
  return typeof field === 'string' ? [] : [[name, field]];
});
const notInBody = Object.fromEntries(
  names.filter((name) => fields[name] !== 'body').map((name) => [name, undefined]),
);

/** The columns of fields, as the table `records` has them. */
export const fieldColumns: Readonly<Record<string, Column>> = Object.fromEntries(
  ownColumns.map(([, { column, type }]) => [column, { type, kept: 'plain' }]),
);

/** What a read of records asks for if it needs no more than the fields with columns. */
export const fieldColumnNames: readonly string[] = Object.keys(fieldColumns);

export function fieldCells(record: AnyRecord): Row {
  const row: Row = {};
  for (const [, { column, toCell }] of ownColumns) row[column] = toCell(record);
  return row;
}

/** The fields whose columns the row has. */
export function fieldsIn(row: Row): Partial<AnyRecord> {
  const found: Partial<Record<Field, unknown>> = {};
  for (const [name, { column, toField }] of ownColumns) {
    const cell = row[column];
    if (cell === undefined) continue;
    const value = toField(cell, row, found);
    if (value !== undefined) found[name] = value;
  }
  return found as Partial<AnyRecord>;
}

/** The other fields, without those about reads. */
export function bodyOf(record: AnyRecord): string {
  // Leaving them out by a rest pattern would take longer than the rest.
  return JSON.stringify({ ...record, ...notInBody });
}
