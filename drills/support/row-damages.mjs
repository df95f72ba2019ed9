import { tables } from '../../packages/store/src/tables.ts';

/** Statistics, which may be lost. */
const unimportant = ['accesses'];
const damaged = Object.keys(tables).filter((table) => !unimportant.includes(table));

/** All rows of a store, by table. */
export async function allRows(rows) {
  const names = Object.keys(tables);
  const answers = await rows.read(
    undefined,
    names.map((table) => ({ table, is: [] })),
  );
  return Object.fromEntries(names.map((table, at) => [table, answers[at]]));
}

/** Makes these all rows of a store. */
export async function restoreRows(rows, put) {
  const remove = Object.fromEntries(Object.keys(tables).map((table) => [table, [[]]]));
  await rows.write(undefined, { remove, put });
}

/**
 * Each damages rows of a store: it gets the rows of a table as they are and as they were halfway, and returns what they
 * become. Undefined: the table has nothing to damage so.
 */
export const damages = {
  nothing: ({ rows }) => rows,
  'a cell changed'({ rows, table, pick }) {
    const row = pick(rows);
    const { key, columns } = tables[table];
    const names = Object.keys(columns).filter((name) => !key.includes(name) && row[name] !== null);
    const name = pick(names);
    if (name === undefined) return undefined;
    return replaced(rows, row, { ...row, [name]: changed(row[name], pick) });
  },
  'a cell emptied'({ rows, table, pick }) {
    const row = pick(rows);
    const { key, columns } = tables[table];
    const name = pick(
      Object.keys(columns).filter((name) => !key.includes(name) && row[name] !== null),
    );
    return name === undefined ? undefined : replaced(rows, row, { ...row, [name]: null });
  },
  'a row removed'({ rows, pick }) {
    const row = pick(rows);
    return rows.filter((each) => each !== row);
  },
  'a row doubled'({ rows, table, pick }) {
    const row = pick(rows);
    const name = tables[table].key.at(-1);
    return [...rows, { ...row, [name]: changed(row[name], pick) }];
  },
  'a row under another key'({ rows, table, pick }) {
    const row = pick(rows);
    const name = tables[table].key.at(-1);
    return replaced(rows, row, { ...row, [name]: changed(row[name], pick) });
  },
  'a row in another scope'({ rows, table, pick }) {
    if (tables[table].key[0] !== 'scope' || tables[table].key.length === 1) return undefined;
    const row = pick(rows);
    return replaced(rows, row, { ...row, scope: row.scope === 'ada' ? 'bob' : 'ada' });
  },
  'two rows swapped'({ rows, table, pick }) {
    const [one, other] = [pick(rows), pick(rows)];
    if (one === other || keyOf(table, one) === keyOf(table, other)) return undefined;
    const key = (row) => Object.fromEntries(tables[table].key.map((name) => [name, row[name]]));
    const moved = replaced(rows, one, { ...other, ...key(one) });
    return replaced(moved, other, { ...one, ...key(other) });
  },
  'an older row put back'({ rows, older, table, pick }) {
    const now = new Map(rows.map((row) => [keyOf(table, row), row]));
    const row = pick(
      older.filter((row) => JSON.stringify(now.get(keyOf(table, row))) !== JSON.stringify(row)),
    );
    if (row === undefined) return undefined;
    const known = now.get(keyOf(table, row));
    return known === undefined ? [...rows, row] : replaced(rows, known, row);
  },
};

/** The rows of a store with one damage, in a table that can have it. */
export function damageRows({ rows, older }, { name, random }) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  for (;;) {
    const table = pick(damaged);
    if (rows[table].length === 0) continue;
    const after = damages[name]({ rows: rows[table], older: older[table], table, pick });
    if (after !== undefined) return { table, rows: { ...rows, [table]: unique(table, after) } };
  }
}

const keyOf = (table, row) => JSON.stringify(tables[table].key.map((name) => row[name]));
const replaced = (rows, row, other) => rows.map((each) => (each === row ? other : each));
const unique = (table, rows) => [...new Map(rows.map((row) => [keyOf(table, row), row])).values()];

function changed(cell, pick) {
  if (typeof cell === 'number') return cell + pick([1, 2, 1000]);
  if (typeof cell === 'string') {
    const at = Math.floor(cell.length / 2);
    return cell.slice(0, at) + pick(['x', 'y', '7']) + cell.slice(at + 1);
  }
  const bytes = Uint8Array.from(cell);
  if (bytes.length === 0) return Uint8Array.of(1);
  bytes[Math.floor(bytes.length / 2)] ^= 1;
  return bytes;
}
