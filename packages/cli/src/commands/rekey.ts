import { changeStoreKey, readKey, storeKey } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { wholeStoreOptions } from '../options.ts';
import { addressOf, keySource } from '../store-of.ts';
import { UsageError } from '../usage-error.ts';

export const rekeyCommand = defineCommand({
  name: 'rekey',
  summary: 'give an encrypted SQLite file another key',
  usage: '',
  details: [
    'The key that it has comes from --key-file, --key-command or $MNEME_KEY; the new one from --new-key-file,',
    '--new-key-command or $MNEME_NEW_KEY. Nothing else may have the file open meanwhile. A run that is killed leaves the',
    'file under either of them. Backups keep the old key.',
  ].join('\n'),
  options: {
    'new-key-file': { type: 'text', value: 'FILE', help: 'the new key is in FILE' },
    'new-key-command': {
      type: 'text',
      value: 'COMMAND',
      help: 'the new key is what COMMAND prints',
    },
    ...wholeStoreOptions,
  },
  positionals: { min: 0, max: 0 },
  async run({ values, output, environment }) {
    const address = addressOf(values, { environment, mustExist: true });
    const key = await storeKey(keySource(values), { environment, forFile: true });
    const given = { keyFile: values['new-key-file'], keyCommand: values['new-key-command'] };
    const fields = { keyFile: 'newKeyFile', keyCommand: 'newKeyCommand' };
    const newKey = (await readKey(given, fields)) ?? environment.newKey;
    if (key === undefined || newKey === undefined) {
      throw new UsageError(
        key === undefined
          ? 'rekey needs the key of the file: give --key-file FILE or --key-command COMMAND, or set MNEME_KEY.'
          : 'rekey needs the new key: give --new-key-file FILE or --new-key-command COMMAND, or set MNEME_NEW_KEY.',
        { field: key === undefined ? 'key' : 'newKey' },
      );
    }
    const result = await changeStoreKey(address, { key, newKey });
    output.result(result, () =>
      result.changed
        ? `${output.colours.good('rekeyed')} ${result.path}; open it with the new key from now on`
        : `${result.path} has the new key already`,
    );
    return undefined;
  },
});
