import { closeSync, statSync } from 'node:fs';

/** Loaded at first use, so that a program starts faster. */
export const threads = () => process.getBuiltinModule('node:worker_threads');

const inUse = new Set<FileHandles>();

/**
 * Handles of a database file, and of the index of its log, in addition to SQLite's own. On POSIX systems, closing any
 * of them drops all locks of the process on the file, and another process could then remove the log that its
 * connections use. So they are closed only when no memory of this process uses the file, according to a list that all
 * memories of the process share.
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
    // Memories in other threads are unknown here: handles that such a thread has opened stay open.
    if (this.#open.length === 0 || !threads().isMainThread) return;
    const own = statSync(this.#path, { throwIfNoEntry: false });
    const sharing = [...inUse].find((other) => {
      const file = statSync(other.#path, { throwIfNoEntry: false });
      return file !== undefined && file.dev === own?.dev && file.ino === own.ino;
    });
    const handles = this.#open.splice(0);
    if (sharing !== undefined) sharing.add(handles);
    else for (const handle of handles) closeSync(handle);
  }
}
