import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * The files beside one whose key is being changed. Their names are fixed, so that whoever opens the file next finds what a
 * process that was killed has left.
 */
export function rewriteFiles(path: string) {
  return {
    /** The copy under the new key, until it takes the file's place. */
    written: `${path}-mneme-rewritten`,
    /** Another name of the old file, until it is overwritten. */
    replaced: `${path}-mneme-replaced`,
    /** Says what key the copy gets; nothing is ever written to it. */
    scratch: `${path}-mneme-scratch`,
  };
}

/** Begins a log of which all is in the file, and whose frames are being overwritten: SQLite takes it for an empty one. */
export const movedLogMark = Buffer.from('mneme: all of it is in the file.');

/** Whether a change of the key was killed while it overwrote the log. */
export function isMovedLog(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(movedLogMark.length);
    return readSync(file, bytes) === bytes.length && bytes.equals(movedLogMark);
  } finally {
    closeSync(file);
  }
}

/** Removes what a change of the key has left that was killed. The caller holds the file, so no change is under way. */
export function clearRewrite(
  given: string,
  { scratchInUse = false, usesLog = false }: { scratchInUse?: boolean; usesLog?: boolean } = {},
): void {
  const path = realpathSync(given);
  const { written, replaced, scratch } = rewriteFiles(path);
  for (const each of [written, `${written}-journal`, replaced]) discard(each);
  // SQLite leaves an empty one, which only the change of the key begins for a file that has a log.
  if (usesLog) discard(`${path}-journal`);
  if (!scratchInUse) rmSync(scratch, { force: true });
}

/** Overwrites a file, if it is there, and removes it. */
export function discard(path: string): void {
  overwrite(path);
  rmSync(path, { force: true });
}

const zeros = new Uint8Array(64 * 1024);

/**
 * Puts zeros in the place of all bytes, on the disk as far as a program can. The length stays, so SQLite finds no database
 * there; `mark` stays before them, and is there first. What is no file is left alone, and so is what has another name besides: the file itself, where a change of its key
 * was killed before the copy took its place, or something that somebody else has put there.
 */
export function overwrite(path: string, mark: Uint8Array = new Uint8Array()): void {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (!facts?.isFile() || facts.nlink > 1) return;
  let file: number;
  try {
    file = openSync(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    // Somebody else has found it too, and was faster.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    writeSync(file, mark, 0, Math.min(mark.length, size), 0);
    fsyncSync(file);
    for (let at = mark.length; at < size; )
      at += writeSync(file, zeros, 0, Math.min(zeros.length, size - at), at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** What a file holds survives a power cut. */
export function syncFile(path: string): void {
  sync(path, 'r+');
}

/** The names in the folder of a file survive a power cut. Windows has no such call, and writes them in order. */
export function syncFolder(path: string): void {
  if (process.platform !== 'win32') sync(dirname(path), 'r');
}

function sync(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
