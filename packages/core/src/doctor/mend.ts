import type { EngineContext } from '@mneme/engine/context';
import { readMemories, throwIfAborted } from '@mneme/engine/context';
import type { AuditEntry, Importance, MemoryRecord, StoreFault } from '@mneme/engine/contract';
import { indexTerms, textToEmbed } from '@mneme/language/text';
import { joinMetadata, prune, recordKey, rewritten } from '../records/index.ts';
import { isDamage } from './examine-records.ts';
import { standsForBoth } from './rules.ts';

const pageSize = 100;

export interface MendRequest {
  scopes: readonly string[];
  now: string;
  actor: string;
  reason: string;
  signal: AbortSignal | undefined;
}

/**
 * Writes records again unchanged, with their words and vectors. If another writer changes one meanwhile, that write has
 * both.
 */
export async function rewriteRecords(
  context: EngineContext,
  faults: readonly StoreFault[],
): Promise<void> {
  const { backend, embedding } = context;
  const byScope = Map.groupBy(faults, ({ scope = '' }) => scope);
  for (const [scope, of] of byScope) {
    const ids = [...new Set(of.flatMap(({ id }) => id ?? []))];
    for (let start = 0; start < ids.length; start += pageSize) {
      const records = await readMemories(backend, scope, ids.slice(start, start + pageSize));
      for (const record of records)
        await embedding.follow(async () => {
          const made =
            embedding.identity === undefined
              ? undefined
              : await embedding.passages([textToEmbed(record)], {});
          await backend.commit({
            scope,
            ...made?.owners,
            expect: [{ id: record.id, version: record.version }],
            puts: [{ ...rewritten(record), terms: indexTerms(record), ...made?.vectors[0] }],
            removals: [],
            audit: [],
          });
        });
    }
  }
}

/** Like `prune`, without a cap. */
export async function removeExpired(context: EngineContext, request: MendRequest): Promise<void> {
  const { scopes, actor, reason, signal } = request;
  await prune(context, scopes, { maxRecords: Number.POSITIVE_INFINITY, actor, reason, signal });
}

/** Merges two records with the same words: one goes to the other's history. */
export async function joinDuplicates(context: EngineContext, request: MendRequest): Promise<void> {
  for (const scope of request.scopes) {
    let cursor: string | undefined;
    do {
      throwIfAborted(request.signal);
      const page = await context.backend.scan({ scope, cursor, limit: pageSize });
      for (const { id, supersededBy } of page.rows)
        if (supersededBy === undefined) await joinOne(context, { ...request, scope, id });
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }
}

async function joinOne(
  { backend }: EngineContext,
  { scope, id, now, actor, reason }: MendRequest & { scope: string; id: string },
): Promise<void> {
  const [record] = await readOne(readMemories(backend, scope, [id]));
  if (record === undefined || record.supersededBy !== undefined) return;
  const [match] = await readOne(
    backend.lookUp({
      scope,
      now,
      probes: [{ category: record.category, contentKey: recordKey(record), limit: 0 }],
    }),
  );
  const kept = match?.equal;
  if (kept === undefined || kept.id === id || !standsForBoth(record, kept)) return;
  const line = { at: now, scope, actor };
  const audit: AuditEntry[] = [
    { ...line, action: 'confirm', id: kept.id, reason: `${reason}: says the same as ${id}` },
    { ...line, action: 'supersede', id, reason: `superseded by ${kept.id}` },
  ];
  const both = joined(kept, { other: record, now });
  const old: MemoryRecord = {
    ...record,
    version: record.version + 1,
    supersededBy: kept.id,
    validTo: [record.occurredAt, kept.occurredAt].sort()[1],
    updatedAt: now,
  };
  // If another writer was faster, the next run finds the rest.
  await backend.commit({
    scope,
    expect: [kept, record].map(({ id, version }) => ({ id, version })),
    puts: [{ ...rewritten(both), terms: indexTerms(both) }, rewritten(old)],
    removals: [],
    audit,
  });
}

function joined(
  kept: MemoryRecord,
  { other, now }: { other: MemoryRecord; now: string },
): MemoryRecord {
  const later = kept.confirmedAt > other.confirmedAt ? kept : other;
  const both: MemoryRecord = {
    ...kept,
    version: kept.version + 1,
    tags: [...new Set([...kept.tags, ...other.tags])],
    importance: Math.max(kept.importance, other.importance) as Importance,
    confirmedAt: later.confirmedAt,
    updatedAt: now,
  };
  const metadata = joinMetadata(kept.metadata, other.metadata);
  if (metadata !== undefined) both.metadata = metadata;
  // A record without an expiry wins.
  if (other.expiresAt === undefined) delete both.expiresAt;
  else if (kept.expiresAt !== undefined && other.expiresAt > kept.expiresAt)
    both.expiresAt = other.expiresAt;
  return both;
}

async function readOne<T>(reading: Promise<T[]>): Promise<T[]> {
  try {
    return await reading;
  } catch (error) {
    if (isDamage(error)) return [];
    throw error;
  }
}
