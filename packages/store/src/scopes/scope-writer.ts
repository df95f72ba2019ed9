import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { AuditEntry } from '@mneme/core/backend';
import { chained, type NewLine, type Note, storeScope } from '../audit/chain.ts';
import { countScope } from '../audit/scope-births.ts';
import { SummedRows } from '../checksums/summed-rows.ts';
import { pauseForMove } from '../databases/moving.ts';
import { Removals } from '../index/removals.ts';
import type { Cell, Question, Row, RowExpectation, RowPatch, Rows } from '../rows/rows.ts';
import { assertWhole, type Meta, metaIn, metaQuestion, metaUnchanged } from './meta.ts';
import { pastWith, Stamps } from './past.ts';

/** The row of a scope in `scopes`. Without one, `revision` is 0. */
export interface ScopeState {
  epoch: string;
  revision: number;
  /** See `past.ts`. */
  past: string | null;
  next_number: number;
  records: number;
  /** See `recordCounts`. */
  counts: string;
  documents: number;
  bytes: number;
  /** The end and the beginning of its audit: see `audit/chain.ts`. */
  lines: number;
  chain: string | null;
  cut: string | null;
  /** What an erasure that has begun removes: see `erase/`. */
  erasing: string | null;
  /** Until when writers wait for a move: see `databases/moving.ts`. */
  moving: string | null;
  sums: string | null;
}

export const scopeQuestion = (scope: string): Question => ({ table: 'scopes', any: [[scope]] });

/** From the answer to {@link scopeQuestion}. */
export function scopeIn([row]: readonly Row[] = []): ScopeState {
  if (row === undefined)
    return {
      ...{ epoch: randomUUID(), revision: 0, past: null, next_number: 1 },
      ...{ records: 0, counts: '{}', documents: 0, bytes: 0 },
      ...{ lines: 0, chain: null, cut: null, erasing: null, moving: null, sums: null },
    };
  const { scope, ...state } = row;
  return state as unknown as ScopeState;
}

/** One write of a scope before it happens, by the state that it expects. */
export class Draft {
  readonly scope: string;
  readonly meta: Meta;
  readonly before: ScopeState;
  /** What the row of the scope will be. */
  readonly after: ScopeState;
  /** Answers to the questions of the change, of the same moment. */
  readonly answers: readonly Row[][];
  readonly #expect: RowExpectation[] = [];
  readonly #remove: Record<string, (readonly Cell[])[]> = {};
  readonly #put: Record<string, Row[]> = {};
  readonly #patch: RowPatch[] = [];
  readonly #lines: NewLine[] = [];
  readonly #removals = new Removals();

  constructor(
    scope: string,
    { meta, before, answers }: Pick<Draft, 'meta' | 'before' | 'answers'>,
  ) {
    this.scope = scope;
    this.meta = meta;
    this.before = before;
    this.after = { ...before, revision: before.revision + 1 };
    this.answers = answers;
  }

  /** The revision that this write makes. */
  get revision(): number {
    return this.after.revision;
  }

  expect(...expectations: readonly RowExpectation[]): void {
    this.#expect.push(...expectations);
  }

  /** Keys without the scope. They go before all puts. */
  remove(table: string, keys: Iterable<readonly Cell[]>): void {
    this.#remove[table] ??= [];
    for (const key of keys) this.#remove[table].push([this.scope, ...key]);
  }

  /** Rows without the scope. */
  put(table: string, rows: Iterable<Row>): void {
    this.#put[table] ??= [];
    for (const row of rows) this.#put[table].push({ scope: this.scope, ...row });
  }

  /** What this draft puts in a table so far. */
  rowsPut(table: string): readonly Row[] {
    return this.#put[table] ?? [];
  }

