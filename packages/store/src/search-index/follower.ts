import { MnemeError } from '@mneme/core/contract';
import { removalsSince, removedIn } from '../index/removals.ts';
import { NextRun } from '../rows/next-run.ts';
import type { Row, Rows } from '../rows/rows.ts';
import type {
  IndexAnswer,
  IndexAsk,
  IndexFound,
  IndexPosition,
  SearchIndex,
} from '../rows/search-index.ts';
import { type Meta, metaIn, metaQuestion } from '../scopes/meta.ts';
import { stampOf } from '../scopes/past.ts';
import { type ScopeState, scopeIn, scopeQuestion } from '../scopes/scope-writer.ts';
import { indexedColumns, toIndexedRows } from './indexed-rows.ts';
import { type NamesOfScope, nameOfScope, namesOfScope, noNames } from './names.ts';

/** Rows that an index gets at once. */
const rowsAtOnce = 480;
/** Reading numbers only is quick. */
const numbersAtOnce = 20_000;
/** An index that is behind each time that it is asked is fed by others all the time. */
const mostAttempts = 20;
/** Scopes of which this process remembers where their index was. */
const mostScopes = 10_000;

const restMs = 2000;
const downCodes: ReadonlySet<string> = new Set([
  ...['unavailable', 'timeout', 'busy', 'storage_full', 'read_only'],
]);

/** A search index beside rows, which finds records instead of the index in memory, and what happens while it is down. */
export interface IndexOptions {
  index: SearchIndex;
  /**
   * What searches do while it does not answer. `rows`: they read the rows into an index in memory, and their answer says
   * so. `unavailable`: they reject. Default: `rows`.
   */
  whenDown?: 'rows' | 'unavailable';
  /** Called after each step of a filling that takes more than one. */
  onProgress?(progress: IndexProgress): void;
}

/** How far the filling of an index is. */
export interface IndexProgress {
  scope: string;
  /** It has what changed up to this revision of the scope. */
  revision: number;
  /** The last revision. */
  of: number;
}

/** What was found in a scope, and what the store knew of itself then. */
export interface FollowedAnswer {
  meta: Meta;
  /** One for each search. Empty: nothing was ever written to the scope. */
  found: IndexFound[];
}

interface Seen {
  meta: Meta;
  state: ScopeState;
}

/** Rows of whole revisions, and what is gone. */
interface Changes extends Seen {
  since: IndexPosition | undefined;
  to: IndexPosition;
  rows: readonly Row[];
  removed: readonly string[];
}

/**
 * Asks a search index, and lets it follow the rows to the revision of the scope before: so it never misses what was
 * acknowledged. What it missed or lost is sent again.
 */
export class Follower {
  readonly index: SearchIndex;
  readonly #rows: Rows;
  readonly #secret: string;
  readonly #closing: AbortSignal;
  readonly #whenDown: NonNullable<IndexOptions['whenDown']>;
  readonly #onProgress: (progress: IndexProgress) => void;
  readonly #runs = new Map<string, NextRun<IndexPosition | undefined>>();
  /** Where the index of a scope was last: if that is behind, it follows before it is asked. */
  readonly #last = new Map<string, IndexPosition>();
  /** Where the count of an index was not that of the rows, and was mended: once at each position. */
  readonly #mended = new Map<string, string>();
  /** An index that did not answer is not asked again at once, because that may take long. */
  #restsUntil = 0;
  #why = '';

  constructor(
    { index, whenDown = 'rows', onProgress = () => {} }: IndexOptions,
    { rows, secret, closing }: { rows: Rows; secret: string; closing: AbortSignal },
  ) {
    this.index = index;
    this.#whenDown = whenDown;
    this.#onProgress = onProgress;
    this.#rows = rows;
    this.#secret = secret;
    this.#closing = closing;
  }

