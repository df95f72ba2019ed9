import { constants, lstatSync, renameSync, statSync } from 'node:fs';
import { type FileHandle, open, readFile, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MnemeError } from '@mneme/core/contract';
import { type FileLock, withFileLock } from './file-lock.ts';

/** The file and its contents. */
export interface PrivateFileOptions<Content> {
  path: string;
  /** What it is, and the option that names it, for errors: `keyring`. */
  name: string;
  field: string;
  /** Undefined: there is no file. Errors of this function become the reason why the file cannot be used. */
  parse(text: string | undefined): Content;
  /** The same text for the same content. */
  print(content: Content): string;
  /** Identifies the file. Once it was read, no other one is created or accepted instead. Default: any is accepted. */
  idOf?(content: Content): string;
  /** Overwrites each replaced file, so that no block of the disk has removed data. Default: false. */
  overwrites?: boolean;
}

/** Two changes within this time may have the same timestamp: some file systems count in steps of two seconds. */
const settledMs = 2000;
const maxReads = 20;

/**
 * A small text file that only its owner may read. It is replaced as a whole, by one process at a time, and read again
 * after each change. Rejects with `unavailable` if it cannot be used, and with `busy` while others change it.
 */
export class PrivateFile<Content> {
  readonly #options: PrivateFileOptions<Content>;
  #known: { state: string; content: Content } | undefined;
  #id: string | undefined;

  constructor(options: PrivateFileOptions<Content>) {
    this.#options = options;
  }

  /** The content after the last change of any process. Callers must not change it. */
  read(): Promise<Content> {
    const { path } = this.#options;
    return this.#translated('read', async () => {
      if (this.#known !== undefined && this.#known.state === stateOf(path).state)
        return this.#known.content;
      const { text, state, changedAt } = await this.#load(path);
      const content = this.#parse(text);
      const isSettled = text !== undefined && changedAt < Date.now() - settledMs;
      this.#known = isSettled ? { state, content } : undefined;
      return content;
    });
  }

  /** When it resolves, the content returned by `work` is in the file, on the disk. */
  change<T>(work: (content: Content) => T): Promise<T> {
    const { path, name, field, print, idOf } = this.#options;
    const busy = `another process is changing the ${name} ${path}, or was stopped while it did: try again`;
    return this.#translated('changed', async () => {
      // A link stays, and processes that open the file through another link take the same lock.
      const target = await targetOf(path);
      const changed = async (lock: FileLock) => {
        const { text, state } = await this.#load(target);
        const content = this.#parse(text);
        const before = print(content);
        const result = work(content);
        const after = print(content);
        if (after !== before) {
          await this.#replace(target, after, { lock, state });
          this.#id = idOf?.(content);
        }
        return result;
      };
      return withFileLock(`${target}.lock`, changed, { busy, field });
    });
  }

  /** Reads the whole file, because another process may replace and overwrite it meanwhile. */
  async #load(path: string): Promise<{ text: string | undefined } & State> {
    for (let attempt = 0; attempt < maxReads; attempt++) {
      const before = stateOf(path);
      const text = await readFile(path, 'utf8').catch(ignoreMissing);
      if (stateOf(path).state === before.state) return { text, ...before };
    }
    throw this.#changedMeanwhile();
  }

  #parse(text: string | undefined): Content {
    const { idOf } = this.#options;
    const known = this.#id;
    const content = this.#parsed(text);
    if (text === undefined && known !== undefined) throw new Error('it was there and is missing');
    const id = idOf?.(content);
    if (known !== undefined && id !== known) throw new Error('another one is in its place');
    if (text !== undefined) this.#id = id;
    return content;
  }

  #parsed(text: string | undefined): Content {
    try {
      return this.#options.parse(text);
    } catch (error) {
      // A wrong field in the file is not the caller's fault.
      throw new Error(messageOf(error), { cause: error });
    }
  }

  /** Readers, also after a crash, find the old file or the new one. */
  async #replace(
    target: string,
    text: string,
    { lock, state }: { lock: FileLock; state: string },
  ): Promise<void> {
    // A fixed name, because only one process is here at a time, and it replaces what a killed one has left.
    const temporary = `${target}.tmp`;
    const { overwrites = false } = this.#options;
    if (overwrites) {
      const left = await openLeft(temporary);
      await overwrite(left).finally(() => left?.close());
    }
    await rm(temporary, { force: true });
    const old = overwrites ? await open(target, 'r+').catch(ignoreMissing) : undefined;
    try {
      const file = await open(temporary, 'wx', 0o600);
      await file
        .writeFile(text)
        .then(() => file.sync())
        .finally(() => file.close());
      // Without a pause, so that nothing happens between the check and the rename.
      if (!lock.isValid() || stateOf(target).state !== state) throw this.#changedMeanwhile();
      renameSync(temporary, target);
      await syncFolder(dirname(target));
      // The old file has no name any more; its blocks must not contain removed data.
      await overwrite(old);
    } catch (error) {
      // If the lock was lost, the file with that name belongs to another process.
      if (lock.isValid()) await rm(temporary, { force: true });
      throw error;
    } finally {
      await old?.close();
    }
  }

  async #translated<T>(done: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (MnemeError.isInstance(error)) throw error;
      const { path, name, field } = this.#options;
      throw new MnemeError(
        'unavailable',
        `the ${name} ${path} cannot be ${done}: ${messageOf(error)}. Restore it, or give another file`,
        { field, cause: error },
      );
    }
  }

  #changedMeanwhile(): MnemeError {
    const { path, name, field } = this.#options;
    const message = `the ${name} ${path} is being replaced by something else: try again`;
    return new MnemeError('busy', message, { field });
  }
}

interface State {
  /** Identifies one file at a path. */
  state: string;
  changedAt: number;
}

function stateOf(path: string): State {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (file === undefined) return { state: 'missing', changedAt: 0 };
  if (!file.isFile()) throw new Error('it is not a regular file');
  const { ino, dev, size, mtimeNs, ctimeNs, ctimeMs } = file;
  return { state: [ino, dev, size, mtimeNs, ctimeNs].join(' '), changedAt: Number(ctimeMs) };
}

/** The target of a path, also if nothing exists there yet. */
async function targetOf(path: string): Promise<string> {
  const found = await realpath(path).catch(ignoreMissing);
  return found ?? join(await realpath(dirname(path)), basename(path));
}

/** What a killed process has left. Undefined: nothing, or something that this class never makes, such as a link. */
async function openLeft(path: string): Promise<FileHandle | undefined> {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (!facts?.isFile() || facts.nlink > 1) return undefined;
  return open(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0)).catch(ignoreMissing);
}

async function overwrite(file: FileHandle | undefined): Promise<void> {
  if (file === undefined) return;
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size), 0, size, 0);
  await file.sync();
}

/** Otherwise a power cut could bring the old file back. Windows has no such call, and needs none. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
