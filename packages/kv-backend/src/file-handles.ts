import { closeSync, statSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const inUse = new Set<FileHandles>();

/**
 * Handles of a database file, and of the index of its log, beside those of SQLite. On POSIX systems, closing any of them drops all locks that the process
 * has on the file, and another process could then take away the log from under its connections. So they are closed once
 * no memory of this process is on the file; a list that all memories of the process share says which are.
 */
export class FileHandles {
  readonly #path: string;
  readonly #open: number[] = [];

  constructor(path: string) {
    this.#path = path;
    inUse.add(this);
  }

  add(handles: readonly number[]): void {
    this.#open.push(...handles);
  }

  /** The connections of this memory are closed. */
  close(): void {
    inUse.delete(this);
    // Of memories in other threads nothing is known here: what such a thread has opened stays open.
    if (this.#open.length === 0 || !isMainThread) return;
    const own = statSync(this.#path, { throwIfNoEntry: false });
    const heir = [...inUse].find((other) => {
      const file = statSync(other.#path, { throwIfNoEntry: false });
      return file !== undefined && file.dev === own?.dev && file.ino === own.ino;
    });
    const handles = this.#open.splice(0);
    if (heir !== undefined) heir.add(handles);
    else for (const handle of handles) closeSync(handle);
  }
}
