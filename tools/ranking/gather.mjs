/** What the backend finds for each query of a set, once, so that afterwards only the pure ranking runs again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '../../packages/core/src/index.ts';
import { findCandidates } from '../../packages/core/src/records/find-candidates.ts';
import { sqliteBackend } from '../../packages/kv-backend/src/index.ts';
import { analyseQuery } from '../../packages/language/src/text/analyse-query.ts';

export const now = '2026-01-01T00:00:00.000Z';

/** `queries`: a request for `rank` each, without weights, with the set's own ids of what is relevant, and its sessions. */
export async function gather({ name, scopes, queries }, embedder) {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-tune-'));
  try {
    const path = join(folder, 'tune.db');
    await fill(path, { scopes, embedder });
    const backend = sqliteBackend({ path });
    await backend.open({ embedder: await embedder.identity() });
    const sessionOf = new Map();
    for (const { id, session } of [...scopes.values()].flat()) sessionOf.set(id, session);
    const gathered = [];
    for (const query of queries) {
      const sessions = new Set(query.relevant.map((id) => sessionOf.get(id)));
      sessions.delete(undefined);
      gathered.push({ ...(await gatherOne(backend, { query, embedder })), sessions });
    }
    await backend.close();
    return { name, queries: gathered };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a store at `path` with these memories, by scope. */
export async function fill(path, { scopes, embedder }) {
  const memory = await createMemory({
    maxStoreItems: 1_000_000,
    backend: sqliteBackend({ path, durability: 'normal' }),
    embedder,
    clock: () => new Date(now),
    secrets: 'allow',
    maxContentBytes: 10_000_000,
  });
  for (const [scope, items] of scopes) {
    await memory.scope(scope).storeMany(
      items.map(({ id, text, time, speaker, session, sequence }) => ({
        content: text,
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
  const found = await findCandidates({ backend, embedding }, analyseQuery(query.text), {
    scope: query.scope,
    filter: { now },
    limit: 10,
  });
  return {
    request: {
      ...found,
      now,
      decay: { halfLifeDays: 30 },
      calibration: embedder.calibration,
    },
    relevant: new Set(query.relevant ?? []),
  };
}
