import type { Batch, Cell, Question, Row, RowExpectation, RowPatch, Rows } from '../rows/rows.ts';
import { addSums, type Sums } from './sum-groups.ts';

/** Tables whose rows are counted into the sums of their scope: the audit has a chain instead. */
export const accountedTables = [
  'records',
  'facets',
  'vectors',
  'stores',
  'documents',
  'versions',
  'chunks',
] as const;

export type ScopeSums = Readonly<Record<string, number>>;

/** From the row of a scope: the sum of all rows of each table. */
export function sumsIn(row: Row | undefined): ScopeSums {
  return row?.sums == null ? {} : JSON.parse(row.sums as string);
}

/** What was last read of a scope: rows with a higher number are new. */
export interface SeenScope {
  revision: number;
  nextNumber: number;
  /** The sums of rows that were read by their keys, by {@link nameIn}. Undefined: there is none. */
  totals: ReadonlyMap<string, number | undefined>;
}

/** Of a row, among those of all tables. */
export const nameIn = (table: string, key: readonly Cell[]) => `${table} ${named(key)}`;

interface Store {
  unchecked: Rows;
  sums: Sums;
  seen: ReadonlyMap<string, SeenScope>;
}

type Keyed = Map<string, Row>;

export const isAccounted = (table: string) =>
  (accountedTables as readonly string[]).includes(table);
const named = (key: readonly Cell[]) => JSON.stringify(key);

/**
 * A batch with the checksums of its rows, and with the sums of their scopes. Reads the rows that it removes or replaces,
 * unless their scope's row says that they are new. `adds`: it expects what the given batch does not.
 */
export async function accounted(
  scope: string | undefined,
  batch: Batch,
  { unchecked, sums, seen }: Store,
): Promise<{ batch: Batch; adds: boolean }> {
  const { put = {}, remove = {}, patch = [], expect = [] } = batch;
  const rows = new Map(
    Object.entries(put).map(([table, list]) => [
      table,
      new Map(list.map((row) => [named(sums.keyOf(table, row)), row])),
    ]),
  );
  const rowsOf = (table: string): Keyed => {
    const known = rows.get(table) ?? new Map<string, Row>();
    rows.set(table, known);
    return known;
  };
  const isPlain = ({ table, set = {}, add = {} }: RowPatch) =>
    sums.groupsWith(table, [...Object.keys(set), ...Object.keys(add)]).length === 0;
  const whole = patch.filter((each) => !isPlain(each));
  const gone = new Set(remove.scopes?.map(([name]) => name));
  const touched = scopesOf({ put, remove, whole }).filter((name) => !gone.has(name));
  const lacking = touched.filter((name) => !rowsOf('scopes').has(named([name])));

  const replaced = replacedBy(batch, { sums, seen, gone });
  const questions = [
    ...lacking.map((name): Question => ({ table: 'scopes', any: [[name]] })),
    ...whole.map(({ table, key }): Question => ({ table, any: [key] })),
    ...replaced.questions,
  ];
  const answers = questions.length === 0 ? [] : await unchecked.read(scope, questions);
  const states = answers.slice(0, lacking.length).flat();
  const before = answers.slice(lacking.length, lacking.length + whole.length);
  const added: RowExpectation[] = states.map(expectRevision);
  const old = new Map<string, [table: string, row: Row]>();
  for (const [at, answer] of answers.entries()) {
    const { table } = questions[at] as Question;
    if (isAccounted(table))
      for (const row of answer) old.set(nameIn(table, sums.keyOf(table, row)), [table, row]);
  }
  const patched = new Map<Row, Set<string>>();
  for (const [at, { table, key, set = {}, add = {} }] of whole.entries()) {
    const known = rowsOf(table).get(named(key));
    const stored = known ?? before[at]?.[0];
    if (stored === undefined) continue;
    const sum = { column: 'sum', value: stored.sum as Cell };
    if (!isAccounted(table)) added.push({ table, key, ...sum });
    const next = { ...stored, ...set };
    for (const [column, by] of Object.entries(add)) next[column] = Number(next[column]) + by;
    rowsOf(table).set(named(key), next);
    // Of a row that the batch does not put, only these columns are written.
    const columns = known === undefined ? new Set<string>() : patched.get(known);
    if (columns === undefined) continue;
    for (const column of Object.keys({ ...set, ...add })) columns.add(column);
    patched.set(next, columns);
  }
  for (const state of states)
    rowsOf('scopes').set(named([state.scope as Cell]), {
      ...state,
      revision: Number(state.revision) + 1,
    });

  const changes = new Changes();
  for (const { scope: name, table, total } of replaced.known)
    changes.add(name, table, addSums(0, total, -1));
  for (const [table, row] of old.values())
    changes.add(row.scope, table, addSums(0, sums.totalOf(table, row), -1));
  const result: Record<string, Row[]> = {};
  const patches = patch.filter(isPlain);
  for (const [table, keyed] of rows) {
    if (table === 'scopes') continue;
    result[table] = [];
    for (const given of keyed.values()) {
      const row = sums.withSums(table, given);
      if (isAccounted(table)) changes.add(row.scope, table, sums.totalOf(table, row));
      const columns = patched.get(given);
      if (columns === undefined) result[table].push(row);
      else patches.push(sums.patchOf(table, row, [...columns]));
    }
  }
  const scopes = [...rowsOf('scopes').values()];
  if (scopes.length > 0)
    result.scopes = scopes.map((row) =>
      sums.withSums('scopes', { ...row, sums: changes.appliedTo(row) }),
    );
  return {
    batch: {
      expect: [...expect, ...added],
      remove,
      put: result,
      patch: patches,
    },
    adds: added.length > 0,
  };
}

