import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { link, open, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { MnemeError } from '@mneme/core';
import { codeOf, type FolderHandle } from './folder-handle.ts';
import { ownPrefix } from './memory-path.ts';

const lockName = `${ownPrefix}lock`;

export interface FolderLockOptions {
  /** How often the holder touches its lock. */
  heartbeatMs?: number;
  /** A lock that nobody has touched for so long is free: its holder was killed, or the machine was. */
  staleMs?: number;
  /** How long to wait for the lock. Longer than `staleMs`, so that a killed holder is outlived. */
  waitMs?: number;
  /** Whom the lock names. Default: this process. */
  holder?: { pid: number; place: string };
}

/**
 * One writer at a time in a folder, across processes and containers. The lock is a file that names its holder, who
 * touches it while it works. Nobody takes it from a holder that does; an untouched one is free after a while, and at
 * once where its process can be looked for and is gone.
 */
export async function withFolderLock<T>(
  root: FolderHandle,
  work: () => Promise<T>,
  options: FolderLockOptions = {},
): Promise<T> {
  const { heartbeatMs = 1000, staleMs = 10_000, waitMs = 30_000 } = options;
  const { pid, place } = options.holder ?? { pid: process.pid, place: ownPlace() };
  const path = root.at(lockName);
  const token = [pid, place, randomUUID()].join(' ');
  await acquire(root, { token, staleMs, waitMs });
  let touched = Promise.resolve();
  const heart = setInterval(() => {
    const now = new Date();
    // A beat that is missed is not the work's failure; the next one comes.
    touched = utimes(path, now, now).catch(() => {});
  }, heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(heart);
    await touched;
    // A process that was stopped for long may have lost its lock: then it is another's.
    if ((await tokenAt(path)) === token) await unlink(path).catch(ignoreMissing);
  }
}

async function acquire(
  root: FolderHandle,
  { token, staleMs, waitMs }: { token: string; staleMs: number; waitMs: number },
): Promise<void> {
  const deadline = performance.now() + waitMs;
  // Watched from here, by this process's own clock: the clocks of two machines may differ.
  let seen: { lock: string; since: number } | undefined;
  for (let attempt = 0; ; attempt++) {
    if (await take(root, token)) return;
    const now = performance.now();
    if (attempt % 8 === 7) {
      const lock = await describe(root.at(lockName));
      if (lock !== seen?.lock) seen = lock === undefined ? undefined : { lock, since: now };
      if (seen !== undefined && (now - seen.since > staleMs || isGone(seen.lock))) {
        await breakLock(root, seen.lock);
      }
    }
    if (now > deadline) {
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

/** Moves a dead lock aside; where it turns out to be another one by then, puts it back. */
async function breakLock(root: FolderHandle, seen: string): Promise<void> {
  const path = root.at(lockName);
  if ((await describe(path)) !== seen) return;
  const aside = root.at(`${ownPrefix}${randomUUID()}.lock`);
  try {
    await rename(path, aside);
    if ((await describe(aside)) !== seen) await link(aside, path).catch(ignoreMissing);
    await unlink(aside);
  } catch (error) {
    ignoreMissing(error);
  }
}

/** Token and time of a lock: another text whenever it was touched or taken. */
async function describe(path: string): Promise<string | undefined> {
  try {
    const { mtimeNs } = await stat(path, { bigint: true });
    return `${await readFile(path, 'utf8')} ${mtimeNs}`;
  } catch (error) {
    ignoreMissing(error);
    return undefined;
  }
}

async function tokenAt(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    ignoreMissing(error);
    return undefined;
  }
}

/** True where the holder's process numbers are those of this process, and it is not among them. */
function isGone(lock: string): boolean {
  const [pid, place] = lock.split(' ');
  if (place === '' || place !== ownPlace()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/** Where this process has its number: the machine's start and, in a container, its namespace. Empty: not known. */
function ownPlace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return ''; // Another system than Linux. There the time alone decides.
  }
}

function ignoreMissing(error: unknown): void {
  const code = codeOf(error);
  if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
}
