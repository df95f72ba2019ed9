import { changeStoreKey, storeKey } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { wholeStoreOptions } from '../options.ts';
import { addressOf, keySource } from '../store-of.ts';
import { UsageError } from '../usage-error.ts';

export const decryptCommand = defineCommand({
  name: 'decrypt',
  summary: 'make an encrypted SQLite file a plain one',
  usage: '',
  details: 'In its place, as encrypt does. Nothing else may have the file open meanwhile.',
  options: { ...wholeStoreOptions },
  positionals: { min: 0, max: 0 },
  async run({ values, output, environment }) {
    const address = addressOf(values, { environment, mustExist: true });
    const key = await storeKey(keySource(values), { environment, forFile: true });
    if (key === undefined) {
      throw new UsageError(
        'decrypt needs the key of the file: give --key-file FILE or --key-command COMMAND, or set MNEME_KEY.',
        { field: 'key' },
      );
    }
    const result = await changeStoreKey(address, { key });
    output.result(result, () =>
      result.changed
        ? `${output.colours.good('decrypted')} ${result.path}; open it without a key from now on`
        : `${result.path} is plain already`,
    );
    return undefined;
  },
});
