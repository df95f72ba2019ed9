import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { MnemeError } from '@mneme/core/contract';
import { hasStrayLog } from './stray-log.ts';

/** A copy of a file that can only be read. */
export interface ReadableCopy {
  path: string;
  remove(): void;
}

/** Why a file itself cannot be written, or is not. */
export type OnlyRead = 'read_only' | 'storage_full' | 'source';

/** Larger files are not copied into memory. */
const mostInMemory = 256 * 1024 * 1024;

/** Why a file could not be opened for writing. */
export function whyOnlyRead(path: string, failure: MnemeError): OnlyRead {
  return failure.code !== 'read_only' && canWrite(path) ? 'storage_full' : 'read_only';
}

/**
 * SQLite can read a file with a log only if it can put the log's index beside it, so not on a full or read-only disk, and
 * then moves the log into the file. So a copy elsewhere is read. `changed`: somebody writes to the file at the moment;
 * `no_room`: there is no place for the copy. Undefined: there is nothing to read. `handles` as in `file-handles.ts`.
 */
export async function copyToRead(
  given: string,
  handles: number[],
): Promise<ReadableCopy | 'changed' | 'no_room' | undefined> {
  // Its log is beside the file itself, not beside a link to it.
  const path = existsSync(given) ? realpathSync(given) : given;
  const before = statesOf(path);
  if (before[0] === undefined || before[0].size === '0') return undefined;
  const parts = hasStrayLog(path, handles) ? [path] : [path, `${path}-wal`];
  const bytes = before.reduce((sum, state) => sum + Number(state?.size ?? 0), 0);
  const place = placesFor(bytes).find((each) => hasRoom(each, bytes));
  if (place === undefined) return 'no_room';
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
      return { path: join(folder, basename(path)), remove };
  } catch {
    // The error from opening the file itself is more useful.
    remove();
    return undefined;
  }
  remove();
  return 'changed';
}

/** How often a source that changes meanwhile is copied. */
const mostCopies = 2;

/**
 * A copy of a file that is only read, since reading the file itself would move its log into it. Undefined: somebody
 * writes to it all the time, or there is nothing to read. `handles` as in `file-handles.ts`.
 */
export async function copySource(
  path: string,
  handles: number[],
): Promise<ReadableCopy | undefined> {
  for (let attempt = 0; attempt < mostCopies; attempt++) {
    const copy = await copyToRead(path, handles);
    if (copy === 'no_room')
      throw new MnemeError(
        'storage_full',
        `there is no room for a copy of ${path}, which is read in its place: free room in ${tmpdir()}, or set TMPDIR to another folder`,
      );
    if (copy !== 'changed') return copy;
  }
  return undefined;
}

/** The error for writes. */
export function onlyRead(path: string, reason: OnlyRead): MnemeError {
  const why = {
    storage_full: 'its disk was full when it was opened: free room and open the memory again',
    read_only:
      'its file or its folder cannot be written: give the process write permission and open the memory again',
    source: 'it was opened with readOnly: open it without',
  }[reason];
  const code = reason === 'storage_full' ? 'storage_full' : 'read_only';
  return new MnemeError(code, `SQLite file ${path} can only be read, because ${why}`);
}

const indexBytes = 32 * 1024;

/** Whether others have the file open, checked before opening it: on a full disk, opening leaves an incomplete index. */
export function isOpen(path: string): boolean {
  return (statSync(`${path}-shm`, { throwIfNoEntry: false })?.size ?? 0) >= indexBytes;
}

function statesOf(path: string) {
  return [path, `${path}-wal`].map((part) => {
    const facts = statSync(part, { bigint: true, throwIfNoEntry: false });
    if (facts === undefined) return undefined;
    const { size, mtimeNs, ino } = facts;
    return { size: String(size), changed: String(mtimeNs), file: String(ino) };
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
