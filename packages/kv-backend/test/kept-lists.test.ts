import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';

it('a cached list includes later writes of another connection, and no expired records', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-kept-'));
  const open = async () => {
    const backend = sqliteBackend({ path: join(folder, 'memory.db') });
    const memory = await createMemory({
      backend,
      embedder: letterEmbedder,
      extractor: 'none',
      clock: () => new Date('2030-01-01T00:00:00Z'),
    });
    return { backend, memory };
  };
  const [here, there] = [await open(), await open()];
  const store = (content: string, expiresAt?: string) =>
    there.memory.scope('ada').store({ content, expiresAt });
  const listed = async (now: string) => {
    const { records } = await here.backend.list({
      scope: 'ada',
      filter: { now, kinds: ['fact'] },
      order: 'importance',
      limit: 10,
      readOnly: true,
    });
    return records.map(({ content }) => content).sort();
  };
  try {
    await store('Ada rides a horse', '2030-01-03T00:00:00.000Z');
    const rum = await store('Bob likes rum');
    expect(await listed('2030-01-01T00:00:00.000Z')).toEqual([
      'Ada rides a horse',
      'Bob likes rum',
    ]);
    expect(await listed('2030-01-03T00:00:00.000Z')).toEqual(['Bob likes rum']);
    expect(await listed('2030-01-02T00:00:00.000Z')).toHaveLength(2);
    await there.memory.scope('ada').update(rum.id, { content: 'Bob likes tea' });
    expect(await listed('2030-01-02T00:00:00.000Z')).toEqual([
      'Ada rides a horse',
      'Bob likes tea',
    ]);
    await there.memory.scope('ada').delete(rum.id);
    expect(await listed('2030-01-02T00:00:00.000Z')).toEqual(['Ada rides a horse']);
  } finally {
    await here.memory.close();
    await there.memory.close();
    rmSync(folder, { recursive: true });
  }
});
