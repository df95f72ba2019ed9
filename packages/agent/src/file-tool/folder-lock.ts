import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { MnemeError } from '@mneme/core';
import { codeOf, type FolderHandle } from './folder-handle.ts';
import { ownPrefix } from './memory-path.ts';

const lockName = `${ownPrefix}lock`;
/** No change takes as long: whoever held the lock for more has died without giving it back. */
const staleMs = 30_000;
const waitMs = 20_000;

/**
 * One writer at a time in a folder, across processes. The lock is a file that names its process; it is taken over from
 * one that is no longer there.
 */
export async function withFolderLock<T>(root: FolderHandle, work: () => Promise<T>): Promise<T> {
  const token = `${process.pid} ${randomUUID()}`;
  await acquire(root, token);
  try {
    return await work();
  } finally {
    await unlink(root.at(lockName)).catch(ignoreMissing);
  }
}

async function acquire(root: FolderHandle, token: string): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (let attempt = 0; ; attempt++) {
    if (await take(root, token)) return;
    if (attempt % 8 === 7) await breakStale(root);
    if (Date.now() > deadline) {
      throw new MnemeError('busy', 'Another process holds the memory folder. Try again.');
    }
    await delay(Math.min(1 + attempt, 20));
  }
}

async function take(root: FolderHandle, token: string): Promise<boolean> {
  try {
    const handle = await open(root.at(lockName), 'wx', 0o600);
    await handle.writeFile(token).finally(() => handle.close());
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a stale lock aside; where it turns out to be another one by then, puts it back. */
async function breakStale(root: FolderHandle): Promise<void> {
  const seen = await describe(root.at(lockName));
  if (seen === undefined || !isStale(seen)) return;
  const aside = root.at(`${ownPrefix}${randomUUID()}.lock`);
  try {
    await rename(root.at(lockName), aside);
    if ((await readFile(aside, 'utf8')) !== seen.token) {
      await link(aside, root.at(lockName)).catch(ignoreMissing);
    }
    await unlink(aside);
  } catch (error) {
    ignoreMissing(error);
  }
}

async function describe(path: string): Promise<{ token: string; ageMs: number } | undefined> {
  try {
    const { mtimeMs } = await stat(path);
    return { token: await readFile(path, 'utf8'), ageMs: Date.now() - mtimeMs };
  } catch (error) {
    ignoreMissing(error);
    return undefined;
  }
}

function isStale({ token, ageMs }: { token: string; ageMs: number }): boolean {
  if (ageMs > staleMs) return true;
  const pid = Number(token.split(' ')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

function ignoreMissing(error: unknown): void {
  const code = codeOf(error);
  if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
}
