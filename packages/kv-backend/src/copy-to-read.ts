import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { MnemeError } from '@mneme/core/contract';

/** A copy of a file that can only be read. */
export interface ReadableCopy {
  path: string;
  /** Why the file itself cannot be written. */
  code: 'read_only' | 'storage_full';
  remove(): void;
}

/** Larger files are not copied into memory. */
const mostInMemory = 256 * 1024 * 1024;

/**
 * SQLite can read a file with a log only if it can put the log's index beside it, so not on a full or read-only disk.
 * Then a copy elsewhere is read. Undefined if there is nothing to read, no room, or the file has changed meanwhile.
 */
export async function copyToRead(
  path: string,
  failure: MnemeError,
): Promise<ReadableCopy | undefined> {
  const code = failure.code !== 'read_only' && canWrite(path) ? 'storage_full' : 'read_only';
  const parts = [path, `${path}-wal`];
  const before = statesOf(path);
  if (!before[0]?.size) return undefined;
  const bytes = before.reduce((sum, state) => sum + (state?.size ?? 0), 0);
  const place = placesFor(bytes).find((each) => hasRoom(each, bytes));
  if (place === undefined) return undefined;
  const folder = mkdtempSync(join(place, 'mneme-read-'));
  const remove = () => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true });
  };
  // Removed also if the memory is never closed.
  process.on('exit', remove);
  try {
    for (const [index, part] of parts.entries()) {
      if (before[index] === undefined) continue;
      const copy = join(folder, basename(part));
      await copyFile(part, copy, constants.COPYFILE_FICLONE);
      chmodSync(copy, 0o600);
    }
    if (JSON.stringify(statesOf(path)) === JSON.stringify(before))
      return { path: join(folder, basename(path)), code, remove };
  } catch {
    // The error from opening the file itself is more useful.
  }
  remove();
  return undefined;
}

/** The error for writes. */
export function onlyRead(path: string, code: ReadableCopy['code']): MnemeError {
  const why =
    code === 'storage_full'
      ? 'its disk was full when it was opened: free room and open the memory again'
      : 'its file or its folder cannot be written: give the process write permission and open the memory again';
  return new MnemeError(code, `SQLite file ${path} can only be read, because ${why}`);
}

const indexBytes = 32 * 1024;

/** Whether others have the file open, checked before opening it: on a full disk, opening leaves an incomplete index. */
export function isOpen(path: string): boolean {
  return (statSync(`${path}-shm`, { throwIfNoEntry: false })?.size ?? 0) >= indexBytes;
}

function statesOf(path: string) {
  return [path, `${path}-wal`].map((part) => {
    const facts = statSync(part, { throwIfNoEntry: false });
    return facts && { size: facts.size, changed: facts.mtimeMs, file: facts.ino };
  });
}

/** Memory is tried first: a full disk has no room, and removed data should not stay on another disk. */
function placesFor(bytes: number): string[] {
  const memory = '/dev/shm';
  return bytes <= mostInMemory && existsSync(memory) ? [memory, tmpdir()] : [tmpdir()];
}

/** Twice the size, because SQLite also puts an index beside the copy. */
function hasRoom(folder: string, bytes: number): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 2 * bytes;
  } catch {
    return false;
  }
}

function canWrite(path: string): boolean {
  try {
    for (const each of [path, join(path, '..')]) accessSync(each, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
