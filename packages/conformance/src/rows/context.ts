import assert from 'node:assert/strict';
import type { Rows, Tables } from '@mneme/store/rows';
import { type CasesOf, type ConformanceCase, casesOf, type GroupOf, type Lacks } from '../case.ts';
import { testTables } from './tables.ts';

/** One fresh, empty store, not shared with another call. */
export interface RowsStore {
  /** Not opened yet: the suite opens it. */
  rows: Rows;
  /** The same store once more, as another process would open it: beside the first one, and after that was closed. */
  reopen?(): Rows | Promise<Rows>;
  /** Everything that the store has on disk. */
  files?(): Promise<Uint8Array[]>;
  /** Removes the store. All rows on it have been closed before. */
  destroy(): Promise<unknown>;
}

const abilities = ['reopen', 'files'] as const;
const methods = ['remains', 'check', 'bytes', 'compact'] as const;

/** Optional abilities: of `create`, and methods of `Rows`. */
export type RowsNeed = (typeof abilities)[number] | (typeof methods)[number];

/** The context of a case. */
export interface RowsContext {
  /** Open, with the tables of the tests; not opened in a case with `opensItself`. */
  rows: Rows;
  /** Of what a case does by chance. */
  seed: number;
  /** The same store once more, open. Closed by the suite. */
  another(tables?: Tables): Promise<Rows>;
  /** Like {@link another}, not opened. */
  unopened(): Promise<Rows>;
  /** The open rows and, where create offers reopen, the same store once more. */
  handles(tables?: Tables): Promise<[Rows, ...Rows[]]>;
  files(): Promise<Uint8Array[]>;
}

/** One rule for stores of rows, as a case of the suite. */
export interface RowsCase extends ConformanceCase<RowsContext, RowsNeed> {
  /** The case is about opening. Default: false, the suite opens the rows. */
  opensItself?: boolean;
}

/** The cases of one group, by their sentences. */
export const rowsCasesOf = (group: GroupOf<RowsNeed>, cases: CasesOf<RowsCase>) =>
  casesOf<RowsCase>(group, cases);

/** For running one case by hand. */
export interface RunRowsCaseOptions {
  create(): Promise<RowsStore>;
  lacks?: Lacks<RowsNeed>;
  /** Of what the case does by chance. Default: 1. */
  seed?: number;
}

/** Runs one case on a new store, and removes it. */
export async function runRowsCase(
  conformanceCase: RowsCase,
  { create, lacks = {}, seed = 1 }: RunRowsCaseOptions,
): Promise<void> {
  const store = await create();
  const opened: Rows[] = [store.rows];
  const unopened = async () => {
    assert.ok(store.reopen, 'create() offers no reopen');
    const rows = await store.reopen();
    opened.push(rows);
    return rows;
  };
  const another = async (tables: Tables = testTables) => {
    const rows = await unopened();
    await rows.open(tables);
    return rows;
  };
  const context: RowsContext = {
    rows: store.rows,
    seed,
    unopened,
    another,
    async handles(tables) {
      return store.reopen === undefined ? [store.rows] : [store.rows, await another(tables)];
    },
    async files() {
      assert.ok(store.files, 'create() offers no files');
      return store.files();
    },
  };
  let failure: { error: unknown } | undefined;
  try {
    assertDeclared(store, lacks);
    if (conformanceCase.opensItself !== true) await store.rows.open(testTables);
    await conformanceCase.run(context);
  } catch (error) {
    failure = { error };
  }
  const closings = await Promise.allSettled(opened.map((rows) => rows.close()));
  await store.destroy();
  if (failure !== undefined) throw failure.error;
  for (const closing of closings) if (closing.status === 'rejected') throw closing.reason;
}

/** A driver declares what it lacks; the declaration must be true and complete. */
function assertDeclared(store: RowsStore, lacks: Lacks<RowsNeed>): void {
  const offered = [
    ...abilities.map((name) => [name, store[name]] as const),
    ...methods.map((name) => [name, store.rows[name]] as const),
  ];
  for (const [need, offer] of offered) {
    const declared = lacks[need] !== undefined;
    assert.notEqual(
      declared,
      offer !== undefined,
      declared
        ? `lacks.${need} is declared, but it is there: remove the declaration`
        : `${need} is not offered: offer it, or declare lacks.${need} with the reason`,
    );
  }
}
