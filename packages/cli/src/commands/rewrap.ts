import { openKeyring, readKey } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { keyringOptions } from '../options.ts';
import { UsageError } from '../usage-error.ts';

export const rewrap = defineCommand({
  details: [
    'Wraps all keys with a new master key; data does not change. Restart processes that have the keyring open with the new',
    'master key. Old copies of the keyring still open with the old one, so destroy it.',
  ].join('\n'),
  options: {
    'new-master-key-file': {
      value: 'FILE',
      help: 'file with the new master key: 32 bytes, as "openssl rand -hex 32" prints them',
    },
    'new-master-key-command': {
      value: 'COMMAND',
      help: 'command that prints the new master key',
    },
  },
  uses: keyringOptions,
  async run({ values, output, environment }) {
    const keyring = await openKeyring(values, environment);
    if (keyring === undefined)
      throw new UsageError('db rewrap needs --keyring FILE, or MNEME_KEYRING.', 'keyring');
    const next = await readKey(
      { keyFile: values.newMasterKeyFile, keyCommand: values.newMasterKeyCommand },
      { keyFile: 'newMasterKeyFile', keyCommand: 'newMasterKeyCommand' },
    );
    if (next === undefined) {
      throw new UsageError(
        'rewrap needs the new master key: give --new-master-key-file FILE or --new-master-key-command COMMAND.',
        'newMasterKey',
      );
    }
    const keys = await keyring.rewrap(next);
    if (keys === 0) throw new UsageError('The keyring has no key: give the right file.', 'keyring');
    output.result(
      { keys },
      () => `${output.colours.good('done')}: ${keys} keys have the new master key`,
    );
  },
});
