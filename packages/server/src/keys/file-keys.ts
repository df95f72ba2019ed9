import { randomUUID } from 'node:crypto';
import { open, readFile, realpath, rename, stat, unlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type KeyBackend, MnemeError, type StoredKey } from '@mneme/core';
import { lock } from 'proper-lockfile';
import { z } from 'zod';
import { check } from '../check.ts';

/** Longer than the 10 s after which the lock of a process that has died is taken over. */
const waitMs = 15_000;

/** A key as a file keeps it. */
const storedKeySchema = z.strictObject({
  id: z.string().regex(/^key_[0-9a-f]{24}$/, 'must be key_ and 24 hexadecimal characters'),
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal characters'),
  scope: z.string().min(1),
  access: z.enum(['read_only', 'read_write']),
  createdAt: z.string(),
  revokedAt: z.string().optional(),
}) satisfies z.ZodType<StoredKey>;

const fileSchema = z.strictObject({
  version: z.literal(1, 'must be 1: the file is of another version of Mneme'),
  keys: z.array(storedKeySchema),
});

/**
 * Keys in a JSON file of the operator's: hashes only, readable by its owner alone, replaced as a whole at each change.
 * The first key makes the file. Several processes may change it at once, and a running server sees each change with the
 * next request. A file that is damaged opens nothing: every call rejects with `unavailable`.
 *
 * @example
 * await listen({ memory, keys: new Keys(fileKeys('/etc/mneme/keys.json')), port: 8787 });
 */
export function fileKeys(path: string): KeyBackend {
  let known: { state: string; keys: ReadonlyMap<string, StoredKey> } = {
    state: '',
    keys: new Map(),
  };

  /** Reads the file again where it is another one than at the last look. */
  const read = async () => {
    const state = await stateOf(path);
    // The state is taken first: what is read after it may be newer, never older.
    if (state !== known.state) known = { state, keys: await readKeys(path) };
    return known.keys;
  };
  const change = <T>(work: (keys: Map<string, StoredKey>) => T) =>
    locked(path, async () => {
      const keys = new Map(await readKeys(path));
      const result = work(keys);
      await replace(path, `${JSON.stringify({ version: 1, keys: [...keys.values()] }, null, 2)}\n`);
      return result;
    });

  return {
    addKey: (key) => change((keys) => void keys.set(key.id, key)),
    async getKey(id) {
      const key = (await read()).get(id);
      return key && { ...key };
    },
    async listKeys(scope) {
      return [...(await read()).values()]
        .filter((key) => scope === undefined || key.scope === scope)
        .map((key) => ({ ...key }));
    },
    revokeKey: (id, at) =>
      change((keys) => {
        const key = keys.get(id);
        if (key !== undefined) keys.set(id, { ...key, revokedAt: key.revokedAt ?? at });
        return key !== undefined;
      }),
  };
}

/** What tells one file at a path from the next. */
async function stateOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch (error) {
    if (isMissing(error)) return 'missing';
    throw unusable(path, 'cannot be read', error);
  }
}

async function readKeys(path: string): Promise<Map<string, StoredKey>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return new Map();
    throw unusable(path, 'cannot be read', error);
  }
  try {
    const { keys } = check(fileSchema, JSON.parse(text), 'the file');
    return new Map(keys.map((key) => [key.id, key]));
  } catch (error) {
    throw unusable(path, 'is no file of keys', error);
  }
}

/** One process at a time changes the file. */
async function locked<T>(path: string, work: () => Promise<T>): Promise<T> {
  const release = await take(path);
  try {
    return await work();
  } finally {
    await release();
  }
}

/** The lock of the file. Waits for another holder, and for nothing else. */
async function take(path: string): Promise<() => Promise<void>> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    try {
      // The file may not be there yet, so there is nothing to resolve.
      return await lock(path, { realpath: false });
    } catch (error) {
      if (codeOf(error) !== 'ELOCKED') throw unusable(path, 'cannot be written', error);
      if (Date.now() > deadline) {
        const message = `another process is changing the key file ${path}: try again`;
        throw new MnemeError('busy', message, { field: 'keys', cause: error });
      }
      await delay(5 + Math.random() * 20);
    }
  }
}

/** Whoever reads meanwhile, or after a crash, finds the old file or the new one. */
async function replace(path: string, text: string): Promise<void> {
  // A link keeps pointing where it did.
  const target = await realpath(path).catch(() => path);
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw unusable(path, 'cannot be written', error);
  }
}

function unusable(path: string, problem: string, cause: unknown): MnemeError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new MnemeError(
    'unavailable',
    `the key file ${path} ${problem}: ${reason}. Mend it, or give another file`,
    { field: 'keys', cause },
  );
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
