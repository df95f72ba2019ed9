import { createMemory, type Embedder, type Memory } from '@mneme/core';
import { Keys } from '@mneme/server';
import type { SqliteBackend } from '@mneme/sqlite';

/** Counts letters into a vector with this many dimensions. */
const letters = (dimensions: number): Embedder => ({
  identity: async () => ({ name: `letters-${dimensions}`, revision: '1', dimensions, pooling: '' }),
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(dimensions);
      for (const character of text) vector[character.codePointAt(0)! % dimensions]! += 1;
      return vector;
    }),
  calibration: { duplicate: 0.9999, related: 0.5, relevant: 0.1 },
});

export const firstEmbedder = letters(8);
export const secondEmbedder = letters(12);

type Life = Memory & { keys: Keys };

/** A memory with server keys, whose clock starts at a fixed time and advances by a minute per call. */
export async function openLife(
  backend: SqliteBackend,
  start = '2026-03-01T00:00:00.000Z',
): Promise<Life> {
  let now = Date.parse(start);
  const clock = () => {
    now += 60_000;
    return new Date(now);
  };
  const memory = await createMemory({ backend, embedder: firstEmbedder, clock });
  return Object.assign(memory, { keys: new Keys(backend.keys, { clock }) });
}

/** Writes some of everything that a file can hold. Ends with an unfinished change of the embedder. */
export async function live(memory: Life): Promise<{ key: string }> {
  const ada = memory.scope('user:ada');
  await ada.store({
    content: 'I live in Berlin',
    kind: 'episode',
    source: { session: 's1', sequence: 1, speaker: 'Ada' },
  });
  await ada.store({ content: 'I live in Porto', importance: 5 });
  await ada.store({ content: 'I live in Lisbon now' }, { onConflict: 'supersede' });
  await ada.store({
    content: 'Drinks green tea at four',
    category: 'user_preference',
    tags: ['tea', 'habit'],
    occurredAt: '2025-12-24',
    expiresAt: '2031-01-01',
    source: { session: 's1', sequence: 2, externalId: 'turn-2' },
  });
  const { id } = await ada.store({ content: '上海 is where the team meets', tags: ['tea'] });
  await ada.store({ content: '上海 is where the team meets' });
  await ada.retrieve('tea');
  const gone = await ada.store({ content: 'The old door code was changed' });
  await ada.delete(gone.id, { reason: 'asked for' });
  await ada.get(id);
  const bob = memory.scope('user:bob');
  for (const name of ['Merlin', 'Heron', 'Kestrel'])
    await bob.store({ content: `The ship ${name} sails on Monday`, source: { session: name } });

  const notes = await ada.stores.create({
    name: 'notes',
    description: 'what to keep',
    metadata: { of: 'ada' },
  });
  const plan = await notes.create({ path: '/plan.md', content: 'Ship on Friday' });
  await notes
    .as({ type: 'session_actor', sessionId: 'sesn_1' })
    .update(plan.id, { content: 'Ship on Monday' });
  await notes.redact(plan.versionId);
  await notes.create({
    path: '/trips/porto.md',
    content: 'The train leaves at nine.\n'.repeat(30),
  });
  await notes.create({ path: '/old.md', content: 'not needed' });
  await notes.delete('/old.md');
  const archived = await bob.stores.create({ name: 'log' });
  await archived.create({ path: '/a', content: 'one' });
  await bob.stores.archive(archived.id);

  const revoked = await memory.keys.create({ scope: 'user:bob' });
  await memory.keys.revoke(revoked.id);
  const { key } = await memory.keys.create({ scope: 'user:ada', access: 'read_only' });

  const half = new AbortController();
  await memory
    .reembed({
      embedder: secondEmbedder,
      batchSize: 3,
      signal: half.signal,
      onProgress: () => half.abort(),
    })
    .catch((error) => {
      if (!half.signal.aborted) throw error;
    });
  return { key };
}

/** Everything that can be read from the memory, as JSON. */
export async function readAll(memory: Life, { key }: { key: string }) {
  const scopes = [];
  for (const name of await memory.scopes()) {
    const scope = memory.scope(name);
    const { memories } = await scope.list({ includeSuperseded: true, limit: 100 });
    const stores = [];
    for (const info of (await scope.stores.list({ includeArchived: true })).stores) {
      const store = await scope.stores.open(info.id);
      const { items } = await store.list({ withContent: true });
      const { versions } = await store.versions({ withContent: true });
      stores.push({ info, items, versions });
    }
    const { bytes: _, ...stats } = await scope.stats();
    scopes.push({
      name,
      memories,
      histories: await Promise.all(memories.map(async ({ id }) => [id, await scope.history(id)])),
      stats,
      audit: await memory.audit({ scope: name }),
      stores,
    });
  }
  const keys = { all: await memory.keys.list(), opens: await memory.keys.verify(key) };
  return JSON.parse(JSON.stringify({ key, keys, scopes })) as {
    key: string;
    keys: object;
    scopes: {
      name: string;
      memories: { id: string; content: string }[];
      histories: [string, object[]][];
    }[];
  };
}

/** Like {@link readAll}, without read counts, which are written later. */
export async function readLasting(...given: Parameters<typeof readAll>): Promise<unknown> {
  return JSON.parse(JSON.stringify(await readAll(...given)), (name, value) =>
    ['accessCount', 'lastAccessedAt', 'pendingSince'].includes(name) ? undefined : value,
  );
}
