import { accessSync, type BigIntStats, chmodSync, constants, lstatSync, rmSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { MnemeError } from '@mneme/core/contract';
import { loadSqlite } from './load-sqlite.ts';

/** Passed to the work under a lock. */
export interface FileLock {
  /** False: the lock's file was removed or replaced, and another process may have the new one. */
  isValid(): boolean;
}

/** How long to wait, and the error afterwards. */
export interface FileLockOptions {
  /** How long to wait for another process; 0: not at all. Default: 15 s. */
  waitMs?: number;
  /** The message of `busy`, and the field that it names. */
  busy?: string;
  field?: string;
}

/** SQLite's code for `BEGIN IMMEDIATE` while another connection writes. */
const sqliteBusy = 5;

/**
 * Runs the work while no other process works under the same lock; rejects with `busy` after waiting too long. The lock
 * is the operating system's, on an empty file at `path`, which is there only meanwhile: SQLite takes it for a
 * transaction that writes nothing. So the lock of a killed process is freed at once, a stopped process keeps it, and no
 * clock is used. The file of a killed process stays until the lock is taken again. Containers on one machine share the
 * lock; network file systems must have working locks. While another user has it, it is `busy`. Nothing else in the
 * process may open that file: POSIX frees the lock when any of its handles is closed.
 * @example
 * await withFileLock('/var/lib/app/nightly.lock', () => memory.prune(), { waitMs: 0 });
 */
export async function withFileLock<T>(
  path: string,
  work: (lock: FileLock) => Promise<T>,
  options: FileLockOptions = {},
): Promise<T> {
  const {
    waitMs = 15_000,
    busy = `another process has the lock ${path}: try again`,
    field,
  } = options;
  // SQLite must read it as a path and nothing else.
  const file = resolve(path);
  const deadline = performance.now() + waitMs;
  for (let attempt = 1; ; attempt++) {
    const taken = tryLock(file);
    if (taken !== undefined) {
      try {
        return await work({ isValid: taken.isValid });
      } finally {
        taken.release();
      }
    }
    if (performance.now() >= deadline)
      throw new MnemeError('busy', busy + ofOther(file), { field });
    await delay(Math.min(attempt, 20) * (0.5 + Math.random() / 2));
  }
}

interface TakenLock extends FileLock {
  release(): void;
}

/** Undefined: another process has the lock. */
function tryLock(path: string): TakenLock | undefined {
  for (;;) {
    if (statOf(path) === undefined) open(path).close();
    const file = statOf(path);
    if (file === undefined) continue;
    if (!isAccessible(path)) return undefined;
    const isValid = () => isSame(file, lstatSync(path, { bigint: true, throwIfNoEntry: false }));
    const database = open(path);
    try {
      // In memory, so that SQLite writes no journal beside the file.
      database.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
      if (isValid()) {
        chmodSync(path, 0o600);
        return { isValid, release: () => release(path, { database, isValid }) };
      }
      // It was removed or replaced while it was opened, so the lock may be on another file.
      database.close();
    } catch (error) {
      database.close();
      if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
      throw unusable(path, error);
    }
  }
}

/**
 * Removes the file before it is unlocked. Whoever has opened it meanwhile sees that it is not at its path any more, and
 * takes a new one. Windows removes no open file, and keeps it while others have it open.
 */
function release(path: string, { database, isValid }: { database: DatabaseSync } & FileLock): void {
  const isWindows = process.platform === 'win32';
  const isMine = isValid();
  if (isWindows) database.close();
  try {
    if (isMine) rmSync(path, { force: true });
  } catch {
    // It stays, empty and unlocked.
  }
  if (!isWindows) database.close();
}

function open(path: string): DatabaseSync {
  try {
    return new (loadSqlite().DatabaseSync)(path);
  } catch (error) {
    if (MnemeError.isInstance(error)) throw error;
    // SQLite does not say why. This throws the system's error if it is about permissions or a folder.
    accessSync(statOf(path) === undefined ? dirname(path) : path, constants.R_OK | constants.W_OK);
    throw unusable(path, error);
  }
}

/** Undefined: there is no file. Does not follow links. */
function statOf(path: string): BigIntStats | undefined {
  const file = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (file === undefined || file.isFile()) return file;
  throw unusable(path, new Error('it is not a regular file'));
}

/** False: it is another user's, since only its owner can open it. */
function isAccessible(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EACCES';
  }
  return true;
}

function ofOther(path: string): string {
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || isAccessible(path)) return '';
  return `. The lock ${basename(path)} belongs to another user (${owner}): if no program of theirs runs, remove it`;
}

function isSame(file: BigIntStats, other: BigIntStats | undefined): boolean {
  return file.ino === other?.ino && file.dev === other.dev;
}

function unusable(path: string, cause: unknown): MnemeError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `the lock ${path} cannot be taken: ${reason}. Remove it if nothing uses it`;
  return new MnemeError('unavailable', message, { cause });
}
