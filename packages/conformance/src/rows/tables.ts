import type { Row, Tables } from '@mneme/store/rows';

const text = { type: 'text', kept: 'plain' } as const;
const integer = { type: 'integer', kept: 'plain' } as const;
const real = { type: 'real', kept: 'plain' } as const;

/** The tables of the hand-written cases. */
export const testTables = {
  items: {
    columns: {
      scope: text,
      id: text,
      place: integer,
      weight: real,
      name: text,
      body: { type: 'bytes', kept: 'sealed' },
      secret: { type: 'text', kept: 'sealed' },
    },
    key: ['scope', 'id'],
    indexes: {
      by_place: ['scope', 'place'],
      by_name: ['scope', 'name', 'weight'],
      by_place_of_all: ['place', 'scope'],
    },
    large: true,
  },
  /** All columns are in the key. */
  marks: {
    columns: { scope: text, item: integer, mark: text },
    key: ['scope', 'item', 'mark'],
    indexes: { by_mark: ['scope', 'mark', 'item'] },
  },
  /** Its rows belong to no scope. */
  counters: {
    columns: { name: text, value: integer, total: real },
    key: ['name'],
    indexes: { by_value: ['value'] },
  },
} as const satisfies Tables;

export const ada = 'user:ada';
export const bob = 'user:bob';

/** A row of `items`, of Ada where nothing else is said; without other columns, they are null. */
export function item(id: string, columns: Row = {}): Row {
  return {
    scope: ada,
    id,
    place: null,
    weight: null,
    name: null,
    body: null,
    secret: null,
    ...columns,
  };
}

export const mark = (number: number, name: string, scope = ada): Row => ({
  scope,
  item: number,
  mark: name,
});

export const counter = (name: string, value: number | null, total: number | null = null): Row => ({
  name,
  value,
  total,
});
