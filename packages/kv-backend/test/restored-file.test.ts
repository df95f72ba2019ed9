import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadDriver } from '../src/drivers/index.ts';
import { closeAll, folder, open, openBoth, path, useStore } from './store.ts';

useStore();

const told = { code: 'unavailable', message: expect.stringMatching(/removed or replaced/) };
const contents = async () => {
  const { memories } = await (await open()).scope('ada').list({ limit: 1000 });
  return memories.map(({ content }) => content).sort();
};

/** A file to restore, with one memory that the store has too, made as people make it. */
const backups = {
  'a backup': async () => {
    const { backend, memory } = await openBoth();
    await memory.scope('ada').store({ content: 'Ada likes tea' });
    await backend.backup({ path: join(folder, 'backup.db') });
  },
  'a copy of the closed file': async () => {
    await (await open()).scope('ada').store({ content: 'Ada likes tea' });
    await closeAll();
    copyFileSync(path, join(folder, 'backup.db'));
  },
};
const restore = () => renameSync(join(folder, 'backup.db'), path);

/** Another process that writes to the file until it is killed, with its log beside it. */
async function writer(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./steady-writer.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout!, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe.each(Object.entries(backups))('%s that is moved over a store', (_, make) => {
  it('that is open is whole at the next opening, and the open memory is told at a read and a write', async () => {
    await make();
    const ada = (await open()).scope('ada');
    await ada.store({ content: 'Ada sails the Heron' });
    restore();
    await expect(ada.list()).rejects.toMatchObject(told);
    await expect(ada.store({ content: 'Ada likes rum' })).rejects.toMatchObject(told);
    await closeAll();
    expect(await contents()).toEqual(['Ada likes tea']);
  });

  it('that is still open is whole for another memory, whose writes stay', async () => {
    await make();
    const before = (await open()).scope('ada');
    await before.store({ content: 'Ada sails the Heron' });
    restore();
    expect(await contents()).toEqual(['Ada likes tea']);
    await (await open()).scope('ada').store({ content: 'Ada plays chess' });
    await expect(before.store({ content: 'Ada likes rum' })).rejects.toMatchObject(told);
    await closeAll();
    expect(await contents()).toEqual(['Ada likes tea', 'Ada plays chess']);
  });

  it('whose process was killed before is whole at the next opening', async () => {
    await make();
    await closeAll();
    await kill(await writer());
    expect(existsSync(`${path}-wal`)).toBe(true);
    restore();
    expect(await contents()).toEqual(['Ada likes tea']);
  });

  it('whose process is killed afterwards is whole at the next opening', async () => {
    await make();
    await closeAll();
    const child = await writer();
    restore();
    await kill(child);
    expect(await contents()).toEqual(['Ada likes tea']);
  });

  it('is not changed by what the open memory still cleans', async () => {
    await make();
    const memory = await open();
    const { id } = await memory.scope('ada').store({ content: 'Ada sails the Heron' });
    // Somebody reads the state before the deletion, so that its bytes stay for later.
    const reader = (await loadDriver('better-sqlite3')).open(path);
    reader.exec('BEGIN; SELECT count(*) FROM records');
    await memory.scope('ada').delete(id);
    restore();
    reader.close();
    const bytes = readFileSync(path);
    await closeAll();
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('is not opened by a thread that the memory starts later', async () => {
    await make();
    const { backend, memory } = await openBoth();
    await memory.scope('ada').list();
    restore();
    const bytes = readFileSync(path);
    const later = backend.backup({ path: join(folder, 'later.db') });
    await expect(later).rejects.toMatchObject(told);
    await closeAll();
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });
});

it('a killed store keeps its acknowledged writes, also in a copy of all its files', async () => {
  await kill(await writer());
  const copied = join(folder, 'copied', 'memory.db');
  mkdirSync(join(folder, 'copied'));
  for (const ending of ['', '-shm', '-wal']) copyFileSync(path + ending, copied + ending);
  for (const each of [copied, path]) {
    const { memories } = await (await open({ path: each })).scope('ada').list();
    expect(memories.length).toBeGreaterThanOrEqual(3);
  }
});
