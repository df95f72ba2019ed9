import type { PutOperation, SearchItem } from '@langchain/langgraph-checkpoint';
import type { MemoryRecord, RetrievedMemory, StoreInput } from '@mneme/core';
import { boundedJson } from '@mneme/core/input';
import { escapeName } from './scope-names.ts';
import { textOf } from './text-of.ts';

/** Of the records that a query may find. */
export const indexedTag = 'indexed';

/** An item as the memory has it: the value and these facts in the metadata of one record. */
export interface StoredItem {
  id: string;
  value: Record<string, unknown>;
  facts: {
    namespace: string[];
    key: string;
    createdAt: string;
    updatedAt: string;
    /** When the namespace and when the item came to be, as numbers that grow: the order without a query. */
    place: [number, number];
    /** Minutes. */
    ttl?: number;
  };
  indexed: boolean;
  score?: number;
}

/** The record of an item. Where nothing of it is indexed it has a text that no search reads. */
export function inputOf(
  { key, value, index }: PutOperation,
  facts: StoredItem['facts'],
  fields: readonly string[],
): StoreInput {
  const plain = JSON.parse(boundedJson(value, 'value'));
  const text = index === false ? undefined : textOf(plain, index ?? fields);
  return {
    content: text ?? `not indexed: ${key}`,
    tags: text === undefined ? [] : [indexedTag],
    source: { externalId: escapeName(key, 'key') },
    metadata: { value: plain, facts },
    expiresAt: endOf(facts, facts.updatedAt),
  };
}

/** When an item ends that was put or read then. */
export function endOf({ ttl }: { ttl?: number }, at: string | Date): Date | undefined {
  return ttl === undefined ? undefined : new Date(new Date(at).getTime() + ttl * 60_000);
}

/** What {@link inputOf} made a record of; nothing of a record that is the application's own. */
export function readItem({ id, metadata, tags }: MemoryRecord | RetrievedMemory): StoredItem[] {
  const { value, facts } = (metadata ?? {}) as Partial<StoredItem>;
  if (value === undefined || !Array.isArray(facts?.place)) return [];
  return [{ id, value, facts, indexed: tags.includes(indexedTag) }];
}

/** What LangGraph gets of it. */
export function itemOf({ value, facts, score }: StoredItem): SearchItem {
  const { key, namespace } = facts;
  const [createdAt, updatedAt] = [new Date(facts.createdAt), new Date(facts.updatedAt)];
  return { value, key, namespace, createdAt, updatedAt, score };
}

/** In the order in which namespaces and items came to be; `indexedFirst`: behind them what no query finds. */
export function inOrder(items: readonly StoredItem[], { indexedFirst = false }): StoredItem[] {
  const rank = ({ indexed }: StoredItem) => (indexedFirst && !indexed ? 1 : 0);
  return items.toSorted((a, b) => {
    const [[namespace, own], [otherNamespace, other]] = [a.facts.place, b.facts.place];
    return rank(a) - rank(b) || namespace - otherNamespace || own - other;
  });
}
