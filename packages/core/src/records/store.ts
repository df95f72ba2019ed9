import type { LookUpMatch, LookUpProbe, StoredRecord } from '@mneme/contract';
import {
  type EngineContext,
  type TextVectors,
  throwIfAborted,
  untilCommitted,
  type VectorOwners,
} from '@mneme/contract/context';
import { gate, nextTurn } from '@mneme/contract/gate';
import type { Parsed, StoreItem } from '@mneme/contract/input';
import { indexTerms, textToEmbed } from '@mneme/language/text';
import type { StoreResult } from './api.ts';
import { addTakenIds } from './fact-ids.ts';
import { gateEach } from './gate-each.ts';
import type { storeManyFields } from './option-fields.ts';
import type { ParsedItems } from './parse-items.ts';
import { BatchPlan, type Judged, nearestCount } from './plan.ts';
import { isCompared, type PlanRequest, type PreparedItem } from './prepared-item.ts';
import { mayConflict, recordKey, recordMatter } from './record-keys.ts';
import { removedTurns, tombstonesOf } from './tombstones.ts';
import { versionsBefore } from './transitions.ts';

/** Records in one transaction: large enough to be fast, small enough that other writers wait only briefly. */
const batchSize = 1024;
/** With a look-up, every text is also compared with the others of its batch. */
const comparedBatchSize = 256;
/** Texts that are prepared without a pause: some milliseconds of work. */
const sliceSize = 64;
/** Texts that are decided without a pause. */
const decidedSize = 16;
/** Near records share words with a text; for a long text the first words are enough. */
const comparedTerms = 16;

/** What {@link parseItems} has made of the inputs. */
export async function storeMany(
  context: EngineContext,
  scope: string,
  { now, parsed, results, refuse }: ParsedItems,
  options: Parsed<typeof storeManyFields>,
): Promise<StoreResult[]> {
  const { onProgress, signal, unlessForgotten } = options;
  const { actor = 'application', reason = 'stored' } = options;
  const { value: by } = gate({ scope, actor, reason }, context.secrets);
  const request: PlanRequest = { now, signal, unlessForgotten, ...by };
  const items = await gateEach(parsed, {
    secrets: context.secrets,
    refuse: (place, error) => refuse(parsed[place]?.index ?? 0, error),
  });
  const compared = items.some(({ item }) => isCompared(item));
  const size = compared ? comparedBatchSize : batchSize;
  // Batches without look-ups do not depend on one another.
  const independent = !compared && items.every(({ item }) => item.source.externalId === undefined);
  const { parallelCommits = 1 } = context.backend;
  let done = 0;
  await writeInBatches(context, items, {
    size,
    parallel: independent ? parallelCommits : 1,
    signal,
    async write(batch, entries) {
      // Without further puts only its own plan can lose a race, and that is made again.
      const outcomes = (await storeBatch(context, request, batch)) as StoreResult[];
      for (const [place, { index }] of entries.entries())
        results[index] = outcomes[place] as StoreResult;
      done += entries.length;
      onProgress?.({ done, total: items.length });
      return true;
    },
  });
  return results;
}

/**
 * Writes items batch by batch. A batch is prepared while those before it are written, at most `parallel` of them at the
 * same time. `write` resolves to false to end the call. If one fails, this waits for those that run.
 */
export async function writeInBatches<Entry extends { item: StoreItem }>(
  context: EngineContext,
  entries: readonly Entry[],
  {
    size,
    parallel = 1,
    signal,
    write,
  }: {
    size: number;
    parallel?: number;
    signal: AbortSignal | undefined;
    write(batch: PreparedBatch, entries: readonly Entry[]): Promise<boolean>;
  },
): Promise<void> {
  /** Oldest first. */
  const writes: Promise<void>[] = [];
  let isOver = false;
  const start = async (batch: readonly Entry[], first: PreparedBatch) => {
    let prepared = first;
    const { embedding } = context;
    const goesOn = await embedding.follow(async () => {
      if (!embedding.isCurrent(prepared.owners))
        prepared = await prepare(context, prepared.items, signal);
      return write(prepared, batch);
    });
    isOver ||= !goesOn;
  };
  try {
    for (let from = 0; from < entries.length; from += size) {
      const batch = entries.slice(from, from + size);
      const items = batch.map(({ item }) => item);
      const preparing = prepare(context, items, signal);
      const room = writes.length < parallel ? undefined : writes.shift();
      const [prepared, written] = await Promise.allSettled([preparing, room]);
      if (written.status === 'rejected') throw written.reason;
      if (prepared.status === 'rejected') throw prepared.reason;
      if (isOver) break;
      throwIfAborted(signal);
      const writing = start(batch, prepared.value);
      writing.catch(() => {}); // It is awaited later; until then a failure must not count as unhandled.
      writes.push(writing);
      await nextTurn(); // Starts the write before the next batch uses this thread.
    }
    for (const writing of writes) await writing;
  } finally {
    await Promise.allSettled(writes);
  }
}

