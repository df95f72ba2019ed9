import { createHash } from 'node:crypto';
import {
  type Batch,
  type Cell,
  isScoped,
  type Question,
  type Table,
  type Tables,
} from '@mneme/store/rows';

/**
 * `version` is another one when tables are laid out in another way. `mark` reads it, with the epoch behind it, which is
 * another one for tables that were made anew.
 */
export const layout = {
  version: 1,
  mark: `(SELECT version || ' ' || epoch FROM mneme_layout)`,
};

/**
 * How tables are laid out here. A large one is divided by a hash of the scope into parts that inherit from it, so that
 * VACUUM, an erasure and a rewrite touch an eighth of the store, and a scope is in one part. Statements about one scope
 * name the part: to find it in a table that PostgreSQL divides itself takes it longer than the statement. More parts would
 * cost each call about all scopes, which opens them all.
 */
const parts = 8;

const nameOf = (table: string, part: number) => `${table}_${part}`;

/** By the first byte of SHA-256, which the parts check. */
const partOf = (scope: string) =>
  (createHash('sha256').update(scope).digest()[0] as number) & (parts - 1);
const isIn = (part: number) =>
  `CHECK (get_byte(sha256(convert_to(scope, 'UTF8')), 0) & ${parts - 1} = ${part})`;

const partsOf = (name: string) => Array.from({ length: parts }, (_, part) => nameOf(name, part));

/** The tables that have the rows: a divided one has none itself. */
export function leavesOf(tables: Tables): string[] {
  return Object.entries(tables).flatMap(([name, { large }]) => (large ? partsOf(name) : [name]));
}

/** The parts too, each as a table. A divided table is read as a whole through the indexes of its parts. */
export function withParts(tables: Tables): Tables {
  const all = Object.entries(tables).flatMap(([name, table]): [string, Table][] => {
    if (!table.large) return [[name, table]];
    const { large, ...of } = table;
    return [[name, table], ...partsOf(name).map((part): [string, Table] => [part, of])];
  });
  return Object.fromEntries(all);
}

/** Questions that are each about the table, or the part of it, that has its rows. */
export class Placed {
  readonly #tables: Tables;
  readonly #parts = new Map<string, number>();

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  question(question: Question): Question {
    const lists = 'any' in question ? question.any : [question.is];
    const [first] = lists[0] ?? [];
    if (lists.some((list) => list[0] !== first)) return question;
    return { ...question, table: this.#place(question.table, first) };
  }

  batch({ expect = [], remove = {}, put = {}, patch = [] }: Batch): Required<Batch> {
    const byKey = <Of extends { table: string; key: readonly Cell[] }>(of: Of): Of => ({
      ...of,
      table: this.#place(of.table, of.key[0]),
    });
    return {
      expect: expect.map(byKey),
      remove: this.#grouped(remove, ([first]) => first),
      put: this.#grouped(put, ({ scope }) => scope),
      patch: patch.map(byKey),
    };
  }

  #grouped<Of>(
    given: Readonly<Record<string, readonly Of[]>>,
    scopeOf: (of: Of) => Cell | undefined,
  ): Record<string, readonly Of[]> {
    const grouped: Record<string, Of[]> = {};
    for (const [table, list] of Object.entries(given))
      for (const each of list) {
        const place = this.#place(table, scopeOf(each));
        grouped[place] ??= [];
        grouped[place].push(each);
      }
    return grouped;
  }

  #place(table: string, scope: Cell | undefined): string {
    if (!this.#tables[table]?.large || typeof scope !== 'string') return table;
    let part = this.#parts.get(scope);
    if (part === undefined) {
      part = partOf(scope);
      if (this.#parts.size >= mostKnown) this.#parts.clear();
      this.#parts.set(scope, part);
    }
    return nameOf(table, part);
  }
}

const mostKnown = 1000;

/**
 * Room in each page, in percent of it that a new row may fill: a row that changes without a column of an index is written
 * beside its old version, and no index hears of it. Rows of large tables change less often.
 */
const fill = { part: 90, table: 80 };

/** Statements that make a table. `create`: those that make it and its parts alone, by name. */
export function makeTable(
  name: string,
  table: Table,
  create: Readonly<Record<string, string>>,
): string[] {
  const made = table.large
    ? [
        create[name] as string,
        ...partsOf(name).flatMap((part, at) => [
          `${create[part]} WITH (fillfactor = ${fill.part})`,
          `ALTER TABLE ${part} INHERIT ${name}, ADD ${isIn(at)}`,
        ]),
      ]
    : [`${create[name]} WITH (fillfactor = ${fill.table})`];
  const named = table.large ? [name, ...partsOf(name)] : [name];
  // In the row itself, where a scan finds them.
  const inRow = Object.entries(table.columns)
    .filter(([, { type }]) => type === 'bytes')
    .map(([column]) => `ALTER TABLE ${name} ALTER COLUMN ${column} SET STORAGE MAIN`);
  return [...made, ...inRow, ...(isScoped(table) ? named.flatMap(protect) : [])];
}

/** Each transaction sees the rows of the one scope that it names. FORCE: the owner too. Parts do not inherit it. */
const protect = (table: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY own_scope ON ${table} USING (
     scope = current_setting('mneme.scope', true) OR current_setting('mneme.every_scope', true) = 'on')`,
];
