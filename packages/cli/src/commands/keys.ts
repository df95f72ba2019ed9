import type { Keys } from '@mneme/server';
import { type CommandContext, defineCommand } from '../command.ts';
import { keysBeside, keysInFile, keysOption } from '../keys-of.ts';
import { memoryOptions, storeOptions } from '../options.ts';
import { tableOf } from '../table.ts';

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
      if (found.length === 0) return 'There is no key.';
      const rows = found.map(({ id, scope, access, createdAt, revokedAt = '' }) => {
        return [id, scope, access, createdAt, revokedAt];
      });
      return tableOf(output, { head: ['id', 'scope', 'access', 'created', 'revoked'], rows });
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
