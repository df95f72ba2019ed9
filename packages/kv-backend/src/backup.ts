import { closeSync, existsSync, fsyncSync, openSync, realpathSync, statSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { MnemeError } from '@mneme/core/contract';
import { callback, type FieldsOf, invalid, parseFlag, parseSignal } from '@mneme/core/input';
import type { BackupCounts } from './backup-counts.ts';
import type { TablesInFile } from './file/connection.ts';
import { parsePath } from './sqlite-options.ts';
import { WorkerClient } from './worker-client.ts';

/** Options of a backup. */
export interface BackupOptions {
  /** A new file, in an existing folder. */
  path: string;
  /** The file's name until it is whole, on the same disk. Default: a random one beside `path`. */
  partial?: string;
  /** Replaces an existing file. Default: false, which rejects with `conflict`. */
  overwrite?: boolean;
  /** Ends the call; no file is left. */
  signal?: AbortSignal;
  /** Called several times a second. The copy is usually smaller than the store, so `done` may end below `total`. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

/** A file that was written, and its contents. */
export interface BackupReport extends BackupCounts {
  path: string;
  bytes: number;
  /** Whether it is encrypted, with the key of the store. */
  encrypted: boolean;
}

/** A missing option does not compile. */
export const backupFields = {
  path: parsePath,
  partial: parsePath,
  overwrite: parseFlag,
  signal: parseSignal,
  onProgress: callback<NonNullable<BackupOptions['onProgress']>>(),
} satisfies FieldsOf<BackupOptions>;

const progressMs = 100;

/** With its own connection, in its own thread. */
export async function writeBackup(
  store: TablesInFile,
  { path: given, partial: named, overwrite = false, signal, onProgress }: BackupOptions,
): Promise<BackupReport> {
  const path = resolve(given);
  checkTarget(path, { store, overwrite });
  const partial = named ?? `${path}.${crypto.randomUUID()}.tmp`;
  const worker = new WorkerClient(store);
  const stop = () => void worker.stop();
  let timer: NodeJS.Timeout | undefined;
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', stop, { once: true });
    await (await open(partial, 'wx', 0o600)).close();
    const total = (await stat(store.path)).size;
    timer = setInterval(async () => {
      const done = await stat(partial).catch(() => undefined);
      if (done !== undefined && !signal?.aborted) onProgress?.({ done: done.size, total });
    }, progressMs);
    const counts = await worker.call('backup', partial);
    sync(partial, 'r+');
    signal?.throwIfAborted();
    checkTarget(path, { store, overwrite });
    await rename(partial, path);
    // The name. Windows has no such call, and writes names in order.
    if (process.platform !== 'win32') sync(dirname(path), 'r');
    const { size: bytes } = await stat(path);
    return { path, bytes, encrypted: store.key !== undefined, ...counts };
  } catch (cause) {
    if (signal?.aborted)
      throw new MnemeError('aborted', 'the backup was aborted by its signal', { cause });
    if (MnemeError.isInstance(cause)) throw cause;
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new MnemeError(
      'unavailable',
      `the backup ${path} cannot be written: ${detail}: give a file in a folder that is there and may be written`,
      { field: 'path', cause },
    );
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', stop);
    // It has opened only SQLite's own files, so it may end at any moment: see `file/file-handles.ts`.
    await worker.close();
    await rm(partial, { force: true });
  }
}

function checkTarget(
  path: string,
  { store, overwrite }: { store: TablesInFile; overwrite: boolean },
): void {
  if (store.path === ':memory:')
    throw new MnemeError('unsupported', 'a database in memory has no backup: keep it in a file');
  // A log beside it would be mistaken for the copy's log.
  const log = ['-wal', '-journal'].map((end) => path + end).find((each) => existsSync(each));
  if (log !== undefined) {
    throw new MnemeError(
      'busy',
      `${path} is a store that is open, or was not closed (there is ${log}): give another path`,
      { field: 'path' },
    );
  }
  if (!existsSync(path)) return;
  if (realpathSync(path) === realpathSync(store.copyOf ?? store.path))
    throw invalid('path', 'is the store itself: give another path');
  if (!statSync(path).isFile())
    throw invalid('path', 'is not a regular file, such as a device: give another path');
  if (overwrite) return;
  throw new MnemeError(
    'conflict',
    `${path} already exists: give another path, or overwrite: true`,
    { field: 'path' },
  );
}

/** Syncs a file, or the names in a folder, to the disk. */
function sync(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