  /** Whether this draft removes rows of a table so far. */
  removes(table: string): boolean {
    return (this.#remove[table] ?? []).length > 0;
  }

  patch(table: string, { key, ...change }: Omit<RowPatch, 'table'>): void {
    this.#patch.push({ table, key: [this.scope, ...key], ...change });
  }

  /**
   * What the indexes know of these records, or of these passages of a document store, must leave them. `removed`: numbers
   * of rows that go. `changed`: numbers of rows that stay with other terms or another vector.
   */
  unindex({
    storeId = '',
    removed = [],
    changed = [],
  }: {
    storeId?: string;
    removed?: Iterable<number>;
    changed?: Iterable<number>;
  }): void {
    this.#removals.add(removed, { owner: storeId, isGone: true });
    this.#removals.add(changed, { owner: storeId, isGone: false });
  }

  audit(entries: readonly AuditEntry[]): void {
    for (const entry of entries) this.#lines.push({ entry });
  }

  /** A line of the audit that has no entry. */
  note(note: Note): void {
    this.#lines.push({ note });
  }

  /** Whether it was written. False: another writer was faster. */
  async write(rows: Rows, stamps: Stamps): Promise<boolean> {
    const { before, scope, revision } = this;
    const stamp = stamps.take(scope, before);
    this.after.past = pastWith(before.past, revision, stamp);
    const { rows: lines, end } = chained(before, this.#lines);
    this.put('audit', lines);
    this.put('scopes', [{ ...this.after, ...end }]);
    this.put('removals', this.#removals.rowsAt(revision));
    this.remove('segments', this.#removals.segments);
    const isNew = before.revision === 0;
    if (isNew && scope !== storeScope) this.#patch.push(countScope(scope, this.after.epoch, 1));
    const isWritten = await rows.write(scope, {
      expect: [...scopeUnchanged(scope, before), metaUnchanged(this.meta), ...this.#expect],
      remove: this.#remove,
      put: this.#put,
      patch: this.#patch,
    });
    if (isWritten) stamps.keep(scope, { revision, stamp });
    return isWritten;
  }
}

/** What a write expects that has read the scope. An erased scope that is written again has another epoch. */
export function scopeUnchanged(
  scope: string,
  { revision, epoch }: Pick<ScopeState, 'revision' | 'epoch'>,
): RowExpectation[] {
  const of = { table: 'scopes', key: [scope] };
  if (revision === 0) return [{ ...of, column: 'revision', value: undefined }];
  return [
    { ...of, column: 'revision', value: revision },
    { ...of, column: 'epoch', value: epoch },
  ];
}

const longestPauseMs = 50;

/** Writes scopes: each change is decided on the state at the moment of its write. */
export class ScopeWriter {
  readonly #rows: Rows;
  readonly #read: SummedRows['readToWrite'];
  readonly #settle: (scope: string) => Promise<unknown>;
  readonly #isPart: boolean;
  readonly #stamps = new Stamps();
  readonly #turns = new Map<string, Promise<unknown>>();

  /**
   * `settle`: finishes an erasure of the scope that has begun, because nothing is written to it before. `isPart`: the store
   * was opened as one of several databases.
   */
  constructor(
    rows: SummedRows | Rows,
    {
      settle = async () => {},
      isPart = false,
    }: { settle?: (scope: string) => Promise<unknown>; isPart?: boolean } = {},
  ) {
    this.#rows = rows;
    this.#isPart = isPart;
    this.#read = (...given) =>
      rows instanceof SummedRows ? rows.readToWrite(...given) : rows.read(...given);
    this.#settle = settle;
  }

  /**
   * Writers of this process take turns; those of others meet at the revision of the scope, and who was slower decides
   * again. `decide` fills the draft and returns the result; undefined: nothing is written.
   */
  change<T>(
    scope: string,
    {
      questions = [],
      decide,
    }: {
      questions?: readonly Question[];
      decide(draft: Draft): T | undefined | Promise<T | undefined>;
    },
  ): Promise<T | undefined> {
    return this.#inTurn(scope, async () => {
      const since = Date.now();
      for (let attempt = 0; ; attempt++) {
        const [known, state, ...answers] = await this.#read(
          scope,
          [metaQuestion, scopeQuestion(scope), ...questions],
          { turn: true },
        );
        const meta = metaIn(known);
        const draft = new Draft(scope, { meta, before: scopeIn(state), answers });
        const pauseMs = await this.#unlessWritable(draft, since);
        if (pauseMs !== undefined) {
          await setTimeout(pauseMs);
          continue;
        }
        const result = await this.#decided(draft, decide);
        if (result === undefined || (await draft.write(this.#rows, this.#stamps))) return result;
        if (draft.before.revision === 0) await this.#settle(scope);
        await setTimeout(Math.random() * Math.min(longestPauseMs, 2 ** attempt));
      }
    });
  }

  /** Milliseconds to wait for a move of the scope. If it may not be written at all, others may go on. */
  async #unlessWritable({ scope, meta, before }: Draft, since: number) {
    let isWritable = false;
    try {
      // A store that was opened before it became one of several does not know where new scopes belong.
      if (before.revision === 0 && !this.#isPart) assertWhole(meta);
      const pauseMs = pauseForMove(scope, before, since);
      isWritable = pauseMs === undefined;
      return pauseMs;
    } finally {
      if (!isWritable) await this.#rows.write(scope, {});
    }
  }

  /** If nothing is to be written, others may write at once. */
  async #decided<T>(
    draft: Draft,
    decide: (draft: Draft) => T | undefined | Promise<T | undefined>,
  ): Promise<T | undefined> {
    let result: T | undefined;
    try {
      result = await decide(draft);
      return result;
    } finally {
      if (result === undefined) await this.#rows.write(draft.scope, {});
    }
  }

  #inTurn<T>(scope: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(scope) ?? Promise.resolve();
    const turn = before.then(work, work);
    const ended = turn.then(
      () => {},
      () => {},
    );
    this.#turns.set(scope, ended);
    ended.then(() => {
      if (this.#turns.get(scope) === ended) this.#turns.delete(scope);
    });
    return turn;
  }
}
