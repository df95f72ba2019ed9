import { mkdirSync, realpathSync } from 'node:fs';
import { lstat, readdir, rename, unlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MnemeError, type MnemeErrorCode, type SecretPolicy } from '@mneme/core';
import { gate, gateText, parseSecretPolicy } from '@mneme/core/faces';
import {
  choice,
  type FieldsOf,
  form,
  integer,
  invalid,
  parseOptions,
  parseText,
} from '@mneme/core/input';
import { type FileLock, withFileLock } from '@mneme/files';
import type { FileTree, FileTreeLimits, Segments, TreeEntry } from './file-tree.ts';
import {
  describe,
  expectUnchanged,
  linkNew,
  moveFile,
  readText,
  removeTree,
  sweep,
  writeBeside,
} from './folder-files.ts';
import { codeOf, FolderHandle } from './folder-handle.ts';
import { ownPrefix, refuse } from './memory-path.ts';

/** Limits and safety of a folder of plain files. */
export interface DirectoryOptions {
  /** Default: 4 MiB a file, 20,000 files, 1 GiB in all. */
  limits?: Partial<FileTreeLimits>;
  /** What happens to a text with a password, key or token. Default: `reject`. */
  secrets?: SecretPolicy;
  /** `full` (default): acknowledged writes survive a power cut. `normal`: they survive a killed process. */
  durability?: 'full' | 'normal';
}

const count = integer({ min: 1 });

const optionFields = {
  limits: form({
    fileBytes: count,
    files: count,
    totalBytes: count,
  } satisfies FieldsOf<FileTreeLimits>),
  secrets: parseSecretPolicy,
  durability: choice(['full', 'normal']),
} satisfies FieldsOf<DirectoryOptions>;

const defaultLimits: FileTreeLimits = {
  fileBytes: 4 * 1024 * 1024,
  files: 20_000,
  totalBytes: 1024 * 1024 * 1024,
};

const lockName = `${ownPrefix}folder.lock`;
const busy = 'Another process is using the memory folder. Try again.';

/**
 * Plain files in a folder, which is `/memories` itself and is created if missing. No path leads out of it, not even one
 * that is swapped for a symbolic link meanwhile. Every write replaces a whole file in one step. Several processes may
 * use one folder.
 */
export function directory(path: string, options: DirectoryOptions = {}): FileTree {
  return new DirectoryTree(path, options);
}

class DirectoryTree implements FileTree {
  readonly #path: string;
  readonly #limits: FileTreeLimits;
  readonly #secrets: SecretPolicy;
  readonly #durable: boolean;
  #swept = false;

  constructor(path: string, options: DirectoryOptions) {
    const given = parseOptions(options, optionFields);
    const { limits, secrets = 'reject', durability = 'full' } = given;
    if (parseText(path, 'path') === '') {
      throw invalid('path', 'is empty: give the path of a folder');
    }
    mkdirSync(path, { recursive: true, mode: 0o700 });
    this.#path = realpathSync(resolve(path));
    this.#limits = { ...defaultLimits, ...limits };
    this.#secrets = secrets;
    this.#durable = durability === 'full';
  }

