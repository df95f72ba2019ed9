import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMemory, MnemeError } from '@mneme/core';
import { sqliteRows } from '@mneme/sqlite';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { type StoreBackend, storeBackend } from '../src/index.ts';

/** Too many for one step. */
const count = 2000;
const program = fileURLToPath(new URL('erase-until-killed.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mneme-killed-'));
const filled = join(folder, 'filled.db');
const path = join(folder, 'memory.db');

const open = async (backend: StoreBackend = storeBackend(sqliteRows({ path }))) => ({
  backend,
  memory: await createMemory({ backend, embedder: letterEmbedder }),
});

beforeAll(async () => {
  const { memory } = await open(storeBackend(sqliteRows({ path: filled })));
  const items = Array.from({ length: count }, (_, at) => ({ content: `Page ${at}`, tags: ['t'] }));
  await memory.scope('ada').storeMany(items, { onConflict: 'keepBoth' });
  await memory.scope('bob').store({ content: 'Bob likes rum' });
  await memory.close();
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  copyFileSync(filled, path);
});

/** A process that is killed after so many writes of an erasure. */
async function killedAfter(writes: number): Promise<void> {
  const child = spawn(process.execPath, [program, path, String(writes)], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

it.each([1, 2, 5])(
  'opening the store finishes an erasure that was killed after %i writes, whose line stays as it was',
  async (writes) => {
    await killedAfter(writes);
    const rows = sqliteRows({ path });
    const write = rows.write.bind(rows);
    const finished = Promise.withResolvers<void>();
    rows.write = async (scope, batch) => {
      const written = await write(scope, batch);
      if (batch.remove?.scopes !== undefined) finished.resolve();
      return written;
    };
    const { backend, memory } = await open(storeBackend(rows));
    expect((await memory.scope('ada').list()).memories).toEqual([]);
    await finished.promise;
    expect(await backend.remains?.({ wait: true })).toEqual({ bytes: 'removed' });
    expect((await memory.doctor()).findings).toEqual([]);
    expect(await backend.checkAudit?.({ line: 1 })).toMatchObject({
      faults: [],
      line: { counts: { records: count, auditLines: count } },
    });
    expect(await memory.audit({ scope: 'ada' })).toMatchObject([{ action: 'erase' }]);
    expect((await memory.scope('bob').list()).memories).toHaveLength(1);
    await memory.close();
  },
);

it('an erasure that cannot go on is said to be pending, and is finished once it can', async () => {
  await killedAfter(2);
  const rows = sqliteRows({ path });
  const write = rows.write.bind(rows);
  let isFull = true;
  rows.write = async (scope, batch) => {
    if (isFull && batch.remove !== undefined) throw new MnemeError('storage_full', 'no room left');
    return write(scope, batch);
  };
  const { backend, memory } = await open(storeBackend(rows));
  expect(await backend.remains?.({ wait: true })).toEqual({
    bytes: 'pending',
    bytesReason: 'the erasure of 1 scope was begun and is not finished: no room left',
  });
  expect((await memory.scope('ada').list()).memories).toEqual([]);
  expect(await memory.scopes()).toEqual(['bob']);
  expect(await memory.stats()).toMatchObject({ current: 1 });
  isFull = false;
  expect(await backend.remains?.({ wait: true })).toEqual({ bytes: 'removed' });
  expect((await memory.doctor()).findings).toEqual([]);
  await memory.close();
});
