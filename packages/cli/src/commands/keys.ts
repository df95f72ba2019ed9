import type { KeyAccess } from '@mneme/core/contract';
import type { ApiKey, Keys } from '@mneme/server';
import { type CommandContext, defineCommand } from '../command.ts';
import { keysBeside, keysInFile, keysOption } from '../keys-of.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { table } from '../table.ts';

const uses = [...scopeOptions, ...storeOptions, 'documents'] as const;

async function keysOf(
  { values, open }: CommandContext<typeof keysOption>,
  { create = false } = {},
): Promise<Keys> {
  return values.keys === undefined
    ? keysBeside(await open({ embedder: 'none' }))
    : keysInFile(values.keys, { create });
}

export const listKeysCommand = defineCommand({
  options: keysOption,
  uses,
  async run(context) {
    await listKeys(await keysOf(context), { scope: context.values.scope, output: context.output });
  },
});

export const createKeyCommand = defineCommand({
  details:
    'A key opens one scope. It is shown once, when it is created; only a hash is stored. With --keys no memory is opened.',
  fillsStore: true,
  options: {
    access: {
      value: 'ACCESS',
      help: 'read_only or read_write (default)',
      choices: ['read_only', 'read_write'],
    },
    ...keysOption,
  },
  uses,
  async run(context) {
    const { values, scopeName, output } = context;
    const keys = await keysOf(context, { create: true });
    await createKey(keys, { scope: scopeName, access: values.access, output });
  },
});

export const revokeKeyCommand = defineCommand({
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

async function createKey(
  keys: Keys,
  options: { scope: string; access: string | undefined; output: Output },
): Promise<void> {
  const { scope, output } = options;
  // The library checks the value.
  const given = options.access as KeyAccess | undefined;
  const created = await keys.create({ scope, access: given });
  const { id, key, access } = created;
  output.result({ id, key, scope, access }, () =>
    [
      `${output.colours.good('created')} ${id} (${access}) for ${scope}`,
      key,
      output.colours.quiet('Keep it now: it is not shown again.'),
    ].join('\n'),
  );
}

async function listKeys(
  keys: Keys,
  { scope, output }: { scope: string | undefined; output: Output },
): Promise<void> {
  const found = await keys.list({ scope });
  output.result({ keys: found }, () =>
    found.length === 0
      ? 'There is no key.'
      : table([header, ...found.map(row)], { width: output.tableWidth }),
  );
}

const header = ['id', 'scope', 'access', 'created', 'revoked'];

function row(key: ApiKey): string[] {
  return [key.id, key.scope, key.access, key.createdAt, key.revokedAt ?? ''];
}