  stat: FileTree['stat'] = (path) =>
    this.#withRoot(async (root) => {
      if (path.length === 0)
        return { kind: 'directory', sizeBytes: (await lstat(root.at('.'))).size };
      return inParent({ root, path }, (parent, name) => describe(parent, name, path));
    });

  read: FileTree['read'] = (path) =>
    this.#withRoot(async (root) => {
      const found = await inParent({ root, path }, (parent, name) => readText(parent, name, path));
      return found?.text;
    });

  entries: FileTree['entries'] = (path, { depth }) =>
    this.#withRoot(async (root) => {
      const entries: TreeEntry[] = [];
      const folder = await openFolder(root, path);
      if (folder === undefined) return entries;
      try {
        await collect(folder, { above: [], depth, entries });
      } finally {
        if (folder !== root) await folder.close();
      }
      return entries;
    });

  create: FileTree['create'] = async (path, given) => {
    gate({ path: path.join('/') }, this.#secrets);
    const text = await gateText(given, this.#secrets);
    this.#checkFile(path, text);
    return this.#change(async (root) => {
      await this.#checkTotals(root, { files: 1, bytes: Buffer.byteLength(text) });
      const isNew = await inParent({ root, path, make: true }, async (parent, name) => {
        if ((await describe(parent, name, path)) !== undefined) return false;
        const put = (temporary: string) => linkNew(temporary, parent.at(name));
        return writeBeside(parent, text, { durable: this.#durable, put });
      });
      return isNew ? 'created' : 'exists';
    });
  };

  edit: FileTree['edit'] = (path, change) =>
    this.#change(async (root, lock) => {
      const outcome = await inParent({ root, path }, async (parent, name) => {
        const found = await describe(parent, name, path);
        if (found?.kind === 'directory') return 'directory';
        const read = found && (await readText(parent, name, path));
        if (read === undefined) return undefined;
        const text = await gateText(change(read.text), this.#secrets);
        if (text === read.text) return 'edited';
        this.#checkFile(path, text);
        const growth = Buffer.byteLength(text) - Number(read.stats.size);
        if (growth > 0) await this.#checkTotals(root, { files: 0, bytes: growth });
        await writeBeside(parent, text, {
          durable: this.#durable,
          mode: Number(read.stats.mode & 0o777n),
          put: async (temporary) => {
            if (!lock.isValid()) throw new MnemeError('busy', busy);
            await expectUnchanged(parent, name, read.stats);
            await rename(temporary, parent.at(name));
          },
        });
        return 'edited';
      });
      return outcome ?? 'missing';
    });

  remove: FileTree['remove'] = (path) =>
    this.#change(async (root) => {
      const removed = await inParent({ root, path }, async (parent, name) => {
        const found = await describe(parent, name, path);
        if (found === undefined) return undefined;
        if (found.kind === 'directory') await removeTree(parent, name, root);
        else await unlink(parent.at(name));
        if (this.#durable) await parent.sync();
        return true;
      });
      return removed ?? false;
    });

  rename: FileTree['rename'] = async (from, to) => {
    gate({ path: to.join('/') }, this.#secrets);
    return this.#change(async (root) => {
      const outcome = await inParent({ root, path: from }, async (source, name) => {
        const found = await describe(source, name, from);
        if (found === undefined) return undefined;
        return inParent({ root, path: to, make: true }, async (target, newName) => {
          if ((await describe(target, newName, to)) !== undefined) return 'exists' as const;
          const [old, fresh] = [source.at(name), target.at(newName)];
          if (found.kind === 'directory') await rename(old, fresh);
          else if (!(await moveFile(old, fresh))) return 'exists' as const;
          if (this.#durable) {
            await target.sync();
            await source.sync();
          }
          return 'renamed' as const;
        });
      });
      return outcome ?? 'missing';
    });
  };

  #checkFile(path: Segments, text: string): void {
    const bytes = Buffer.byteLength(text);
    if (bytes <= this.#limits.fileBytes) return;
    throw refuse(
      `File /memories/${path.join('/')} would have ${bytes} bytes. Maximum is ${this.#limits.fileBytes}. Nothing was written.`,
    );
  }

  async #checkTotals(root: FolderHandle, added: { files: number; bytes: number }): Promise<void> {
    const totals = await measure(root);
    const files = totals.files + added.files;
    const bytes = totals.bytes + added.bytes;
    const limits = this.#limits;
    const [size, most] =
      files > limits.files
        ? [`${files} files`, limits.files]
        : [`${bytes} bytes`, limits.totalBytes];
    if (files <= limits.files && bytes <= limits.totalBytes) return;
    throw refuse(
      `/memories would have ${size}. Maximum is ${most}. Nothing was written: delete what is no longer needed.`,
    );
  }

  async #withRoot<T>(work: (root: FolderHandle) => Promise<T>): Promise<T> {
    try {
      const root = await FolderHandle.openRoot(this.#path);
      return await work(root).finally(() => root.close());
    } catch (error) {
      throw translateError(error);
    }
  }

  /** One process at a time. */
  #change<T>(work: (root: FolderHandle, lock: FileLock) => Promise<T>): Promise<T> {
    return this.#withRoot((root) =>
      withFileLock(
        root.at(lockName),
        async (lock) => {
          if (!this.#swept) await sweep(root);
          this.#swept = true;
          return work(root, lock);
        },
        { waitMs: 30_000, busy },
      ),
    );
  }
}

