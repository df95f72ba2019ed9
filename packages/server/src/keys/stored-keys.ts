import type { KeyBackend, StoredKey } from '@mneme/core/backend';
import { PrivateFile } from '@mneme/files';
import { z } from 'zod';
import { check } from '../check.ts';

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

type KeysById = Map<string, StoredKey>;

/**
 * Keys in a JSON file: only hashes, readable only by its owner, replaced as a whole at each change. The first key
 * creates the file. Several processes may change it at once, and a running server sees each change at the next request.
 * If the file is damaged, no key works: every call rejects with `unavailable`.
 * @example
 * await listen({ memory, keys: new Keys(fileKeys('/etc/mneme/keys.json')), port: 8787 });
 */
export function fileKeys(path: string): KeyBackend {
  const file = new PrivateFile<KeysById>({
    path,
    name: 'key file',
    field: 'keys',
    parse: (text) => {
      const keys = text === undefined ? [] : check(fileSchema, JSON.parse(text), 'the file').keys;
      return new Map(keys.map((key) => [key.id, key]));
    },
    print: (keys) => `${JSON.stringify({ version: 1, keys: [...keys.values()] }, null, 2)}\n`,
  });
  return keysIn({
    read: () => file.read(),
    change: (work) => file.change(work),
  });
}

/** Keys in memory, which end with the process: for tests, and for a server that makes keys at each start. */
export function memoryKeys(): KeyBackend {
  const keys: KeysById = new Map();
  return keysIn({ read: async () => keys, change: async (work) => work(keys) });
}

function keysIn({
  read,
  change,
}: {
  read(): Promise<ReadonlyMap<string, StoredKey>>;
  change<T>(work: (keys: KeysById) => T): Promise<T>;
}): KeyBackend {
  return {
    addKey: (key) => change((keys) => void keys.set(key.id, { ...key })),
    async getKey(id) {
      const key = (await read()).get(id);
      return key && { ...key };
    },
    async hasKey() {
      return [...(await read()).values()].some(({ revokedAt }) => revokedAt === undefined);
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
