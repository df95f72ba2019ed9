import { type AuditEntry, pages, type StoreFault } from '@mneme/contract';
import { type EngineContext, readMemories } from '@mneme/contract/context';
import { indexTerms, textToEmbed } from '@mneme/language/text';
import {
  endsBefore,
  joinEnds,
  joinSayings,
  latest,
  nextVersion,
  recordKey,
  rewritten,
  supersede,
  versionsBefore,
} from '../records/later.ts';
import { unlessDamaged } from './examine-records.ts';
import { mayBeMerged } from './rules.ts';

const pageSize = 100;

interface MendRequest {
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
  for (const [scope, of] of byScope)
    for (const id of new Set(of.flatMap(({ id }) => id ?? []))) {
      // Another fault reports that it cannot be read.
      const [record] = await unlessDamaged(readMemories(backend, scope, [id]), () => []);
      if (record === undefined) continue;
      await embedding.follow(async () => {
        const made =
          embedding.identity === undefined
            ? undefined
            : await embedding.passages([textToEmbed(record)], {});
        await backend.commit({
          scope,
          ...made?.owners,
          expect: [{ id, version: record.version }],
          puts: [{ ...rewritten(record), terms: indexTerms(record), ...made?.vectors[0] }],
          removals: [],
          audit: [],
        });
      });
    }
}

/** Merges two records with the same words: one goes to the other's history. */
export async function joinDuplicates(context: EngineContext, request: MendRequest): Promise<void> {
  for (const scope of request.scopes)
    await unlessDamaged(joinIn(context, { ...request, scope }), () => undefined);
}

async function joinIn(
  context: EngineContext,
  request: MendRequest & { scope: string },
): Promise<void> {
  const { scope, signal } = request;
  const read = (cursor?: string) => context.backend.scan({ scope, cursor, limit: pageSize });
  for await (const { rows } of pages(read, signal))
    for (const { id, supersededBy } of rows)
      if (supersededBy === undefined) await joinOne(context, { ...request, id });
}

async function joinOne(
  { backend }: EngineContext,
  { scope, id, now, actor, reason }: MendRequest & { scope: string; id: string },
): Promise<void> {
  const [record] = await unlessDamaged(readMemories(backend, scope, [id]), () => []);
  if (record === undefined || record.supersededBy !== undefined) return;
  const probe = { category: record.category, contentKey: recordKey(record), limit: 0 };
  const looking = backend.lookUp({ scope, now, probes: [probe] });
  const [match] = await unlessDamaged(looking, () => []);
  const kept = match?.equal;
  if (kept === undefined || kept.id === id || !mayBeMerged(record, kept)) return;
  const line = { at: now, scope, actor };
  const audit: AuditEntry[] = [
    { ...line, action: 'confirm', id: kept.id, reason: `${reason}: says the same as ${id}` },
    { ...line, action: 'supersede', id, reason: `superseded by ${kept.id}` },
  ];
  const both = nextVersion(kept, now);
  joinSayings(both, record, { later: record });
  both.confirmedAt = latest(kept.confirmedAt, record.confirmedAt);
  if (endsBefore(both, record)) joinEnds(both, record);
  const old = nextVersion(record, now);
  supersede(old, { id: kept.id, occurredAt: latest(record.occurredAt, kept.occurredAt) });
  // If another writer was faster, the next run finds the rest.
  const puts = [{ ...rewritten(both), terms: indexTerms(both) }, rewritten(old)];
  await backend.commit({ scope, expect: versionsBefore(puts), puts, removals: [], audit });
}