/** Puts in the same commit as the texts, each the next version of its record. */
export interface Together extends Pick<PlanRequest, 'actor' | 'reason' | 'signal'> {
  puts: readonly StoredRecord[];
  /** Items that a person asked to remember: they are stored even if they were forgotten before. */
  asked?: ReadonlySet<StoreItem>;
  /** Decide, but write nothing. */
  dryRun: boolean;
}

/**
 * Stores checked texts, at most one batch, in one commit with other puts. Undefined: one of those has changed, and
 * nothing was written.
 */
export async function storeTogether(
  context: EngineContext,
  scope: string,
  items: readonly StoreItem[],
  { actor, reason, signal, asked, ...together }: Together,
): Promise<StoreResult[] | undefined> {
  const now = context.now();
  const request: PlanRequest = { scope, now, actor, reason, signal, unlessForgotten: true };
  return context.embedding.follow(async () => {
    const prepared = await prepare(context, items, signal);
    const isAsked = (index: number) => asked?.has(items[index] as StoreItem) ?? false;
    return storeBatch(context, request, prepared, { ...together, isAsked });
  });
}

export interface PreparedBatch {
  owners: VectorOwners;
  items: PreparedItem[];
}

/** Adds words, keys and vectors. */
async function prepare(
  context: EngineContext,
  items: readonly StoreItem[],
  signal: AbortSignal | undefined,
): Promise<PreparedBatch> {
  const { vectors, owners } = await context.embedding.passages(items.map(textToEmbed), { signal });
  const prepared: PreparedItem[] = [];
  for (const [index, item] of items.entries()) {
    // Lets the previous batch's write use this thread.
    if (index % sliceSize === sliceSize - 1) await nextTurn();
    prepared.push(
      // Spreading into a literal would cost ten times as much.
      Object.assign({}, item, vectors[index] as TextVectors, {
        contentKey: recordKey(item),
        terms: indexTerms(item),
        matter: recordMatter(item),
      }),
    );
  }
  return { owners, items: prepared };
}

/**
 * Look up, decide, write; again from the start if another writer has changed a record that the decision changes too. So
 * two writers of one fact leave one record, in any processes. The judge is not asked again about a pair that it has
 * decided.
 */
async function storeBatch(
  context: EngineContext,
  given: PlanRequest,
  batch: PreparedBatch,
  { puts = [], dryRun = false, isAsked = () => false }: Partial<BatchOptions> = {},
): Promise<StoreResult[] | undefined> {
  const { items, owners } = batch;
  const request = { ...given, idSecret: await context.backend.idSecret?.(given.scope) };
  const takenIds = new Set<string>();
  const judged: Judged = new Map();
  const attempt = async (): Promise<{ results: StoreResult[] | undefined } | undefined> => {
    const [matches, graves] = await Promise.all([
      lookUpAll(context, request, batch),
      gravesOf(context, request, { items, isAsked }),
    ]);
    const plan = new BatchPlan(context, request, { ...batch, takenIds, judged });
    const results: StoreResult[] = [];
    for (const [index, item] of items.entries()) {
      if (index % decidedSize === 0) await nextTurn();
      if (graves.forgotten.has(index)) {
        results.push({ id: '', outcome: 'rejected', reason: wasForgotten });
        continue;
      }
      results.push(
        await plan.add(item, matches[index] ?? { nearest: [], sameMatter: [], atTurn: [] }),
      );
    }
    if (plan.puts.length + puts.length === 0 || dryRun) return { results };
    const all = [...puts, ...graves.lifted];
    const lost = await commitPlan(context, plan, { request, owners, takenIds, puts: all });
    if (lost === undefined) return { results };
    return puts.some(({ record }) => lost.includes(record.id)) ? { results: undefined } : undefined;
  };
  const { scope, signal } = request;
  const writing = {
    what: 'the same records',
    meanwhile: 'this write was decided',
    queue: { queues: context.queues, key: JSON.stringify(['records', scope]) },
    signal,
  };
  return (await untilCommitted(attempt, writing)).results;
}

