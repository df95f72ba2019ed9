import {
  type AuditEntry,
  type CommitRequest,
  type MemoryRecord,
  remainsOf,
  type StoredRecord,
} from '@mneme/contract';
import {
  type EngineContext,
  throwIfAborted,
  untilCommitted,
  type VectorOwners,
} from '@mneme/contract/context';
import { indexTerms, textToEmbed } from '@mneme/language/text';
import type { RemovedForGood } from './api.ts';
import { rewritten } from './record-keys.ts';
import { consequencesOf, type Removable, type Removing, removalRequest } from './removal.ts';
import { buried } from './tombstones.ts';
import { nextVersion, versionsBefore } from './transitions.ts';
import type { TurnsThatSay } from './turns-that-say.ts';

/** What is to be removed, as it is now. */
export interface Going extends Partial<TurnsThatSay> {
  roots: readonly Removable[];
  /** Facts that are not learned again. */
  claims?: readonly MemoryRecord[];
}

interface Request extends Removing {
  what: string;
  dryRun: boolean;
  signal: AbortSignal | undefined;
  /** Asked again until nothing is left. `before`: what was removed so far. */
  find(before: ReadonlySet<string>): Promise<Going>;
}

/**
 * Removes records with the turns that say them and what rests on them, cuts the statement out of turns that say more,
 * and leaves a tombstone of each claim, in one commit; again until nothing is left, because others may write meanwhile.
 */
export async function removeForGood(
  context: EngineContext,
  scope: string,
  { what, dryRun, signal, find, ...by }: Request,
): Promise<Omit<RemovedForGood, 'reason'>> {
  const { backend } = context;
  const at = context.now();
  const removed = new Set<string>();
  const turns = new Set<string>();
  const cut = new Set<string>();
  const forgotten = new Set<string>();
  const kept = new Set<string>();
  const attempt = async () => {
    const going = await find(new Set([...removed, ...turns]));
    const { roots, removed: said = [], cut: shortened = [], claims = [] } = going;
    const isEmpty = roots.length + said.length + shortened.length === 0;
    if (isEmpty || (dryRun && removed.size + turns.size + cut.size > 0)) {
      return {
        ...(dryRun ? { dryRun } : {}),
        removed: [...removed],
        turns: [...turns],
        cut: [...cut].filter((id) => !turns.has(id)),
        forgotten: [...forgotten],
        kept: [...kept].filter((each) => !forgotten.has(each)),
        deletedAt: at,
        ...(await remainsOf([backend], { wait: false })),
      };
    }
    const all = [...roots, ...said];
    const consequences = await consequencesOf(context, { scope, roots: all, at, signal });
    if (!dryRun) {
      const request = removalRequest({ scope, roots: all, at }, consequences, {
        ...by,
        reasonOf: (id) =>
          roots.some((root) => root.id === id) ? by.reasonOf(id) : `says what ${by.because} said`,
      });
      const more = await alsoWritten(context, scope, { said, shortened, claims, at, by, signal });
      const { committed } = await backend.commit({
        ...more.owners,
        ...request,
        expect: [...request.expect, ...more.expect],
        puts: [...request.puts, ...more.puts],
        audit: [...request.audit, ...more.audit],
        ...(shortened.length > 0 && { overwrites: true }),
      });
      if (!committed) return undefined;
    }
    for (const { id } of roots) removed.add(id);
    for (const { id } of said) turns.add(id);
    for (const { turn } of shortened) cut.add(turn.id);
    for (const { id } of consequences.forgotten) forgotten.add(id);
    for (const { id } of consequences.kept) kept.add(id);
    // Also deletes what was written meanwhile.
    return undefined;
  };
  return untilCommitted(attempt, { what, meanwhile: 'it was deleted', signal });
}

/** What a commit writes beside the removal: shortened turns, and tombstones. */
async function alsoWritten(
  context: EngineContext,
  scope: string,
  {
    said,
    shortened,
    claims,
    at,
    by,
    signal,
  }: {
    said: TurnsThatSay['removed'];
    shortened: TurnsThatSay['cut'];
    claims: readonly MemoryRecord[];
    at: string;
    by: Removing;
    signal: AbortSignal | undefined;
  },
): Promise<Pick<CommitRequest, 'expect' | 'puts' | 'audit'> & { owners: Partial<VectorOwners> }> {
  const turns = [...said, ...shortened.map(({ turn }) => turn)];
  const graves = await buried(context, scope, { claims, turns });
  const { puts, owners } = await rewordedPuts(
    context,
    shortened.map(({ turn, content }) => ({ ...nextVersion(turn, at), content })),
    signal,
  );
  return {
    owners,
    expect: [...versionsBefore(puts), ...graves.expect],
    puts: [...puts, ...graves.puts],
    audit: puts.map(({ record: { id } }): AuditEntry => {
      const reason = `without what ${by.because} said`;
      return { at, scope, actor: by.actor, action: 'update', id, reason };
    }),
  };
}

/** Records with a new text. What cannot be embedded now has no vector until the next reembed: a deletion does not wait. */
async function rewordedPuts(
  { embedding, logger }: EngineContext,
  records: readonly MemoryRecord[],
  signal: AbortSignal | undefined,
): Promise<{ puts: StoredRecord<MemoryRecord>[]; owners: Partial<VectorOwners> }> {
  const puts = records.map((record) => ({ ...rewritten(record), terms: indexTerms(record) }));
  if (puts.length === 0) return { puts, owners: {} };
  try {
    const { vectors, owners } = await embedding.passages(records.map(textToEmbed), { signal });
    return { puts: puts.map((put, at) => ({ ...put, ...vectors[at] })), owners };
  } catch (error) {
    throwIfAborted(signal);
    logger.warn('shortened turns have no vector until the next reembed', { error });
    return { puts: puts.map((put) => ({ ...put, dropsVector: true as const })), owners: {} };
  }
}
