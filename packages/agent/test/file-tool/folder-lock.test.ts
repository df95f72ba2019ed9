import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderHandle } from '../../src/file-tool/folder-handle.ts';
import { type FolderLockOptions, withFolderLock } from '../../src/file-tool/folder-lock.ts';

const script = fileURLToPath(new URL('./lock-holder.mjs', import.meta.url));
/** A process of another container: its number means nothing here, and no process has it. */
const elsewhere = { pid: 999_999_999, place: 'another-container' };
const quick = { heartbeatMs: 100, staleMs: 2000, waitMs: 4000 };

let folder: string;
let root: FolderHandle;
let holder: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mneme-lock-'));
  root = await FolderHandle.openRoot(folder);
});
afterEach(async () => {
  holder?.kill('SIGKILL');
  holder = undefined;
  await root.close();
  await rm(folder, { recursive: true });
});

async function hold(options: FolderLockOptions): Promise<ChildProcess> {
  holder = spawn(process.execPath, [script, folder, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'exit').then(() => Promise.reject(new Error('the holder ended')));
  ended.catch(() => {}); // It is meant to end later.
  await Promise.race([once(holder.stdout!, 'data'), ended]);
  return holder;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the lock of a folder', () => {
  it('is not taken from a holder that lives, also where its process cannot be seen', async () => {
    const child = await hold({ ...quick, holder: elsewhere });
    // Twice the time after which an untouched lock is free.
    await expect(withFolderLock(root, async () => 'stolen', quick)).rejects.toMatchObject({
      code: 'busy',
    });
    const waiting = withFolderLock(root, async () => 'mine', quick);
    child.stdin!.write('go\n');
    expect(await waiting).toBe('mine');
    expect(await readdir(folder)).toEqual([]);
  });

  it('is free a while after a holder was killed whose process cannot be seen', async () => {
    await kill(await hold({ ...quick, holder: elsewhere }));
    const start = performance.now();
    expect(await withFolderLock(root, async () => 'mine', { ...quick, waitMs: 20_000 })).toBe(
      'mine',
    );
    expect(performance.now() - start).toBeGreaterThan(quick.staleMs);
    expect(await readdir(folder)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'is free at once where the process of its holder is seen to be gone',
    async () => {
      await kill(await hold({}));
      // Less than the time after which an untouched lock is free.
      expect(await withFolderLock(root, async () => 'mine', { waitMs: 9000 })).toBe('mine');
    },
  );

  it('is left alone by one that has lost it', async () => {
    const lock = join(folder, '.mneme-lock');
    await withFolderLock(root, () => writeFile(lock, "another's"));
    expect(await readFile(lock, 'utf8')).toBe("another's");
  });

  it('is held by one at a time', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await readdir(folder);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => withFolderLock(root, work)));
    expect(most).toBe(1);
  });
});
