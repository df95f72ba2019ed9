import { randomUUID } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { link, lstat, open, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { MnemeError } from '@mneme/core';
import type { Segments } from './file-tree.ts';
import { codeOf, type FolderHandle, refuseLink } from './folder-handle.ts';
import { ownPrefix, refuse } from './memory-path.ts';

/** The kind of an entry in a folder. Links are refused, and so is everything that is neither file nor directory. */
export async function describe(
  folder: FolderHandle,
  name: string,
  path: Segments,
): Promise<{ kind: 'file' | 'directory'; sizeBytes: number } | undefined> {
  try {
    const found = await lstat(folder.at(name));
    if (found.isSymbolicLink()) await refuseLink(folder.at(name));
    if (found.isDirectory()) return { kind: 'directory', sizeBytes: found.size };
    if (found.isFile()) return { kind: 'file', sizeBytes: found.size };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  throw refuse(`Unsupported file type for /memories/${path.join('/')}`);
}

/** A file that somebody else put there may be larger than the tool's limit. */
const maxReadBytes = 64 * 1024 * 1024;

/** The text of a plain file, opened without following a link and without waiting for a pipe. */
export async function readText(
  folder: FolderHandle,
  name: string,
  path: Segments,
): Promise<{ text: string; stats: BigIntStats } | undefined> {
  const shown = `/memories/${path.join('/')}`;
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    const handle = await open(folder.at(name), flags);
    try {
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile()) throw refuse(`The path ${shown} is not a file.`);
      if (stats.size > BigInt(maxReadBytes))
        throw refuse(`File ${shown} has ${stats.size} bytes. Maximum is ${maxReadBytes}.`);
      return { text: decode(await handle.readFile(), shown), stats };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP') await refuseLink(folder.at(name));
    throw error;
  }
}

/** Files that are not UTF-8 are refused, because an edit would change them. A byte order mark stays. */
function decode(bytes: Uint8Array, shown: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new MnemeError(
      'invalid_input',
      `File ${shown} is not UTF-8 text, so it can be neither shown nor edited. It was not changed.`,
      { field: 'path', cause },
    );
  }
}

/** Throws `conflict` if a program without the folder's lock has changed or removed the file since it was read. */
export async function expectUnchanged(
  folder: FolderHandle,
  name: string,
  stats: BigIntStats,
): Promise<void> {
  const now = await lstat(folder.at(name), { bigint: true }).catch(ignoreMissing);
  if (now?.ino === stats.ino && now.size === stats.size && now.mtimeNs === stats.mtimeNs) return;
  throw new MnemeError('conflict', 'Another program has changed the file meanwhile. Try again.');
}

/**
 * Writes a whole text to a temporary file beside its place, then calls `put` to move it there; after a crash a
 * temporary file is never read. `mode`: the permissions.
 */
export async function writeBeside<T>(
  folder: FolderHandle,
  text: string,
  options: { durable: boolean; mode?: number; put: (temporary: string) => Promise<T> },
): Promise<T> {
  const temporary = folder.at(`${ownPrefix}${randomUUID()}.tmp`);
  const handle = await open(temporary, 'wx', 0o600);
  try {
    try {
      await handle.writeFile(text, 'utf8');
      // A mode given at creation would be reduced by the process's umask.
      if (options.mode !== undefined) await handle.chmod(options.mode);
      if (options.durable) await handle.sync();
    } finally {
      await handle.close();
    }
    const result = await options.put(temporary);
    if (options.durable) await folder.sync();
    return result;
  } finally {
    await unlink(temporary).catch(ignoreMissing);
  }
}

/** Gives a file one more name; false if that is taken, so nothing is overwritten. */
export async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Renames a file; false if the new name is taken. */
export async function moveFile(from: string, to: string): Promise<boolean> {
  const isNew = await linkNew(from, to);
  if (isNew) await unlink(from).catch(ignoreMissing);
  return isNew;
}

/** A directory is renamed in one step, then emptied from the inside, never through a link. */
export async function removeTree(
  folder: FolderHandle,
  name: string,
  root: FolderHandle,
): Promise<void> {
  const trash = `${ownPrefix}${randomUUID()}.trash`;
  await rename(folder.at(name), root.at(trash));
  await emptyAndRemove(root, trash);
}

async function emptyAndRemove(folder: FolderHandle, name: string): Promise<void> {
  const child = await folder.openChild(name, [name]);
  if (child === undefined) return;
  try {
    for (const entry of await readdir(child.base, { withFileTypes: true })) {
      if (entry.isDirectory()) await emptyAndRemove(child, entry.name);
      else await unlink(child.at(entry.name)).catch(ignoreMissing);
    }
  } finally {
    await child.close();
  }
  await rmdir(folder.at(name));
}

/** Removes temporary files and folders of processes that were killed. The caller has the lock, so none is in use. */
export async function sweep(folder: FolderHandle): Promise<void> {
  for (const entry of await readdir(folder.base, { withFileTypes: true })) {
    const { name } = entry;
    const isOwn = name.startsWith(ownPrefix);
    if (isOwn && entry.isFile() && name.endsWith('.tmp'))
      await unlink(folder.at(name)).catch(ignoreMissing);
    if (!entry.isDirectory()) continue;
    if (isOwn && name.endsWith('.trash')) {
      await emptyAndRemove(folder, name);
      continue;
    }
    const child = await folder.openChild(name, [name]).catch(skipUnusable);
    if (child !== undefined) await sweep(child).finally(() => child.close());
  }
}

/** A link that was put there meanwhile, or a folder that this user may not read. */
function skipUnusable(error: unknown): undefined {
  if (!MnemeError.isInstance(error) && codeOf(error) !== 'EACCES') throw error;
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}
