import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

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