/** Sums to add to those of scopes. */
class Changes {
  readonly #byScope = new Map<Cell | undefined, Record<string, number>>();

  add(scope: Cell | undefined, table: string, sum: number): void {
    const known = this.#byScope.get(scope) ?? {};
    this.#byScope.set(scope, known);
    known[table] = addSums(known[table] ?? 0, sum);
  }

  appliedTo(row: Row): string | null {
    const change = this.#byScope.get(row.scope);
    if (change === undefined) return (row.sums as string | null | undefined) ?? null;
    const after = { ...sumsIn(row) } as Record<string, number>;
    for (const [table, sum] of Object.entries(change))
      after[table] = addSums(after[table] ?? 0, sum);
    return JSON.stringify(after);
  }
}

function expectRevision({ scope, revision }: Row): RowExpectation {
  return { table: 'scopes', key: [scope as Cell], column: 'revision', value: revision as Cell };
}

/** Scopes whose sums the batch changes. */
function scopesOf({
  put,
  remove,
  whole,
}: {
  put: NonNullable<Batch['put']>;
  remove: NonNullable<Batch['remove']>;
  whole: readonly RowPatch[];
}): Cell[] {
  const names = new Set<Cell>();
  for (const table of accountedTables) {
    for (const row of put[table] ?? []) names.add(row.scope as Cell);
    for (const [name] of remove[table] ?? []) if (name !== undefined) names.add(name);
  }
  for (const { table, key } of whole) if (isAccounted(table)) names.add(key[0] as Cell);
  return [...names];
}

/** Asks for the rows that a batch removes or replaces, but for those whose sums are `known`. */
function replacedBy(
  { put = {}, remove = {}, expect = [] }: Batch,
  { sums, seen, gone }: Pick<Store, 'sums' | 'seen'> & { gone: ReadonlySet<Cell | undefined> },
): { questions: Question[]; known: { scope: Cell; table: string; total: number }[] } {
  const revisions = expect.filter(
    ({ table, column }) => table === 'scopes' && column === 'revision',
  );
  const seenAt = (name: Cell | undefined, value: Cell | undefined) => {
    const since = seen.get(name as string);
    return since?.revision === value ? since : undefined;
  };
  const totals = new Map(
    revisions.map(({ key: [name], value }) => [name, seenAt(name, value)?.totals]),
  );
  const known: { scope: Cell; table: string; total: number }[] = [];
  const isKnown = (table: string, key: readonly Cell[]) => {
    const [scope = null] = key;
    const of = totals.get(scope);
    if (of === undefined || of.size === 0) return false;
    const name = nameIn(table, key);
    const total = of.get(name);
    if (total !== undefined && !taken.has(name)) known.push({ scope, table, total });
    taken.add(name);
    return of.has(name);
  };
  const taken = new Set<string>();
  const firstNew = new Map(
    revisions.map(({ key: [name], value }) => {
      const since = seenAt(name, value);
      return [name, value === undefined ? 0 : since?.nextNumber];
    }),
  );
  const isNew = ({ scope, number }: Row) => {
    const first = firstNew.get(scope as Cell);
    return first === 0 || (first !== undefined && typeof number === 'number' && number >= first);
  };
  const questions = accountedTables.flatMap((table) => {
    const { key } = sums.table(table);
    const keys = [
      ...(remove[table] ?? []),
      ...(put[table] ?? []).filter((row) => !isNew(row)).map((row) => sums.keyOf(table, row)),
    ]
      .filter(([name]) => !gone.has(name) && firstNew.get(name as Cell) !== 0)
      .filter((list) => !isKnown(table, list));
    const columns = [...key, ...sums.groups(table).map(({ sum }) => sum)];
    const byLength = Map.groupBy(keys, ({ length }) => length);
    return [...byLength.values()].map((any): Question => ({ table, any, columns }));
  });
  return { questions, known };
}
