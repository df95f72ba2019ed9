import {
  type MemoryRecord,
  type MemoryScope,
  MnemeError,
  type RetrievedMemory,
  type StoreInput,
  type Where,
} from '@mneme/core';
import { pages } from '@mneme/core/contract';
import { withinBytes } from '@mneme/core/faces';
import { boundedJson, escapeName, invalid, numberFrom } from '@mneme/core/input';
import { textOf } from './text-of.ts';

/** The metadata of an item's record, beside its value. */
interface ItemFacts {
  key: string;
  /** ISO 8601 in UTC, like `updatedAt`: times of the first and the last put. */
  createdAt: string;
  updatedAt: string;
  /** Increasing numbers for the creation of the scope's first item and of this one. */
  place: [number, number];
  /** Minutes to live after its put, and after each read that refreshes it. */
  ttl?: number;
}

/** A JSON value under a key. */
export interface JsonItem extends ItemFacts {
  id: string;
  value: Record<string, unknown>;
  /** Whether queries can find it. */
  indexed: boolean;
}

/** A value to put under a key; `null` deletes. */
export interface ItemPut {
  key: string;
  value: Record<string, unknown> | null;
  /**
   * The paths of the value that queries search, such as `notes[*].text`; `false`: none. Default: those of the scope.
   */
  index?: false | readonly string[];
  /** Minutes to live. Default: those of the scope. */
  ttl?: number;
}

/** Options for the items of all namespaces. */
export interface JsonItemsOptions {
  /** The paths that queries search. Default: `['$']`, the whole value. */
  fields?: readonly string[];
  /** `defaultTtl` in minutes; `refreshOnRead`: reading an item restarts its time. Default: items do not expire. */
  ttl?: { defaultTtl?: number; refreshOnRead?: boolean };
  /** The memory's own clock, if it has one. */
  clock?: () => Date;
}

const indexedTag = 'indexed';
const pageSize = 1000;
const parseTtl = numberFrom(0);
const by = { actor: 'langgraph' };

/** Increasing numbers, from the clock and from call to call. */
export function ascending(clock = () => new Date()): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, clock().getTime() * 1000);
    return last;
  };
}

/** JSON values under keys in a scope of their own: each is one record, and replaces the former value of its key. */
export class JsonItems {
  readonly #scope: MemoryScope;
  readonly #options: JsonItemsOptions & { nextPlace: () => number };

  /** The scope has only items, except for records without a key. `nextPlace` orders the items of all scopes. */
  constructor(scope: MemoryScope, options: JsonItemsOptions & { nextPlace: () => number }) {
    this.#scope = scope;
    this.#options = options;
  }

  /** All items, or that of one key, in any order. */
  async list(key?: string): Promise<JsonItem[]> {
    const where: Where = key === undefined ? {} : { 'source.externalId': nameOf(key) };
    const items: JsonItem[] = [];
    const read = (cursor?: string) => this.#scope.list({ where, limit: pageSize, cursor });
    for await (const page of pages(read)) items.push(...page.memories.flatMap(itemOf));
    return items;
  }

  /** One item; undefined if there is none. */
  async any(): Promise<JsonItem | undefined> {
    return (await this.#scope.list({ limit: 1 })).memories.flatMap(itemOf)[0];
  }

  /** At most `limit` (1..1000) items for the query, best first. Of a long query its beginning and its end count. */
  async retrieve(query: string, limit: number): Promise<(JsonItem & Scored)[]> {
    const text = withinBytes(query);
    const { memories } = await this.#scope.retrieve(text, { limit, tags: [indexedTag] });
    return memories.flatMap((memory) => {
      const { score, relevance } = memory;
      return itemOf(memory).map((item) => ({ ...item, score, relevance }));
    });
  }

  /** Restarts the time of an expiring item, if the options say so. */
  async refresh({ id, ttl }: JsonItem): Promise<void> {
    const { ttl: { refreshOnRead } = {}, clock = () => new Date() } = this.#options;
    if (refreshOnRead === true && ttl !== undefined) await this.#endAt(id, endOf(clock(), ttl));
  }

  /** Checks puts of different keys, and returns a function that writes them, the values in one step. */
  async plan(puts: readonly ItemPut[]): Promise<() => Promise<void>> {
    const places = puts.map(this.#options.nextPlace);
    const known = await Promise.all(puts.map(async ({ key }) => (await this.list(key))[0]));
    const { ttl: { defaultTtl } = {}, clock = () => new Date(), fields = ['$'] } = this.#options;
    const now = clock();
    const began = (await this.any())?.place[0] ?? places[0] ?? 0;
    const inputs: StoreInput[] = [];
    for (const [at, { key, value, index = fields, ...put }] of puts.entries()) {
      if (value === null) continue;
      const { createdAt = now.toISOString(), place = [began, places[at]] } = known[at] ?? {};
      const plain = JSON.parse(boundedJson(value, 'value'));
      const text = index === false ? undefined : textOf(plain, index);
      const ttl = put.ttl === undefined ? defaultTtl : parseTtl(put.ttl, 'ttl');
      const input: StoreInput = {
        content: text ?? `not indexed: ${key}`,
        tags: text === undefined ? [] : [indexedTag],
        source: { externalId: nameOf(key) },
        metadata: {
          value: plain,
          facts: { key, createdAt, updatedAt: now.toISOString(), place, ttl },
        },
        expiresAt: ttl === undefined ? undefined : endOf(now, ttl),
      };
      this.#scope.check(input);
      inputs.push(input);
    }
    return async () => {
      for (const [at, { value }] of puts.entries())
        if (value === null && known[at]) await unlessGone(this.#scope.delete(known[at].id, by));
      if (inputs.length === 0) return;
      const options = { onConflict: 'upsert' as const, ...by };
      const results = await this.#scope.storeMany(inputs, options);
      for (const [at, { id, outcome }] of results.entries()) {
        const { expiresAt } = inputs[at] ?? {};
        // Storing the same text again would keep the later expiry.
        if (outcome === 'confirmed' && expiresAt) await this.#endAt(id, expiresAt);
      }
    };
  }

  async #endAt(id: string, expiresAt: string | Date): Promise<void> {
    await unlessGone(this.#scope.update(id, { expiresAt }, by));
  }
}

/** How well an item answers: `score` within one answer, `relevance` across several. */
interface Scored {
  score: number;
  relevance: number;
}

/** Without the application's own data. */
function itemOf({ id, metadata, tags }: MemoryRecord | RetrievedMemory): JsonItem[] {
  const { value, facts } = (metadata ?? {}) as { value?: JsonItem['value']; facts?: ItemFacts };
  if (value === undefined || !Array.isArray(facts?.place)) return [];
  return [{ id, value, ...facts, indexed: tags.includes(indexedTag) }];
}

function endOf(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * 60_000);
}

/** A key as an external id. Different keys give different ids. */
function nameOf(key: string): string {
  if (typeof key === 'string' && key.isWellFormed()) return escapeName(key);
  throw invalid('key', 'is not well-formed text: give a string');
}

/** If another writer has removed or replaced it meanwhile, nothing more is needed. */
async function unlessGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!MnemeError.isInstance(error) || !/^(not_found|conflict)$/.test(error.code)) throw error;
  }
}
