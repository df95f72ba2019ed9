import { existsSync } from 'node:fs';
import { shellWord } from '@mneme/core/faces';
import type { OpenedMemory } from '@mneme/runtime';
import type { Keys } from '@mneme/server';
import { type CommandContext, defineCommand } from '../command.ts';
import { memoryOptions, type OptionTable, storeOptions } from '../options.ts';
import { tableOf } from '../table.ts';
import { UsageError } from '../usage-error.ts';

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
    `There is no key file at ${path}. Make it with its first key: mneme keys create --keys ${shellWord(path)}`,
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

const uses = [...memoryOptions, 'documents'] as const;

async function keysOf(
  { values, open }: CommandContext<typeof keysOption>,
  { create = false } = {},
): Promise<Keys> {
  return values.keys === undefined ? keysBeside(await open()) : keysInFile(values.keys, { create });
}

export const keys = defineCommand({
  options: keysOption,
  uses,
  async run(context) {
    const { values, output } = context;
    const found = await (await keysOf(context)).list({ scope: values.scope });
    output.result({ keys: found }, () => {
      const rows = found.map(({ id, scope, access, createdAt, revokedAt = '' }) => [
        ...[id, scope, access, createdAt, revokedAt],
      ]);
      const head = ['id', 'scope', 'access', 'created', 'revoked'];
      return tableOf(output, { head, rows, none: 'There is no key.' });
    });
  },
});

export const create = defineCommand({
  details:
    'A key opens one scope. It is shown once, when it is created; only a hash is stored. With --keys no memory is opened.',
  fillsStore: true,
  options: {
    access: {
      value: 'ACCESS',
      help: 'read_only or read_write (default)',
      oneOf: ['read_only', 'read_write'],
    },
    ...keysOption,
  },
  uses,
  async run(context) {
    const { values, scopeName, output } = context;
    const keys = await keysOf(context, { create: true });
    const created = await keys.create({ scope: scopeName, access: values.access });
    const { id, key, scope, access } = created;
    output.result({ id, key, scope, access }, () => [
      `${output.colours.good('created')} ${id} (${access}) for ${scope}`,
      key,
      output.colours.quiet('Keep it now: it is not shown again.'),
    ]);
  },
});

export const revoke = defineCommand({
  usage: 'ID',
  options: keysOption,
  uses: [...storeOptions, 'documents'],
  async run(context) {
    const { positionals, output } = context;
    const keys = await keysOf(context);
    const revoked = await keys.revoke(positionals[0] ?? '');
    output.result(revoked, () => `${output.colours.good('revoked')} ${revoked.id}`);
  },
});
