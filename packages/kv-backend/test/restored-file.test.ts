import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadDriver } from '../src/drivers/index.ts';
import { openKept } from './kept.ts';
import { closeAll, folder, path, useStore } from './store.ts';

useStore();

const told = { code: 'unavailable', message: expect.stringMatching(/removed or replaced/) };

/** A file to restore, with one text that the store has too, made as people make it. */
const backups: Record<string, () => Promise<void>> = {
  'a backup': async () => {
    const kept = await openKept();
    await kept.add('Ada likes tea');
    await kept.backup({ path: join(folder, 'backup.db') });
  },
  'a copy of the closed file': async () => {
    await (await openKept()).add('Ada likes tea');
    await closeAll();
    copyFileSync(path, join(folder, 'backup.db'));
  },
};
const restore = () => renameSync(join(folder, 'backup.db'), path);

/** Another process that writes to the file until it is killed, with its log beside it. */
async function writer(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./steady-writer.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const contents = async () => (await openKept()).contents();

describe.each(Object.entries(backups))('%s that is moved over a file', (_, make) => {
  it('that is open is whole at the next opening, and the open store is told at a read and a write', async () => {
    await make();
    const kept = await openKept();
    await kept.add('Ada sails the Heron');
    restore();
    await expect(kept.contents()).rejects.toMatchObject(told);
    await expect(kept.add('Ada likes rum')).rejects.toMatchObject(told);
    await closeAll();
    expect(await contents()).toEqual(['Ada likes tea']);
  });

  it('that is still open is whole for another store, whose writes stay', async () => {
    await make();
    const before = await openKept();
    await before.add('Ada sails the Heron');
    restore();
    expect(await contents()).toEqual(['Ada likes tea']);
    await (await openKept()).add('Ada plays chess');
    await expect(before.add('Ada likes rum')).rejects.toMatchObject(told);
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

  it('is not changed by what the open store still cleans', async () => {
    await make();
    const kept = await openKept({ busyTimeoutMs: 0 });
    const { id } = await kept.add('Ada sails the Heron');
    // Somebody reads the state before the deletion, so that its bytes stay for later.
    const reader = (await loadDriver('better-sqlite3')).open(path);
    reader.exec(`BEGIN; SELECT count(*) FROM records`);
    await kept.remove(id);
    restore();
    reader.close();
    const bytes = readFileSync(path);
    await closeAll();
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('is not opened by a thread that the store starts later', async () => {
    await make();
    const kept = await openKept();
    await kept.contents();
    restore();
    const bytes = readFileSync(path);
    const later = kept.backup({ path: join(folder, 'later.db') });
    await expect(later).rejects.toMatchObject(told);
    await closeAll();
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });
});

it('the file of a process that was killed keeps its acknowledged writes, also in a copy of all its files', async () => {
  await kill(await writer());
  const copied = join(folder, 'copied', 'memory.db');
  mkdirSync(join(folder, 'copied'));
  for (const ending of ['', '-shm', '-wal']) copyFileSync(path + ending, copied + ending);
  for (const each of [copied, path])
    expect((await (await openKept({ path: each })).contents()).length).toBeGreaterThanOrEqual(3);
});