  /** `byRows`: instead, while the index does not answer, with the reason. */
  async use<T>(byIndex: () => Promise<T>, byRows: (degraded: string) => Promise<T>): Promise<T> {
    if (this.#whenDown === 'unavailable') return byIndex();
    if (performance.now() < this.#restsUntil) return byRows(this.#why);
    try {
      return await byIndex();
    } catch (error) {
      if (!MnemeError.isInstance(error) || !downCodes.has(error.code)) throw error;
      this.#restsUntil = performance.now() + restMs;
      this.#why = `searched without the ${this.index.name} index: ${error.message}`;
      return byRows(this.#why);
    }
  }

  /** `asksOf` makes the searches; it may reject, by what the store knows of itself. */
  async ask(
    scope: string,
    asksOf: (names: NamesOfScope, meta: Meta) => readonly IndexAsk[],
  ): Promise<FollowedAnswer> {
    let reached: IndexPosition | undefined;
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const [known, scopes] = await this.#rows.read(scope, [metaQuestion, scopeQuestion(scope)]);
      const seen = { meta: metaIn(known), state: scopeIn(scopes) };
      const { meta, state } = seen;
      if (scopes?.length === 0) {
        asksOf(noNames, meta);
        return { meta, found: [] };
      }
      const names = await this.#namesOf(scope);
      const asks = asksOf(names, meta);
      const last = this.#last.get(scope);
      if (last !== undefined && last.revision < state.revision && reached === undefined)
        reached = await this.#follow(scope, last);
      const at = reached ?? positionAt(seen);
      const answer = await this.index.search({ scope: names.scope, at, asks });
      this.#remember(scope, answer.position);
      if (answer.found !== undefined && !(await this.#mends(scope, { names, state, answer })))
        return { meta, found: answer.found };
      reached = await this.#follow(scope, answer.position);
    }
    throw new MnemeError(
      'busy',
      `the ${this.index.name} index of the scope ${scope} never was as the rows were while others wrote both: try again`,
    );
  }

  #remember(scope: string, position: IndexPosition | undefined): void {
    this.#last.delete(scope);
    if (position !== undefined) this.#last.set(scope, position);
    const [oldest] = this.#last.keys();
    if (this.#last.size > mostScopes) this.#last.delete(oldest as string);
  }

  #namesOf(scope: string): Promise<NamesOfScope> {
    return namesOfScope(this.#rows, { scope, secret: this.#secret });
  }

  /** Callers during a run share the next one, which sees what was written before they called. */
  #follow(scope: string, position: IndexPosition | undefined): Promise<IndexPosition | undefined> {
    const run = this.#runs.get(scope) ?? new NextRun<IndexPosition | undefined>();
    this.#runs.set(scope, run);
    return run.run(
      () => this.#feed(scope, position),
      () => this.#runs.delete(scope),
    );
  }

  /** Sends what changed until the index is as the rows were. `known`: where it was. Undefined: the scope is gone. */
  async #feed(scope: string, known: IndexPosition | undefined): Promise<IndexPosition | undefined> {
    const name = await nameOfScope(this.#rows, { scope, secret: this.#secret });
    let position = known;
    for (let isKnown = false, steps = 0; ; ) {
      if (steps > 0 && this.#closing.aborted)
        throw new MnemeError('closed', 'the memory was closed while its index was filled');
      const seen = await this.#changesSince(scope, position);
      if (seen === undefined) {
        await this.index.forget(name);
        return undefined;
      }
      const { since, to, state } = seen;
      // Another process may have begun to fill it meanwhile.
      if (since === undefined && !isKnown) {
        position = await this.#positionOf(name);
        isKnown = true;
        continue;
      }
      if (since !== undefined && isSame(since, to)) return to;
      const names = await this.#namesOf(scope);
      position = await this.index.follow(name, {
        ...(since && { since }),
        to,
        changed: await toIndexedRows(seen.rows, {
          ...{ scope, rows: this.#rows, names },
          space: seen.meta.current,
        }),
        removed: seen.removed,
      });
      isKnown = true;
      if (++steps > 1 || to.revision < state.revision)
        this.#onProgress({ scope, revision: position?.revision ?? 0, of: state.revision });
    }
  }

  async #positionOf(name: string): Promise<IndexPosition | undefined> {
    const nowhere = { epoch: '', revision: Number.MAX_SAFE_INTEGER };
    return (await this.index.search({ scope: name, at: nowhere, asks: [] })).position;
  }

  /** What changed since a position, of one moment; from the beginning, if that is of another past. */
  async #changesSince(
    scope: string,
    position: IndexPosition | undefined,
  ): Promise<Changes | undefined> {
    const from = position?.revision ?? 0;
    const changes = {
      ...{ table: 'records', index: 'by_change', is: [scope], columns: indexedColumns },
      after: [from, Number.MAX_SAFE_INTEGER],
    };
    const [known, scopes = [], rows = [], removals = []] = await this.#rows.read(scope, [
      metaQuestion,
      scopeQuestion(scope),
      { ...changes, limit: rowsAtOnce },
      removalsSince(scope, from),
    ]);
    if (scopes.length === 0) return undefined;
    const seen = { meta: metaIn(known), state: scopeIn(scopes) };
    if (position !== undefined && !isSame(position, positionAt(seen, from)))
      return this.#changesSince(scope, undefined);
    const of = {
      ...seen,
      since: position,
      removed: position === undefined ? [] : removedIn(removals).map(String),
    };
    if (rows.length < rowsAtOnce) return { ...of, rows, to: positionAt(seen) };
    const partial = rows.at(-1)?.changed as number;
    const whole = rows.filter(({ changed }) => changed !== partial);
    if (whole.length > 0) return { ...of, rows: whole, to: positionAt(seen, partial - 1) };
    const [all = []] = await this.#rows.read(scope, [{ ...changes, before: [partial + 1] }]);
    return { ...of, rows: all, to: positionAt(seen, partial) };
  }

  /**
   * Whether the index had other rows than there are, and was mended. It is exact at a position; if it has more, then
   * rows whose removal is forgotten, or that a slow feeder has put back; if fewer, it has lost some.
   */
  async #mends(
    scope: string,
    { names, state, answer }: { names: NamesOfScope; state: ScopeState; answer: IndexAnswer },
  ): Promise<boolean> {
    const { position, found: [first] = [] } = answer;
    if (first === undefined || position === undefined || position.revision !== state.revision)
      return false;
    const { count } = first.statistics;
    const at = `${position.epoch} ${position.revision}`;
    if (count === state.records || this.#mended.get(scope) === at) return false;
    this.#mended.set(scope, at);
    if (count < state.records) await this.index.forget(names.scope);
    else await this.#removeGone(scope, { names, position, next: state.next_number });
    return true;
  }

  /** Removes all numbers that are no rows. */
  async #removeGone(
    scope: string,
    { names, position, next }: { names: NamesOfScope; position: IndexPosition; next: number },
  ): Promise<void> {
    for (let first = 1; first < next; first += numbersAtOnce) {
      const end = Math.min(first + numbersAtOnce, next);
      const [found = []] = await this.#rows.read(scope, [
        {
          ...{ table: 'records', index: 'by_number', is: [scope], columns: ['number', 'family'] },
          ...{ after: [first - 1], before: [end] },
        },
      ]);
      const left = new Set(
        found.flatMap(({ family, number }) => (family === null ? [] : [number as number])),
      );
      const removed: string[] = [];
      for (let number = first; number < end; number++)
        if (!left.has(number)) removed.push(String(number));
      const changes = { since: position, to: position, changed: [], removed };
      const where = await this.index.follow(names.scope, changes);
      if (!isSame(where, position)) return;
    }
  }
}

/**
 * A revision of a scope in one past, with the vectors of one space: in all others an index begins anew. So a database
 * that was restored, an erased scope and another embedder need no further care.
 */
function positionAt(seen: Seen, revision = seen.state.revision): IndexPosition {
  const { meta, state } = seen;
  const stamp = stampOf(state.past, revision) ?? '';
  return { epoch: `${state.epoch} ${meta.current?.number ?? 0} ${stamp}`, revision };
}

function isSame(one: IndexPosition | undefined, other: IndexPosition): boolean {
  return one?.epoch === other.epoch && one.revision === other.revision;
}
