import { CodeMemory, Snapshots } from '@mneme/core/index';
import type { Rows } from '../rows/rows.ts';
import { metaIn, metaQuestion } from '../scopes/meta.ts';
import { scopeIn, scopeQuestion } from '../scopes/scope-writer.ts';
import { Kept } from './kept.ts';
import { readCode } from './vector-columns.ts';

/** What has an index: the records of a scope, or the passages of one of its document stores. */
export interface IndexOwner {
  scope: string;
  storeId?: string;
}

/**
 * The indexes of scopes in memory, derived from rows and never truth: each is brought up to date by the rows that have
 * changed since.
 */
export class Indexes {
  readonly #rows: Rows;
  readonly #memory = new CodeMemory();
  readonly #kept = new Snapshots<Kept>({ budgetBytes: 128 * 1024 * 1024 });
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  /** Does the work with an index that contains every acknowledged write. Work with the same index takes turns. */
  use<T>(owner: IndexOwner, work: (kept: Kept) => T | Promise<T>): Promise<T> {
    const key = JSON.stringify([owner.scope, owner.storeId]);
    const before = this.#turns.get(key) ?? Promise.resolve();
    const next = async () => work(await this.#fresh(key, owner));
    const turn = before.then(next, next);
    const ended = turn.then(
      () => {},
      () => {},
    );
    this.#turns.set(key, ended);
    ended.then(() => {
      if (this.#turns.get(key) === ended) this.#turns.delete(key);
    });
    return turn;
  }

  async #fresh(key: string, owner: IndexOwner): Promise<Kept> {
    const { scope, storeId } = owner;
    const of = tableOf(owner);
    let known = this.#kept.get(key);
    for (;;) {
      const since = known?.revision ?? 0;
      const [answer, state, rows = [], vectors = [], stores = []] = await this.#rows.read(scope, [
        metaQuestion,
        scopeQuestion(scope),
        { ...of, index: 'by_change', after: [since, Number.MAX_SAFE_INTEGER], columns: of.columns },
        {
          table: 'vectors',
          index: 'by_change',
          is: [scope, known?.meta.current?.number ?? -1],
          after: [since],
          columns: ['number', 'code'],
        },
        {
          table: 'stores',
          any: storeId === undefined ? [] : [[scope, storeId]],
          columns: ['chunks'],
        },
      ]);
      const meta = metaIn(answer);
      const now = state?.length === 0 ? undefined : scopeIn(state);
      const isSame =
        known !== undefined &&
        known.epoch === now?.epoch &&
        known.meta.current?.number === meta.current?.number &&
        !known.index.isWorn;
      if (known === undefined || !isSame) {
        known = new Kept(scope, {
          rows: this.#rows,
          meta,
          epoch: now?.epoch,
          memory: this.#memory,
        });
        this.#kept.set(key, known);
        if (now === undefined) return known;
        continue;
      }
      known.meta = meta;
      if (now === undefined || now.revision === known.revision) return known;
      known.put(
        rows
          .filter(({ family }) => family !== null)
          .sort((one, other) => Number(one.number) - Number(other.number)),
        new Map(vectors.map(({ number, code }) => [number as number, readCode(code)])),
      );
      known.revision = now.revision;
      const count = storeId === undefined ? now.records : Number(stores[0]?.chunks ?? 0);
      if (known.index.count !== count) await this.#dropRemoved(known, owner);
      this.#kept.trim(key);
      return known;
    }
  }

  async #dropRemoved({ index }: Kept, owner: IndexOwner): Promise<void> {
    const { columns, ...of } = tableOf(owner);
    const [left = []] = await this.#rows.read(owner.scope, [
      {
        ...of,
        index: 'by_number',
        columns: ['number', ...columns.filter((name) => name === 'family')],
      },
    ]);
    const memories = left.filter(({ family }) => family !== null);
    index.keep(Int32Array.from(memories, ({ number }) => number as number));
  }
}

function tableOf({ scope, storeId }: IndexOwner) {
  return storeId === undefined
    ? { table: 'records', is: [scope], columns: headColumns }
    : { table: 'chunks', is: [scope, storeId], columns: chunkColumns };
}

const chunkColumns = ['number', 'changed', 'length', 'terms'];
const headColumns = [
  ...chunkColumns,
  'kind',
  'importance',
  'occurred_at',
  'expires_at',
  'valid_to',
  'family',
  'pending',
];
