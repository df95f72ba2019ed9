import { changeStoreKey, openKeyring, readKey, storeKey } from '@mneme/runtime';
import { type CommandContext, defineCommand } from '../command.ts';
import { fileOptions, type GlobalValues, keyringOptions, type OptionTable } from '../options.ts';
import { addressOf } from '../store-of.ts';
import { UsageError } from '../usage-error.ts';

const inItsPlace = [
  'Nothing else may have the file open meanwhile. A run that is killed leaves the file as it was,',
  'or changed.',
].join('\n');

export const encrypt = defineCommand({
  details: [
    'The key is a passphrase, or 64 hexadecimal digits as "openssl rand -hex 32" prints them. If you lose it, you lose',
    'the memories. It comes from --key-file, --key-command or $MNEME_KEY. The plain file is overwritten on the disk.',
    inItsPlace,
  ].join('\n'),
  uses: fileOptions,
  async run(context) {
    const newKey = await keyOf(context);
    return change(context, { newKey: needed(newKey, 'encrypt needs a key', '') }, 'encrypted');
  },
});

export const rekey = defineCommand({
  details: [
    'The current key comes from --key-file, --key-command or $MNEME_KEY; the new one from --new-key-file,',
    '--new-key-command or $MNEME_NEW_KEY. Backups keep the old key.',
    inItsPlace,
  ].join('\n'),
  options: {
    'new-key-file': { value: 'FILE', help: 'file with the new key' },
    'new-key-command': {
      value: 'COMMAND',
      help: 'command that prints the new key',
    },
  },
  uses: fileOptions,
  async run(context) {
    const { values, environment } = context;
    const given = { keyFile: values.newKeyFile, keyCommand: values.newKeyCommand };
    const fields = { keyFile: 'newKeyFile', keyCommand: 'newKeyCommand' };
    const key = needed(await keyOf(context), 'rekey needs the key of the file', '');
    const newKey = (await readKey(given, fields)) ?? environment.newKey;
    return change(
      context,
      { key, newKey: needed(newKey, 'rekey needs the new key', 'new-') },
      'rekeyed',
    );
  },
});

export const decrypt = defineCommand({
  details: inItsPlace,
  uses: fileOptions,
  async run(context) {
    const key = needed(await keyOf(context), 'decrypt needs the key of the file', '');
    return change(context, { key }, 'decrypted');
  },
});

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

type Context = Pick<CommandContext<OptionTable>, 'environment' | 'output'> & {
  values: GlobalValues;
};

/** The key of the options, for an existing file. */
function keyOf({ values, environment }: Context) {
  addressOf(values, { environment, mustExist: true });
  return storeKey(values, { environment, forFile: true });
}

function needed<K>(key: K | undefined, problem: string, prefix: '' | 'new-'): K {
  if (key !== undefined) return key;
  const variable = prefix === '' ? 'MNEME_KEY' : 'MNEME_NEW_KEY';
  throw new UsageError(
    `${problem}: give --${prefix}key-file FILE or --${prefix}key-command COMMAND, or set ${variable}.`,
    prefix === '' ? 'key' : 'newKey',
  );
}

const words = {
  encrypted: ['open it with this key from now on', 'is encrypted with this key already'],
  rekeyed: ['open it with the new key from now on', 'has the new key already'],
  decrypted: ['open it without a key from now on', 'is plain already'],
} as const;

async function change(
  { values, output, environment }: Context,
  keys: Parameters<typeof changeStoreKey>[1],
  done: keyof typeof words,
): Promise<undefined> {
  const address = addressOf(values, { environment, mustExist: true });
  const result = await changeStoreKey(address, keys);
  const [next, already] = words[done];
  output.result(result, () =>
    result.changed
      ? `${output.colours.good(done)} ${result.path}; ${next}`
      : `${result.path} ${already}`,
  );
  return undefined;
}
