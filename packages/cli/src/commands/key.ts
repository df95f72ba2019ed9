import type { KeyAccess } from '@mneme/core/contract';
import type { ApiKey, Keys } from '@mneme/server';
import { defineCommand } from '../command.ts';
import { keysBeside, keysInFile } from '../keys-of.ts';
import { documentOptions, keyOptions, scopeOption, storeOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';

export const keyCommand = defineCommand({
  name: 'key',
  summary: 'create, list and revoke the keys of the server',
  usage: 'create | list | revoke ID',
  details:
    'A key opens one scope. It is shown once, when it is made; only a hash of it is kept. With --keys no memory is opened.',
  fillsStore: true,
  options: {
    access: {
      type: 'text',
      value: 'ACCESS',
      help: 'read_only | read_write (default: read_write)',
      choices: ['read_only', 'read_write'],
    },
    ...scopeOption,
    ...keyOptions,
    ...storeOptions,
    ...documentOptions,
  },
  actions: ['create', 'list', 'revoke'],
  positionals: { min: 1, max: 2 },
  async run({ values, positionals, output, scopeName, open }) {
    const [action = '', id] = positionals;
    if ((action === 'revoke') !== (id !== undefined)) {
      throw new UsageError('mneme key create | list | revoke ID: only revoke takes an ID');
    }
    const keys =
      values.keys === undefined
        ? await keysBeside(await open({ embedder: 'none' }))
        : await keysInFile(values.keys, { create: action === 'create' });
    if (action === 'create') {
      await createKey(keys, { scope: scopeName, access: values.access, output });
    } else if (action === 'list') {
      await listKeys(keys, { scope: values.scope, output });
    } else {
      const revoked = await keys.revoke(id ?? '');
      output.result(revoked, () => `${output.colours.good('revoked')} ${revoked.id}`);
    }
    return undefined;
  },
});

async function createKey(
  keys: Keys,
  options: { scope: string; access: string | undefined; output: Output },
): Promise<void> {
  const { scope, output } = options;
  // Which texts are an access is for the library to say.
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
