import { openKeyring, readKey } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { keyringOptions } from '../options.ts';
import { keyringSource } from '../store-of.ts';
import { UsageError } from '../usage-error.ts';

export const rewrapCommand = defineCommand({
  details: [
    'Wraps all keys anew; no data is touched. Processes that have the keyring open must be started again with the new',
    'master key. Old copies of the keyring open with the old one: destroy it.',
  ].join('\n'),
  options: {
    'new-master-key-file': {
      value: 'FILE',
      help: 'the new master key is in FILE: 32 bytes, as "openssl rand -hex 32" prints them',
    },
    'new-master-key-command': {
      value: 'COMMAND',
      help: 'the new master key is what COMMAND prints',
    },
  },
  uses: [...keyringOptions],
  async run({ values, output, environment }) {
    const keyring = await openKeyring(keyringSource(values), environment);
    if (keyring === undefined)
      throw new UsageError('db rewrap needs --keyring FILE, or MNEME_KEYRING.', {
        field: 'keyring',
      });
    const next = await readKey(
      { keyFile: values['new-master-key-file'], keyCommand: values['new-master-key-command'] },
      { keyFile: 'newMasterKeyFile', keyCommand: 'newMasterKeyCommand' },
    );
    if (next === undefined) {
      throw new UsageError(
        'rewrap needs the new master key: give --new-master-key-file FILE or --new-master-key-command COMMAND.',
        { field: 'newMasterKey' },
      );
    }
    const keys = await keyring.rewrap(next);
    if (keys === 0)
      throw new UsageError('There is no key in the keyring: is it that file?', {
        field: 'keyring',
      });
    output.result({ keys }, () => `${output.colours.good('wrapped anew')} ${keys} keys`);
  },
});
