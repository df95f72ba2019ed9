/** What the backend finds for each query of a set, gathered once, so that afterwards only the pure ranking runs. */
import { findCandidates, prepareQuery } from '../../packages/core/src/records/find-candidates.ts';
import { sqliteBackend } from '../../packages/kv-backend/src/index.ts';
import { analyseQuery } from '../../packages/language/src/text/analyse.ts';
import { fedStore, now, openStore } from './feed.mjs';

/**
 * `queries`: a request for `rank` each, without weights; the number of the set's relevant memories that each record
 * stands for (`relevant`), their total (`wanted`), and their sessions.
 */
export async function gather(set, embedder) {
  const { path, names } = await fedStore(set, { embedder });
  const backend = sqliteBackend({ path });
  await backend.open({ embedder: await embedder.identity() });
  const sessionOf = new Map();
  for (const { id, session } of [...set.scopes.values()].flat()) sessionOf.set(id, session);
  const queries = [];
  for (const query of set.queries) {
    const wanted = new Set(query.relevant);
    const sessions = new Set(query.relevant.map((id) => sessionOf.get(id)));
    sessions.delete(undefined);
    const { request } = await gatherOne(backend, { query, embedder });
    const relevant = new Map();
    for (const { record } of request.found.candidates) {
      const hits = (names.get(record.id) ?? []).filter((id) => wanted.has(id)).length;
      if (hits > 0) relevant.set(record.id, hits);
    }
    queries.push({ request, relevant, wanted: wanted.size, sessions });
  }
  await backend.close();
  return { name: set.name, queries };
}

/** Makes a store at `path` with these memories, by scope. */
export async function fill(path, { scopes, embedder }) {
  const memory = await openStore(path, { embedder, clock: () => new Date(now) });
  for (const [scope, items] of scopes) {
    await memory.scope(scope).storeMany(
      items.map(({ id, text, time, speaker, session, sequence }) => ({
        content: text,
        kind: session === undefined || sequence === undefined ? 'fact' : 'episode',
        occurredAt: time,
        source: { externalId: id, speaker, session, sequence },
      })),
      { onConflict: 'keepBoth' },
    );
  }
  await memory.close();
}

/** A request for `rank`, and what is relevant. */
export async function gatherOne(backend, { query, embedder }) {
  const embedding = {
    async queries(texts) {
      const vectors = await embedder.embed(texts, { kind: 'query' });
      return { vectors: vectors.map((vector) => ({ vector })), owners: {} };
    },
  };
  const prepared = await prepareQuery({ embedding }, analyseQuery(query.text));
  const asOf = query.time && new Date(query.time).toISOString();
  const found = await findCandidates({ backend }, prepared, {
    scope: query.scope,
    filter: { now, ...(asOf && { asOf }) },
    limit: 10,
  });
  return {
    request: {
      ...found,
      now: asOf ?? now,
      decay: { halfLifeDays: 30 },
      calibration: embedder.calibration,
    },
    relevant: new Set(query.relevant ?? []),
  };
}
