import { type FileHandle, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MnemeError } from '@mneme/core/contract';
import { lock } from 'proper-lockfile';

/** Longer than the 10 s after which the lock of a process that has died is taken over. */
const waitMs = 15_000;

/** Wrapped keys by name. */
type Keys = Map<string, string>;

/** A JSON file that is replaced as a whole, by one process at a time, and read again whenever it was. */
export class KeyringFile {
  readonly #path: string;
  #known: { state: string; keys: Keys } = { state: '', keys: new Map() };

  constructor(path: string) {
    this.#path = path;
  }

  /** As the last change of any process has left it. */
  async read(): Promise<ReadonlyMap<string, string>> {
    const state = await this.#state();
    // The state is taken first: what is read after it may be newer, never older.
    if (state !== this.#known.state) this.#known = { state, keys: await this.#parse() };
    return this.#known.keys;
  }

  /** What `work` leaves in the map is in the file, on the disk, when it resolves. */
  async change<T>(work: (keys: Keys) => T): Promise<T> {
    const release = await this.#lock();
    try {
      const before = await this.#parse();
      const keys = new Map(before);
      const result = work(keys);
      if (JSON.stringify([...before]) !== JSON.stringify([...keys])) await this.#replace(keys);
      return result;
    } finally {
      await release();
    }
  }

  async #state(): Promise<string> {
    try {
      const { ino, size, mtimeNs, ctimeNs } = await stat(this.#path, { bigint: true });
      return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return 'missing';
      throw this.#unusable('cannot be read', error);
    }
  }

  async #parse(attempt = 0): Promise<Keys> {
    let text: string;
    try {
      text = await readFile(this.#path, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return new Map();
      throw this.#unusable('cannot be read', error);
    }
    try {
      return parseKeys(text);
    } catch (error) {
      // Opened under the old name, and emptied since: another file stands there now.
      if (text.includes('\0') && attempt < 5) return this.#parse(attempt + 1);
      throw this.#unusable('is no keyring', error);
    }
  }

  async #lock(): Promise<() => Promise<void>> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      try {
        // The file may not be there yet, so there is nothing to resolve.
        return await lock(this.#path, { realpath: false });
      } catch (error) {
        if (codeOf(error) !== 'ELOCKED') throw this.#unusable('cannot be written', error);
        if (performance.now() > deadline) {
          const message = `another process is changing the keyring ${this.#path}: try again`;
          throw new MnemeError('busy', message, { field: 'keyring', cause: error });
        }
        await delay(5 + Math.random() * 20);
      }
    }
  }

  /** Whoever reads meanwhile, or after a crash, finds the old file or the new one. Of the old one no byte stays. */
  async #replace(keys: Keys): Promise<void> {
    // A link keeps pointing where it did.
    const target = await realpath(this.#path).catch(() => this.#path);
    // One name, as one process is here at a time: what a killed one has left is not left for long.
    const temporary = `${target}.tmp`;
    const text = JSON.stringify({ version: 1, keys: Object.fromEntries(keys) }, null, 2);
    let old: FileHandle | undefined;
    try {
      await overwriteAt(temporary);
      await rm(temporary, { force: true });
      old = await open(target, 'r+').catch(ignoreMissing);
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(`${text}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, target);
      await syncFolder(dirname(target));
      // Its name is gone; a key that was destroyed must not be found in the blocks that it leaves behind.
      if (old !== undefined) await overwrite(old);
    } catch (error) {
      throw this.#unusable('cannot be written', error);
    } finally {
      await old?.close();
    }
  }

  #unusable(problem: string, cause: unknown): MnemeError {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new MnemeError(
      'unavailable',
      `the keyring ${this.#path} ${problem}: ${reason}. Restore it, or give another file`,
      { field: 'keyring', cause },
    );
  }
}

function parseKeys(text: string): Keys {
  const { version, keys } = JSON.parse(text) as { version?: unknown; keys?: unknown };
  if (version !== 1) throw new Error('its version is not 1');
  if (typeof keys !== 'object' || keys === null) throw new Error('it has no keys');
  const entries = Object.entries(keys);
  if (entries.some(([, wrapped]) => typeof wrapped !== 'string'))
    throw new Error('a key is no text');
  return new Map(entries as [string, string][]);
}

async function overwriteAt(path: string): Promise<void> {
  const file = await open(path, 'r+').catch(ignoreMissing);
  if (file !== undefined) await overwrite(file).finally(() => file.close());
}

async function overwrite(file: FileHandle): Promise<void> {
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

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