interface BatchOptions extends Pick<Together, 'puts' | 'dryRun'> {
  isAsked(index: number): boolean;
}

/** The reason of a result whose text was not stored, because it was forgotten. */
export const wasForgotten = 'it was forgotten in this scope';

/**
 * Which texts were forgotten and are not stored, and what a commit writes for those that are stored again: a person
 * stores them, asks to remember them later than they were forgotten, or says that something is again as it was before a
 * correction.
 */
async function gravesOf(
  context: EngineContext,
  { scope, unlessForgotten }: PlanRequest,
  { items, isAsked }: { items: readonly PreparedItem[] } & Pick<BatchOptions, 'isAsked'>,
): Promise<{ forgotten: ReadonlySet<number>; lifted: readonly StoredRecord[] }> {
  const facts = [...items.keys()].filter((index) => items[index]?.kind === 'fact');
  const claims = facts.map((index) => items[index] as PreparedItem);
  const turns = unlessForgotten ? items.filter(({ kind }) => kind === 'episode') : [];
  const removed = await removedTurns(context, scope, turns);
  const known = [...items.keys()].filter((index) => removed.has(items[index] as PreparedItem));
  const met = await tombstonesOf(context, scope, claims);
  if (met === undefined) return { forgotten: new Set(known), lifted: [] };
  const { lifted = [], forgotten = [] } = Object.groupBy(
    [...facts.keys()].filter((at) => met.isForgotten(at)),
    (at) => {
      if (!unlessForgotten) return 'lifted';
      const { occurredAt } = claims[at] as PreparedItem;
      const asked = isAsked(facts[at] as number);
      const stays = met.isForgotten(
        at,
        (grave) => occurredAt <= grave.at || !(asked || (grave.corrected && met.saysChange(at))),
      );
      return stays ? 'forgotten' : 'lifted';
    },
  );
  return {
    forgotten: new Set([...known, ...forgotten.map((at) => facts[at] as number)]),
    lifted: met.lifted(lifted).puts,
  };
}

/**
 * Writes a plan, with further puts. If another writer was faster, nothing is written: the result has the ids that have
 * changed, and ids of new records that are taken are noted, so that the next plan uses others.
 */
export async function commitPlan(
  context: EngineContext,
  plan: BatchPlan,
  {
    request,
    owners,
    takenIds,
    puts = [],
  }: {
    request: PlanRequest;
    owners: VectorOwners;
    takenIds: Set<string>;
    puts?: readonly StoredRecord[];
  },
): Promise<string[] | undefined> {
  const written = await context.backend.commit({
    scope: request.scope,
    ...owners,
    expect: [...plan.expect, ...versionsBefore(puts)],
    puts: [...plan.puts, ...puts],
    removals: [],
    audit: plan.audit,
  });
  if (written.committed) return undefined;
  await addTakenIds(takenIds, plan.factsOf(written.mismatched), { context, request });
  return written.mismatched;
}

async function lookUpAll(
  context: EngineContext,
  { scope, now }: PlanRequest,
  { items, owners }: PreparedBatch,
): Promise<LookUpMatch[]> {
  const needed = items.some((item) => isCompared(item) || item.source.externalId !== undefined);
  if (!needed) return [];
  const probes = items.map((item): LookUpProbe => {
    const { externalId } = item.source;
    if (item.kind === 'episode') return { limit: 0, externalId, turn: placeOf(item) };
    if (!isCompared(item)) return { category: item.category, limit: 0, externalId };
    const compared = mayConflict(item, context.judge !== undefined);
    return {
      category: item.category,
      contentKey: item.contentKey,
      vector: compared ? item.vector : undefined,
      terms: [...new Set(item.terms)].slice(0, comparedTerms),
      matter: item.matter,
      limit: compared ? nearestCount : 0,
      externalId,
    };
  });
  const matches = await context.backend.lookUp({ scope, now, embedder: owners.embedder, probes });
  // Among the episodes at its place, the one with its words and speaker.
  for (const [index, { kind, contentKey }] of items.entries()) {
    const match = matches[index];
    if (match !== undefined && kind === 'episode')
      match.equal = match.atTurn.find((record) => recordKey(record) === contentKey);
  }
  return matches;
}

function placeOf(item: PreparedItem): LookUpProbe['turn'] {
  const { session, sequence } = item.source;
  return !isCompared(item) || session === undefined || sequence === undefined
    ? undefined
    : { session, sequence };
}
