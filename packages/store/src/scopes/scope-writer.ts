import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { AuditEntry } from '@mneme/core/contract';
import { Removals } from '../index/removals.ts';
import type { Cell, Question, Row, RowExpectation, RowPatch, Rows } from '../rows/rows.ts';
import { type Meta, metaIn, metaQuestion, metaUnchanged } from './meta.ts';

/** The row of a scope in `scopes`. Without one, `revision` is 0. */
export interface ScopeState {
  epoch: string;
  revision: number;
  next_number: number;
  records: number;
  /** See `recordCounts`. */
  counts: string;
  documents: number;
  bytes: number;
}

export const scopeQuestion = (scope: string): Question => ({ table: 'scopes', any: [[scope]] });

/** From the answer to {@link scopeQuestion}. */
export function scopeIn([row]: readonly Row[] = []): ScopeState {
  if (row === undefined)
    return {
      ...{ epoch: randomUUID(), revision: 0, next_number: 1 },
      ...{ records: 0, counts: '{}', documents: 0, bytes: 0 },
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
  readonly #audit: AuditEntry[] = [];
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
    this.#audit.push(...entries);
  }

  /** Whether it was written. False: another writer was faster. */
  write(rows: Rows): Promise<boolean> {
    const { before, scope } = this;
    this.put(
      'audit',
      this.#audit.map((entry, at) => ({
        at: entry.at,
        number: this.revision * mostLines + at,
        entry: JSON.stringify(entry),
      })),
    );
    this.put('scopes', [{ ...this.after }]);
    this.put('removals', this.#removals.rowsAt(this.revision));
    this.remove('segments', this.#removals.segments);
    const revision = before.revision === 0 ? undefined : before.revision;
    return rows.write(scope, {
      expect: [
        { table: 'scopes', key: [scope], column: 'revision', value: revision },
        metaUnchanged(this.meta),
        ...this.#expect,
      ],
      remove: this.#remove,
      put: this.#put,
      patch: this.#patch,
    });
  }
}

/** Of audit, in one write. */
const mostLines = 1_000_000;
const longestPauseMs = 50;

/** Writes scopes: each change is decided on the state at the moment of its write. */
export class ScopeWriter {
  readonly #rows: Rows;
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(rows: Rows) {
    this.#rows = rows;
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
      for (let attempt = 0; ; attempt++) {
        const [known, state, ...answers] = await this.#rows.read(scope, [
          metaQuestion,
          scopeQuestion(scope),
          ...questions,
        ]);
        const draft = new Draft(scope, { meta: metaIn(known), before: scopeIn(state), answers });
        const result = await decide(draft);
        if (result === undefined || (await draft.write(this.#rows))) return result;
        await setTimeout(Math.random() * Math.min(longestPauseMs, 2 ** attempt));
      }
    });
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
