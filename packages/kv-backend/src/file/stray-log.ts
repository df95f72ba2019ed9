import {
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { firstBytes, isSealed } from './check-log.ts';

/**
 * SQLite takes any log (`-wal`) beside a file for the log of that file. If a backup is moved over a store whose process
 * is killed or still runs, the log of the replaced file would be moved into the restored one. So whoever opens a file
 * notes in the log's index (`-shm`), in bytes that SQLite reserves for locks and never reads, to which file it belongs:
 * https://sqlite.org/walformat.html
 */
const noteAt = 120;
const noteBytes = 8;

interface Identity {
  dev: bigint;
  ino: bigint;
}

/** The file, and the index itself: in a copied index the second part is wrong, and the note says nothing. */
function noteOf(file: Identity, index: Identity): Buffer {
  const note = Buffer.alloc(noteBytes);
  for (const [at, { dev, ino }] of [file, index].entries())
    note.writeUInt32LE(crc32(`${dev} ${ino}`), at * 4);
  return note;
}

/** Whether the log beside a file belongs to one that this file has replaced. `handles` as in `file-handles.ts`. */
export function hasStrayLog(path: string, handles: number[]): boolean {
  if (!hasLog(path)) return false;
  return isPlainWithoutLog(path, handles) || isNotedForAnother(path, handles);
}

/** Whether there is a log with anything in it. */
export function hasLog(path: string): boolean {
  return (lstatSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * Removes such a log and its index, before SQLite opens the file. Nothing is lost for a process that still has the
 * replaced file: it keeps its log open.
 */
export function removeStrayLog(path: string, handles: number[]): void {
  if (!hasStrayLog(path, handles)) return;
  for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
}

/** A file says in its header that it uses a log, before it gets one. A backup does not. */
function isPlainWithoutLog(path: string, handles: number[]): boolean {
  return !isSealed(path, handles) && !usesLog(path, handles);
}

/** Whether the header of a file says that it has a log while it is open. */
export function usesLog(path: string, handles: number[]): boolean {
  return firstBytes(path, 20, handles)?.[18] !== 1;
}

function isNotedForAnother(path: string, handles: number[]): boolean {
  const bytes = firstBytes(`${path}-shm`, noteAt + noteBytes, handles);
  const [file, index] = [path, `${path}-shm`].map((each) =>
    statSync(each, { bigint: true, throwIfNoEntry: false }),
  );
  if (bytes === undefined || file === undefined || index === undefined) return false;
  const own = noteOf(file, index);
  const [ofFile, ofIndex] = [0, 4].map((at) => bytes.subarray(noteAt + at, noteAt + at + 4));
  return ofIndex?.equals(own.subarray(4)) === true && ofFile?.equals(own.subarray(0, 4)) === false;
}

/** After SQLite has opened the file with its log. */
export function noteLogOwner(path: string, handles: number[]): void {
  // There, nothing can be moved over an open file, and the bytes of locks cannot be written.
  if (process.platform === 'win32') return;
  const index = openIndex(`${path}-shm`);
  if (index === undefined) return;
  handles.push(index);
  const note = Buffer.alloc(noteBytes);
  if (readSync(index, note, 0, noteBytes, noteAt) < noteBytes || note.some((byte) => byte !== 0))
    return;
  const file = statSync(path, { bigint: true });
  writeSync(index, noteOf(file, fstatSync(index, { bigint: true })), 0, noteBytes, noteAt);
}

/** Undefined if there is none, or it may only be read. */
function openIndex(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  } catch {
    return undefined;
  }
}
