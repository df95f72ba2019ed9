import { changeStoreKey, storeKey } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { wholeStoreOptions } from '../options.ts';
import { addressOf, keySource } from '../store-of.ts';
import { UsageError } from '../usage-error.ts';

export const encryptCommand = defineCommand({
  name: 'encrypt',
  summary: 'encrypt a SQLite file in its place',
  usage: '',
  details: [
    'The key is a passphrase, or 64 hexadecimal digits, such as "openssl rand -hex 32" prints. It comes from --key-file,',
    '--key-command or $MNEME_KEY; whoever loses it loses the memories. Nothing else may have the file open meanwhile. A run',
    'that is killed leaves the file as it was, or encrypted; the plain one is overwritten on the disk.',
  ].join('\n'),
  options: { ...wholeStoreOptions },
  positionals: { min: 0, max: 0 },
  async run({ values, output, environment }) {
    const address = addressOf(values, { environment, mustExist: true });
    const newKey = await storeKey(keySource(values), { environment, forFile: true });
    if (newKey === undefined) {
      throw new UsageError(
        'encrypt needs a key: give --key-file FILE or --key-command COMMAND, or set MNEME_KEY.',
        { field: 'key' },
      );
    }
    const result = await changeStoreKey(address, { newKey });
    output.result(result, () =>
      result.changed
        ? `${output.colours.good('encrypted')} ${result.path}; open it with this key from now on`
        : `${result.path} is encrypted with this key already`,
    );
    return undefined;
  },
});
