import { setTimeout } from 'node:timers/promises';
import {
  type AuditEntry,
  type ErasedScope,
  type ErasureCheck,
  type ErasureCounts,
  type ErasureProof,
  MnemeError,
  type Remains,
} from '@mneme/core/backend';
import { chained, cutIn, digestOf, storeScope } from '../audit/chain.ts';
import { countScope } from '../audit/scope-births.ts';
import { damaged } from '../checksums/damaged.ts';
import type { SummedRows } from '../checksums/summed-rows.ts';
import { moveMarkIn, pauseForMove } from '../databases/moving.ts';
import { isScoped } from '../rows/assert-cells.ts';
import type { Batch, Cell, Row, Rows, Tables } from '../rows/rows.ts';
import { type ScopeState, scopeIn, scopeQuestion, scopeUnchanged } from '../scopes/scope-writer.ts';

/** Rows of a scope that are removed together with its row: all of them, or, on a full disk, none. */
const smallErasure = 500;
/** Rows that one step removes from a table. */
const rowsAtOnce = 500;
/** How often a scope is searched for rows that others wrote meanwhile. */
const searches = 5;

/** What an erasure removes, in the row of its scope from when it has begun. */
interface Erasing {
  records: number;
  counts: ErasureCounts;
  audit: NonNullable<ErasureProof['audit']>;
}

/**
 * Erases scopes. A large one is removed in steps, so that others write in between: the first marks the scope, so that
 * nothing of it is answered any more, and writes the audit line; the last one removes the scope's row once nothing else
 * is left. Whoever opens the store, erases the scope again, or writes to it, finishes what a killed process has begun.
 */
export class Erasures {
  readonly #rows: SummedRows;
  readonly #tables: Tables;
  readonly #confirm: (scope: string) => Promise<void>;
  /** Undefined: nothing was begun, or all of it is finished. */
  #resumed: Promise<void> | undefined;
  #failure: string | undefined;
  #isClosing = false;

  /** `confirm`: see `PartOfDatabases`. */
  constructor(
    rows: SummedRows,
    tables: Tables,
    { confirm = async () => {} }: { confirm?: ((scope: string) => Promise<void>) | undefined } = {},
  ) {
    this.#rows = rows;
    this.#tables = tables;
    this.#confirm = confirm;
  }

  async erase(scope: string, receipt: AuditEntry): Promise<ErasedScope> {
    const since = Date.now();
    for (;;) {
      const state = await this.#stateOf(scope);
      if (state === undefined || moveMarkIn(state.erasing)) await this.#confirm(scope);
      const pauseMs = pauseForMove(scope, scopeIn(state && [state]), since);
      if (pauseMs !== undefined) {
        await setTimeout(pauseMs);
        continue;
      }
      const finished = await this.finish(scope);
      // What another call has begun, unless the scope was written again.
      if (finished !== undefined && (await this.#stateOf(scope)) === undefined) return finished;
      const erased = await this.#begin(scope, receipt);
      if (erased !== undefined) return erased;
      await setTimeout(Math.random() * 10);
    }
  }

  /**
   * Finishes an erasure that has begun. Undefined: there is none. `moved`: removes the rows that a move has left behind, or
   * its unfinished copy, and nothing else.
   */
  async finish(
    scope: string,
    { moved = false }: { moved?: boolean } = {},
  ): Promise<ErasedScope | undefined> {
    const state = await this.#stateOf(scope);
    if (state?.erasing == null || (moveMarkIn(state.erasing) !== undefined) !== moved)
      return undefined;
    const erasing: Erasing = JSON.parse(state.erasing as string);
    const checks = await this.#removeAll(scope);
    await this.#unchecked.write(undefined, {
      expect: [{ table: 'scopes', key: [scope], column: 'erasing', value: state.erasing }],
      remove: { scopes: [[scope]] },
      patch: [countScope(scope, state.epoch as string, -1)],
    });
    return proven(erasing, checks);
  }

