import { historyOf, type MemoryBackend } from '@mneme/core/contract';
import { axis, testNow } from './builders.ts';
import { everything, recordsOf, searchOne, vectorsOf } from './steps.ts';

export interface ObserveOptions {
  scope: string;
  /** Ids to read by name. */
  ids: readonly string[];
  terms: readonly string[];
  sessions: readonly string[];
  contentKeys: readonly string[];
}

/**
 * Everything that the reading methods return about one scope, in a fixed order, without the embedder. Two observations
 * are equal exactly if no reader could see a difference.
 */
export async function observe(
  backend: MemoryBackend,
  { scope, ids, terms, sessions, contentKeys }: ObserveOptions,
) {
  const limit = 1000;
  const found = await searchOne(backend, {
    scope,
    filter: everything,
    vector: axis(0),
    terms,
    limit,
  });
  const probes = contentKeys.map((contentKey) => ({
    category: 'factual_knowledge' as const,
    contentKey,
    vector: axis(0),
    limit: 3,
    externalId: contentKey,
  }));
  const turnsOf = async (session: string) => {
    const turns = { session };
    return (await backend.list({ scope, filter: everything, order: 'first', turns, limit }))
      .records;
  };
  const { current, superseded, expired, byKind, byCategory } = await backend.stats(scope, testNow);
  const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1);
  return {
    candidates: found.candidates.sort((left, right) => byId(left.record, right.record)),
    statistics: found.statistics,
    matches: await backend.lookUp({ scope, now: testNow, probes }),
    turns: await Promise.all(sessions.map(turnsOf)),
    sessions: (await backend.sessions({ scope, now: testNow, limit })).sessions,
    got: await recordsOf(backend, scope, ids),
    newest: await backend.list({ scope, filter: everything, order: 'newest', limit }),
    mostImportant: await backend.list({ scope, filter: everything, order: 'importance', limit }),
    histories: await Promise.all(ids.map((id) => historyOf(backend, scope, id))),
    rows: (await backend.scan({ scope, limit })).rows,
    vectors: [...(await vectorsOf(backend, scope, ids))].map(([id, vector]) => [id, [...vector]]),
    stats: { current, superseded, expired, byKind, byCategory },
    audit: await backend.audit({ scope, limit }),
    isScope: (await backend.scopes()).includes(scope),
  };
}