/** Works in the parent directory of a path. `undefined`: the directory is missing, and should not be made. */
async function inParent<T>(
  { root, path, make }: { root: FolderHandle; path: Segments; make?: true },
  work: (parent: FolderHandle, name: string) => Promise<T>,
): Promise<T | undefined> {
  const parent = await openFolder(root, path.slice(0, -1), make);
  if (parent === undefined) return undefined;
  try {
    return await work(parent, path.at(-1) ?? '.');
  } finally {
    if (parent !== root) await parent.close();
  }
}

/** Step by step, never through a link. Unless missing folders are made, a path below a file counts as missing. */
async function openFolder(
  root: FolderHandle,
  path: Segments,
  make = false,
): Promise<FolderHandle | undefined> {
  let folder = root;
  for (const [index, name] of path.entries()) {
    const at = path.slice(0, index + 1);
    let next: FolderHandle | undefined;
    try {
      next = await (make ? folder.makeChild(name, at) : folder.openChild(name, at));
    } catch (error) {
      if (make || !MnemeError.isInstance(error) || error.code !== 'conflict') throw error;
    } finally {
      if (folder !== root) await folder.close();
    }
    if (next === undefined) return undefined;
    folder = next;
  }
  return folder;
}

async function collect(
  folder: FolderHandle,
  options: { above: Segments; depth: number; entries: TreeEntry[] },
): Promise<void> {
  const { above, depth, entries } = options;
  for (const entry of await readdir(folder.base, { withFileTypes: true })) {
    if (entry.name.startsWith(ownPrefix) || !(entry.isFile() || entry.isDirectory())) continue;
    const segments = [...above, entry.name];
    const found = await describe(folder, entry.name, segments).catch(skipLinks);
    if (found === undefined) continue;
    entries.push({ segments, ...found });
    if (found.kind !== 'directory' || segments.length >= depth) continue;
    const child = await folder.openChild(entry.name, segments).catch(skipLinks);
    if (child === undefined) continue;
    try {
      await collect(child, { above: segments, depth, entries });
    } finally {
      await child.close();
    }
  }
}

async function measure(root: FolderHandle): Promise<{ files: number; bytes: number }> {
  const entries: TreeEntry[] = [];
  await collect(root, { above: [], depth: Number.POSITIVE_INFINITY, entries });
  const files = entries.filter(({ kind }) => kind === 'file');
  return { files: files.length, bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

/** Entries that became a link, or something else, since the directory was read are not listed. */
function skipLinks(error: unknown): undefined {
  if (MnemeError.isInstance(error)) return undefined;
  throw error;
}

/** The system's message, without paths of the machine. */
function translateError(error: unknown): unknown {
  const code = codeOf(error);
  const options = { cause: error };
  if (MnemeError.isInstance(error) && code === 'unavailable')
    return new MnemeError(
      'unavailable',
      `The memory folder needs its lock ${lockName}, which cannot be taken.`,
      options,
    );
  if (MnemeError.isInstance(error) || code === undefined) return error;
  const [kind, message] = failures[code] ?? [
    'unavailable',
    `The memory folder cannot be used (${code}).`,
  ];
  return new MnemeError(kind, message, options);
}

const readOnly = ['read_only', 'The memory folder cannot be written.'] as const;
const full = ['storage_full', 'No room is left for the memory folder.'] as const;
const failures: Readonly<Record<string, readonly [MnemeErrorCode, string]>> = {
  EACCES: readOnly,
  EPERM: readOnly,
  EROFS: readOnly,
  ENOSPC: full,
  EDQUOT: full,
};
