import {
  type AuditEntry,
  type CommitRequest,
  evidenceFacet,
  type MemoryRecord,
  pages,
} from '@mneme/contract';
import { type EngineContext, readMemories, throwIfAborted } from '@mneme/contract/context';
import { rewritten } from './record-keys.ts';
import { unlinked, unsuperseded, versionsBefore } from './transitions.ts';

const pageSize = 500;
/** Ids in one search for facts. */
const idsAtOnce = 100;

/** What is removed, as far as it could be read: of damaged records only this is known. */
export type Removable = Pick<
  MemoryRecord,
  'id' | 'version' | 'supersededBy' | 'contests' | 'contestedBy'
>;

/** The effects of a removal on other records. */
export interface Consequences {
  /** Facts that rested only on what is removed, and are removed too. */
  forgotten: MemoryRecord[];
  /** Facts with other evidence, after the removal. */
  kept: MemoryRecord[];
  /** Records that a removed fact had replaced, or that were linked to something removed, after the removal. */
  others: MemoryRecord[];
  /** Those of `others` that become current again. */
  restored: string[];
}

interface Removal {
  scope: string;
  roots: readonly Removable[];
  /** What else is or was removed: ids of documents. */
  evidence?: readonly string[];
  at: string;
  signal: AbortSignal | undefined;
}

/**
 * Facts rest on episodes and documents. A fact whose last evidence is removed is removed too; a fact with other
 * evidence stays and loses this one. A record that a removed fact had replaced becomes current again, unless it rests
 * on the same evidence.
 */
export async function consequencesOf(
  context: EngineContext,
  { scope, roots, evidence = [], at, signal }: Removal,
): Promise<Consequences> {
  const gone = new Map<string, Removable>(roots.map((root) => [root.id, root]));
  const lost = new Set([...gone.keys(), ...evidence]);
  const resting = new Map<string, MemoryRecord>();
  const forgotten: MemoryRecord[] = [];
  for (let next = [...lost]; next.length > 0; ) {
    for (const fact of await factsRestingOn(context, { scope, ids: next, signal }))
      if (!gone.has(fact.id)) resting.set(fact.id, fact);
    next = [];
    for (const [id, fact] of resting) {
      if (fact.evidence?.some((each) => !lost.has(each))) continue;
      resting.delete(id);
      gone.set(id, fact);
      forgotten.push(fact);
      next.push(id);
    }
    for (const id of next) lost.add(id);
  }
  const removals = [...gone.keys()];
  const kept = [...resting.values()].map((fact) => ({
    ...unlinked(fact, removals, at),
    evidence: fact.evidence?.filter((id) => !lost.has(id)) ?? [],
  }));
  const ids = forgotten.map(({ id }) => id);
  const replaced = await replacedBy(context, { scope, ids, signal }, gone);
  const before = new Map([...replaced, ...(await linkedTo(context, scope, gone))]);
  for (const { id } of kept) before.delete(id);
  const restored: string[] = [];
  const others = [...before.values()].map((record) => {
    const changed = unlinked(record, removals, at);
    const by = holderOf(record, gone);
    if (by !== undefined) return { ...changed, supersededBy: by };
    if (record.supersededBy === undefined) return changed;
    restored.push(record.id);
    return unsuperseded(changed);
  });
  return { forgotten, kept, others, restored };
}

/** The actor and the reason; `because` is the reason for facts that are removed with their evidence. */
export interface Removing {
  actor: string;
  /** Reason for each record to remove. */
  reasonOf: (id: string) => string;
  /** Reason for facts that rested on them. */
  because: string;
}

/** Removes the roots with all that follows, in one step; refused if another writer has changed any of it. */
export function removalRequest(
  { scope, roots, at }: Pick<Removal, 'scope' | 'roots' | 'at'>,
  { forgotten, kept, others, restored }: Consequences,
  { actor, reasonOf, because }: Removing,
): CommitRequest {
  const lineOf = (action: AuditEntry['action'], id: string, reason: string): AuditEntry => ({
    at,
    scope,
    actor,
    action,
    id,
    reason,
  });
  const removed = [...roots, ...forgotten];
  const puts = [...kept, ...others].map(rewritten);
  return {
    scope,
    expect: [...removed.map(({ id, version }) => ({ id, version })), ...versionsBefore(puts)],
    puts,
    removals: removed.map(({ id }) => id),
    audit: [
      ...roots.map(({ id }) => lineOf('delete', id, reasonOf(id))),
      ...forgotten.map(({ id }) => lineOf('delete', id, `rested on ${because} alone`)),
      ...kept.map(({ id }) => lineOf('update', id, `rested on ${because} too, which was removed`)),
      ...restored.map((id) => lineOf('restore', id, `what replaced it rested on ${because} alone`)),
    ],
  };
}

/** Those of the ids that a fact rests on. */
export async function namedByFacts(
  context: EngineContext,
  request: NamedIds,
): Promise<Set<string>> {
  const facts = await factsRestingOn(context, request);
  const named = new Set(facts.flatMap(({ evidence = [] }) => evidence));
  return new Set(request.ids.filter((id) => named.has(id)));
}

type NamedIds = Pick<Removal, 'scope' | 'signal'> & { ids: readonly string[] };

/** The facts that rest on one of the ids; replaced and expired ones too. */
export async function factsRestingOn(
  { backend, now }: EngineContext,
  { scope, ids, signal }: NamedIds,
): Promise<MemoryRecord[]> {
  const found: MemoryRecord[] = [];
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const where = [ids.slice(start, start + idsAtOnce).map(evidenceFacet)];
    const every = { includeExpired: true, includeSuperseded: true };
    const filter = { now: now(), kinds: ['fact'] as const, ...every, where };
    const request = { scope, filter, order: 'newest', limit: pageSize } as const;
    for await (const page of pages((cursor) => backend.list({ ...request, cursor }), signal))
      found.push(...page.records);
  }
  return found;
}

/** Records that the removed facts had replaced, and that stay. */
async function replacedBy(
  { backend }: EngineContext,
  { scope, ids: forgotten, signal }: NamedIds,
  gone: ReadonlyMap<string, Removable>,
): Promise<Map<string, MemoryRecord>> {
  const ids = new Set(forgotten);
  const replaced = new Map<string, MemoryRecord>();
  for (const id of ids) {
    throwIfAborted(signal);
    for (const record of await backend.history(scope, id))
      if (ids.has(record.supersededBy ?? '') && !gone.has(record.id))
        replaced.set(record.id, record);
  }
  return replaced;
}

/** Records that contest one of those, or are contested by one. */
async function linkedTo(
  { backend }: EngineContext,
  scope: string,
  gone: ReadonlyMap<string, Removable>,
): Promise<Map<string, MemoryRecord>> {
  const ids = new Set(
    [...gone.values()].flatMap(({ contests = [], contestedBy = [] }) => [
      ...contests,
      ...contestedBy,
    ]),
  );
  const stay = [...ids].filter((id) => !gone.has(id));
  const records = await readMemories(backend, scope, stay);
  return new Map(records.map((record) => [record.id, record]));
}

/** The record that replaces it after the removal; undefined: none. */
function holderOf(
  { supersededBy }: MemoryRecord,
  gone: ReadonlyMap<string, Removable>,
): string | undefined {
  let by = supersededBy;
  for (const seen = new Set<string>(); by !== undefined && gone.has(by) && !seen.has(by); ) {
    seen.add(by);
    by = gone.get(by)?.supersededBy;
  }
  return by;
}