  /** Scopes whose erasure has begun and is not finished. */
  async unfinished(): Promise<string[]> {
    const [found = []] = await this.#unchecked.read(undefined, [
      { table: 'scopes', index: 'by_erasing', is: [], columns: ['scope', 'erasing'] },
    ]);
    const begun = found.filter(({ erasing }) => moveMarkIn(erasing) === undefined);
    return begun.map(({ scope }) => scope as string);
  }

  async finishAll(): Promise<void> {
    for (const scope of await this.unfinished()) await this.finish(scope);
  }

  /** Finishes what killed processes have begun, beside other calls. */
  resume(): void {
    this.#failure = undefined;
    this.#resumed ??= this.finishAll()
      .catch((error: unknown) => {
        this.#failure = (error as Error).message;
      })
      .finally(() => {
        this.#resumed = undefined;
      });
  }

  /** Whether rows of a scope are left whose erasure has begun. `wait`: until it is finished. */
  async remains({ wait }: { wait: boolean }): Promise<Remains> {
    if (wait && (await this.unfinished()).length > 0) this.resume();
    if (wait) await this.#resumed;
    const { length } = await this.unfinished();
    if (length === 0) return { bytes: 'removed' };
    const why = this.#failure === undefined ? '' : `: ${this.#failure}`;
    return {
      bytes: 'pending',
      bytesReason: `the erasure of ${length} ${length === 1 ? 'scope' : 'scopes'} was begun and is not finished${why}`,
    };
  }

  /** Ends what {@link resume} has begun after its next step. Whoever opens the store next goes on with it. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#resumed;
  }

  get #unchecked(): Rows {
    return this.#rows.unchecked;
  }

  async #stateOf(scope: string): Promise<Row | undefined> {
    const [[state] = []] = await this.#unchecked.read(undefined, [scopeQuestion(scope)]);
    return state;
  }

  /** Marks a scope, or removes it at once if it is small. Undefined: another writer was faster. */
  async #begin(scope: string, receipt: AuditEntry): Promise<ErasedScope | undefined> {
    const [own = [], stores = [], about = []] = await this.#unchecked.read(undefined, [
      scopeQuestion(scope),
      scopeQuestion(storeScope),
      { table: 'audit', index: 'by_about', is: [scope] },
    ]);
    const exists = own.length > 0;
    const [state, store] = [scopeIn(own), scopeIn(stores)];
    if (state.erasing !== null) return undefined;
    const lines = exists ? state.lines - (cutIn({ cut: state.cut })?.line ?? 0) : 0;
    const counts = {
      records: state.records,
      stores: await this.#count('stores', scope),
      documents: state.documents,
      versions: await this.#count('versions', scope),
      auditLines: lines + about.length,
    };
    const emptied = about.map(({ number }) => number as number);
    const note = { counts, ...(emptied.length > 0 && { emptied }) };
    const { rows, end } = chained(store, [{ entry: receipt, note }], { about: true });
    const audit = { line: end.lines, hash: end.chain as string };
    const erasing: Erasing = { records: state.records, counts, audit };
    const isSmall = counts.records + counts.versions + counts.auditLines <= smallErasure;
    const marked = {
      ...state,
      scope,
      revision: state.revision + 1,
      erasing: JSON.stringify(erasing),
    };
    const written = await this.#unchecked.write(undefined, {
      expect: [...scopeUnchanged(scope, state), ...scopeUnchanged(storeScope, store)],
      ...(isSmall && this.#allOf(scope, exists ? state : undefined)),
      put: {
        audit: [...about.map((line) => emptiedLine(line, audit.line)), ...rows].map((line) =>
          this.#rows.sums.withSums('audit', { ...line, scope: storeScope }),
        ),
        scopes: [
          { ...store, scope: storeScope, revision: store.revision + 1, ...end },
          ...(isSmall ? [] : [marked]),
        ].map((row) => this.#rows.sums.withSums('scopes', row)),
      },
    });
    if (!written) return undefined;
    if (!isSmall) return this.finish(scope);
    return proven(erasing, await this.#removeAll(scope));
  }

  #allOf(scope: string, state: ScopeState | undefined): Pick<Batch, 'remove' | 'patch'> {
    return {
      remove: Object.fromEntries([...this.#scoped, 'scopes'].map((table) => [table, [[scope]]])),
      ...(state && { patch: [countScope(scope, state.epoch, -1)] }),
    };
  }

  /** Tables with rows of scopes, without those of the scopes themselves. */
  get #scoped(): string[] {
    return Object.keys(this.#tables).filter(
      (table) => isScoped(this.#rows.sums.table(table)) && table !== 'scopes',
    );
  }

  /** Removes the rows of a scope, and searches for what is left of it. */
  async #removeAll(scope: string): Promise<ErasureCheck[]> {
    for (let search = 1; ; search++) {
      const checks = await this.#whatIsLeft(scope);
      const left = checks.find((check) => check.left > 0);
      if (left === undefined) return checks;
      if (search > searches)
        throw damaged(`the scope ${scope}, of which ${left.what} are left after its erasure,`);
      for (const table of this.#scoped) await this.#removeFrom(table, scope);
    }
  }

  async #removeFrom(table: string, scope: string): Promise<void> {
    for (;;) {
      const keys = await this.#keys(table, scope, { limit: rowsAtOnce });
      if (keys.length > 0) await this.#unchecked.write(undefined, { remove: { [table]: keys } });
      if (keys.length < rowsAtOnce) return;
      if (this.#isClosing) throw closedMeanwhile();
    }
  }

  async #whatIsLeft(scope: string): Promise<ErasureCheck[]> {
    const answers = await this.#unchecked.read(
      undefined,
      this.#scoped.map((table) => ({
        table,
        is: [scope],
        limit: rowsAtOnce,
        columns: this.#keyOf(table),
      })),
    );
    return this.#scoped.map((table, at) => ({
      what: names[table] ?? table,
      how: 'counted in the store once it was removed',
      left: answers[at]?.length ?? 0,
    }));
  }

  async #count(table: string, scope: string): Promise<number> {
    let count = 0;
    for (let after: readonly Cell[] | undefined; ; ) {
      const keys = await this.#keys(table, scope, { after: after?.slice(1), limit: 10_000 });
      count += keys.length;
      after = keys.at(-1);
      if (keys.length < 10_000) return count;
    }
  }

  async #keys(
    table: string,
    scope: string,
    { after, limit }: { after?: readonly Cell[]; limit: number },
  ): Promise<Cell[][]> {
    const columns = this.#keyOf(table);
    const [found = []] = await this.#unchecked.read(undefined, [
      { table, is: [scope], ...(after && { after }), limit, columns },
    ]);
    return found.map((row) => columns.map((column) => row[column] as Cell));
  }

  #keyOf(table: string): readonly string[] {
    return this.#rows.sums.table(table).key;
  }
}

const names: Readonly<Record<string, string>> = {
  facets: 'tags and fields to find by',
  chunks: 'passages of documents',
  stores: 'stores of documents',
  versions: 'versions of documents',
  audit: 'audit lines',
};

function closedMeanwhile(): MnemeError {
  return new MnemeError(
    'closed',
    'the store was closed during an erasure: open it again, which finishes it',
  );
}

/** Its hash and its digest stay, as part of the chain. */
function emptiedLine({ number, note, hash, ...line }: Row, by: number): Row {
  const emptied = { at: null, about: null, entry: null, salt: null };
  return { number, note, hash, ...emptied, digest: digestOf(line), erased_by: by } as Row;
}

function proven({ records, counts, audit }: Erasing, checks: ErasureCheck[]): ErasedScope {
  return { records, proof: { counts, checks, audit } };
}
