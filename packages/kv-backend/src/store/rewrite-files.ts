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
 * The files beside one whose key is being changed. Their names are fixed, so that the next process that opens the file
 * finds what a killed one has left.
 */
export function rewriteFiles(path: string) {
  return {
    /** The copy under the new key, until it replaces the file. */
    written: `${path}-mneme-rewritten`,
    /** A second name (hard link) of the old file, until it is overwritten. */
    replaced: `${path}-mneme-replaced`,
    /** An empty database, under the key that the copy gets. */
    scratch: `${path}-mneme-scratch`,
  };
}

/**
 * First bytes of a log whose contents are all in the file, and whose frames are being overwritten: SQLite treats it as
 * empty.
 */
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

/** Removes what a killed change of the key has left. The caller has locked the file, so no change is running. */
export function clearRewrite(
  given: string,
  { scratchInUse = false, usesLog = false }: { scratchInUse?: boolean; usesLog?: boolean } = {},
): void {
  const path = realpathSync(given);
  const { written, replaced, scratch } = rewriteFiles(path);
  for (const each of [written, `${written}-journal`, replaced]) discard(each);
  // An empty file, which the change of the key starts only if the file has a log.
  if (usesLog) discard(`${path}-journal`);
  if (!scratchInUse) rmSync(scratch, { force: true });
}

/** Overwrites a file, if it exists, and removes it. */
export function discard(path: string): void {
  overwrite(path);
  rmSync(path, { force: true });
}

const zeros = new Uint8Array(64 * 1024);

/**
 * Replaces all bytes with zeros, on the disk as far as a program can. The length stays, so SQLite finds no database
 * there; `mark` is written first and stays at the beginning. Skips things that are not files, and files with a second
 * name: the file itself, if a change of its key was killed before the copy replaced it, or somebody else's file.
 */
export function overwrite(path: string, mark: Uint8Array = new Uint8Array()): void {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (!facts?.isFile() || facts.nlink > 1) return;
  let file: number;
  try {
    file = openSync(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    // Another process has found it too, and was faster.
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

/** Syncs a file to the disk. */
export function syncFile(path: string): void {
  sync(path, 'r+');
}

/** Syncs the names in the folder of a file. Windows has no such call, and writes them in order. */
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
