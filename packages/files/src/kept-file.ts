import { renameSync, statSync } from 'node:fs';
import { type FileHandle, open, readFile, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { MnemeError } from '@mneme/core/contract';
import { type FileLock, withFileLock } from './file-lock.ts';

/** Which file it is, and what stands in it. */
export interface KeptFileOptions<Content> {
  path: string;
  /** What it is, and the option that names it, for errors: `keyring`. */
  name: string;
  field: string;
  /** Undefined: there is no file. Its errors become the reason why the file cannot be used. */
  parse(text: string | undefined): Content;
  /** The same text for the same content. */
  print(content: Content): string;
  /** Tells one such file from another. Once it was read, no other one is made or taken in its place. Default: any is. */
  idOf?(content: Content): string;
  /** Overwrites each file that is replaced, so that no block of the disk keeps what was removed. Default: false. */
  overwrites?: boolean;
}

/** So soon after a change the next one may show the same time: some file systems count in steps of two seconds. */
const settledMs = 2000;
const maxReads = 20;

/**
 * A small text file that its owner alone may read. It is replaced as a whole, by one process at a time, and read again
 * whenever it was. Rejects with `unavailable` where it cannot be used, and with `busy` where others change it.
 */
export class KeptFile<Content> {
  readonly #options: KeptFileOptions<Content>;
  #known: { state: string; content: Content } | undefined;
  #id: string | undefined;

  constructor(options: KeptFileOptions<Content>) {
    this.#options = options;
  }

  /** As the last change of any process has left it. Not to be changed. */
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

  /** What `work` leaves of the content is in the file, on the disk, when it resolves. */
  change<T>(work: (content: Content) => T): Promise<T> {
    const { path, name, field, print, idOf } = this.#options;
    const busy = `another process is changing the ${name} ${path}, or was stopped while it did: try again`;
    return this.#translated('changed', async () => {
      // A link stays, and whoever opens the file through another one takes the same lock.
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

  /** Whole: another process may replace it, and overwrite it then, while it is read. */
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
      // A wrong field in it is the file's fault, not the caller's.
      throw new Error(messageOf(error), { cause: error });
    }
  }

  /** Whoever reads meanwhile, or after a crash, finds the old file or the new one. */
  async #replace(
    target: string,
    text: string,
    { lock, state }: { lock: FileLock; state: string },
  ): Promise<void> {
    // One name, as one process is here at a time: what a killed one has left is not left for long.
    const temporary = `${target}.tmp`;
    const { overwrites = false } = this.#options;
    if (overwrites) {
      const left = await open(temporary, 'r+').catch(ignoreMissing);
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
      // Without a pause, so that nothing comes between what is looked at and what is done.
      if (!lock.isHeld() || stateOf(target).state !== state) throw this.#changedMeanwhile();
      renameSync(temporary, target);
      await syncFolder(dirname(target));
      // Its name is gone; what was removed must not be found in the blocks that it leaves behind.
      await overwrite(old);
    } catch (error) {
      // Under a lock that was lost, the other holder's file has that name.
      if (lock.isHeld()) await rm(temporary, { force: true });
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
  /** What tells one file at a path from the next. */
  state: string;
  changedAt: number;
}

function stateOf(path: string): State {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (file === undefined) return { state: 'missing', changedAt: 0 };
  if (!file.isFile()) throw new Error('it is no regular file');
  const { ino, dev, size, mtimeNs, ctimeNs, ctimeMs } = file;
  return { state: [ino, dev, size, mtimeNs, ctimeNs].join(' '), changedAt: Number(ctimeMs) };
}

/** Where a path leads, also where nothing is there yet. */
async function targetOf(path: string): Promise<string> {
  const found = await realpath(path).catch(ignoreMissing);
  return found ?? join(await realpath(dirname(path)), basename(path));
}

async function overwrite(file: FileHandle | undefined): Promise<void> {
  if (file === undefined) return;
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size), 0, size, 0);
  await file.sync();
}

/** Without it a power cut could bring the old name back. Windows has no such call, and needs none. */
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
