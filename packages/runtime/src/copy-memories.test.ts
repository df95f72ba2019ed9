import { createMemory } from '@mneme/core';
import { readSessionStates, sessionStatePut } from '@mneme/core/faces';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { copyMemories } from './copy-memories.ts';

const now = '2030-01-01T00:00:00.000Z';
const place = { scope: 'ada', sessions: ['monday', 'tuesday'] };

let from: ReturnType<typeof sqliteBackend>;
let to: ReturnType<typeof sqliteBackend>;
beforeEach(async () => {
  from = sqliteBackend({ path: ':memory:' });
  to = sqliteBackend({ path: ':memory:' });
  const memory = await createMemory({ backend: from, embedder: letterEmbedder, extractor: 'none' });
  for (const session of place.sessions)
    await memory.scope('ada').episodes.append([{ content: `It is ${session}` }], { session });
});
afterEach(async () => {
  await from.close();
  await to.close();
});

async function keep(backend: typeof from, session: string, summary: string): Promise<void> {
  const [state] = await readSessionStates(backend, { scope: 'ada', sessions: [session] });
  const version = state?.version ?? 0;
  const put = sessionStatePut(
    { scope: 'ada', session, now },
    { id: state?.id ?? '', version, summary, data: { readTo: 3 } },
  );
  const request = { scope: 'ada', removals: [], audit: [], puts: [put] };
  const expected = [{ id: put.record.id, version }];
  expect(await backend.commit({ ...request, expect: expected })).toMatchObject({ committed: true });
}

it('a copy includes the position up to which each session was read, and its summary', async () => {
  await keep(from, 'monday', 'A day of rain');
  await copyMemories({ from, to });
  expect(await readSessionStates(to, place)).toMatchObject([
    { version: 1, summary: 'A day of rain', data: { readTo: 3 } },
    { version: 0 },
  ]);
});

it('a copy does not overwrite the session state of the target', async () => {
  await copyMemories({ from, to });
  await keep(to, 'monday', 'A newer one');
  await keep(from, 'monday', 'An older one');
  await copyMemories({ from, to });
  expect((await readSessionStates(to, place))[0]?.summary).toBe('A newer one');
});
