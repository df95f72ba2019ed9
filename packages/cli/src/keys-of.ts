import { existsSync } from 'node:fs';
import type { OpenedMemory } from '@mneme/runtime';
import type { Keys } from '@mneme/server';
import type { OptionTable } from './options.ts';
import { UsageError } from './usage-error.ts';

/** The option for the server's commands. */
export const keysOption = {
  keys: {
    value: 'FILE',
    help: 'a JSON file for the keys (default: in the store of --db or --documents)',
  },
} as const satisfies OptionTable;

/** The keys in the file of `--keys`. The file is created only for a first key. */
export async function keysInFile(path: string, { create }: { create: boolean }): Promise<Keys> {
  const { fileKeys, Keys } = await import('@mneme/server');
  if (create || existsSync(path)) return new Keys(fileKeys(path));
  throw new UsageError(
    `There is no key file at ${path}. Make it with its first key: mneme keys create --keys ${path}`,
    'keys',
  );
}

/** The keys stored beside the memory. */
export async function keysBeside({ keys, backend }: OpenedMemory): Promise<Keys> {
  const { Keys } = await import('@mneme/server');
  if (keys !== undefined) return new Keys(keys);
  throw new UsageError(
    `The ${backend} backend has no keys. Give a file for them (--keys keys.json), or a store for documents that has them too (--documents documents.db).`,
    'keys',
  );
}
