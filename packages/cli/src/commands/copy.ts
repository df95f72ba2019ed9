import { existsSync, renameSync } from 'node:fs';
import { MnemeError } from '@mneme/core';
import {
  addressPath,
  copyMemories,
  missingFile,
  openBackend,
  openKeyring,
  parseStoreAddress,
  readKey,
  type StoreAddress,
  secretPolicyOf,
  shownAddress,
  storeKey,
} from '@mneme/runtime';
import { type CommandContext, defineCommand } from '../command.ts';
import { keyringOptions, scopeOptions } from '../options.ts';
import { progressOption, showProgress } from '../show-progress.ts';
import { UsageError } from '../usage-error.ts';

const address = {
  value: 'ADDRESS',
  help: 'sqlite:PATH or postgres://USER@HOST/DATABASE',
} as const;

const options = {
  from: address,
  to: address,
  'to-key-file': { value: 'FILE', help: 'file with the key of the target, if it is another one' },
  'to-key-command': { value: 'COMMAND', help: 'command that prints it; or $MNEME_TO_KEY' },
  'to-plain': { help: 'the target is a file without a key' },
  'from-keyring': {
    value: 'FILE',
    help: 'the keyring of a sealed source; the master key is for both',
  },
  ...progressOption,
} as const;

export const copy = defineCommand({
  details: [
    'Copies records with ids, times, history, vectors and audit lines, summaries of sessions that a memory still names, how far "mneme',
    'sessions consolidate" has read, documents with all versions, and server keys. Qdrant',
    'is filled from the store beside it, so copy that. It skips what the target has already, so repeat an interrupted copy to continue',
    'it. Memories that the source has removed since an earlier copy are removed from the target too. At the end it compares',
    'counts and checksums of both sides. It only reads the source, which may stay in use. A new SQLite file is called',
    'FILE.partial until it is complete. A key is for both sides, unless another one is given for the target, or --to-plain.',
    '--keyring is that of the target.',
  ].join('\n'),
  options,
  uses: [...scopeOptions, 'key-file', 'key-command', ...keyringOptions, 'secrets'],
  async run(context) {
    const { values, output, environment, signal } = context;
    if (values.from === undefined || values.to === undefined)
      throw new UsageError(
        'copy needs --from and --to.',
        values.from === undefined ? 'from' : 'to',
      );
    const source = parseStoreAddress(values.from);
    const path = addressPath(source);
    if (path !== undefined && !existsSync(path)) throw missingFile(path);
    const target = parseStoreAddress(values.to);
    const shownTarget = shownAddress(values.to);
    const forFile = (path ?? addressPath(target)) !== undefined;
    const key = await storeKey(values, { environment, forFile });
    const toKey = await targetKey(context, { target, key });
    const written = untilComplete(target);
    // Options say which side is sealed, because the environment would be ambiguous.
    const { masterKey, masterKeyFile } = environment;
    const keyringAt = (keyring: string | undefined) =>
      keyring === undefined
        ? undefined
        : openKeyring({ ...values, keyring }, { masterKey, masterKeyFile });
    const sealedSource = await keyringAt(values.fromKeyring);
    const sealedTarget = await keyringAt(values.keyring);
    const openTarget = () => openBackend(written, { key: toKey, keyring: sealedTarget });
    // A key may need another library of SQLite, which then opens the plain side too: so the side with a key comes first.
    const early = key === undefined ? await openTarget() : undefined;
    const from = await openBackend(source, {
      key,
      mustExist: true,
      readOnly: true,
      keyring: sealedSource,
    });
    const to = early ?? (await openTarget());
    let report: Awaited<ReturnType<typeof copyMemories>>;
    try {
      report = await copyMemories({
        from,
        to,
        secrets: secretPolicyOf(values.secrets, environment),
        scopes: values.scope === undefined ? undefined : [values.scope],
        signal,
        onProgress: ({ scope, done }) =>
          showProgress(context, { text: `${scope}: ${done} records` }),
        onDocuments: ({ scope, store, versions }) =>
          output.progress.update(`${scope}: ${versions} versions of documents in ${store}`),
      });
      if (report.left.length > 0)
        output.note(
          `mneme: the ${to.name} backend has no ${report.left.join(' and no ')}: those of the source were not copied`,
        );
    } finally {
      for (const backend of [from, to]) await backend.close();
    }
    complete(written, target);
    output.result(report, () => {
      const { scopes, documents, keys } = report;
      const records = scopes.reduce((sum, scope) => sum + scope.records, 0);
      const known = scopes.reduce((sum, scope) => sum + scope.known, 0);
      const removed = scopes.reduce((sum, scope) => sum + scope.removed, 0);
      const before = known === 0 ? '' : `, ${known} of them were there already`;
      const parts = [
        `${records} records of ${scopes.length} scopes`,
        ...(documents ? [`${documents.documents} documents of ${documents.stores} stores`] : []),
        ...(removed > 0 ? [`${removed} that the source has removed are gone`] : []),
        ...(keys === undefined ? [] : [`${keys} keys`]),
      ];
      return `${parts.join(', ')} are in ${shownTarget}${before}; counts and checksums agree`;
    });
  },
});

/** The key of the target: its own, none, or the one of both. */
async function targetKey(
  { values, environment }: Pick<CommandContext<typeof options>, 'environment' | 'values'>,
  { target, key }: { target: StoreAddress; key: string | undefined },
): Promise<string | undefined> {
  const given = { keyFile: values.toKeyFile, keyCommand: values.toKeyCommand };
  const own = await readKey(given, { keyFile: 'toKeyFile', keyCommand: 'toKeyCommand' });
  if (own !== undefined && addressPath(target) === undefined)
    throw new UsageError('--to-key-file and --to-key-command are only for a SQLite file.', 'to');
  if (own !== undefined && values.toPlain)
    throw new UsageError('Give a key for the target or --to-plain, not both.', 'toPlain');
  return values.toPlain ? undefined : (own ?? environment.toKey ?? key);
}

/** The address of a new file until the copy is complete, so that nobody takes a part of it for the whole. */
function untilComplete(target: StoreAddress): StoreAddress {
  const path = addressPath(target);
  if (path === undefined || existsSync(path)) return target;
  return { ...target, rest: `${target.rest}.partial` };
}

function complete(written: StoreAddress, target: StoreAddress): void {
  const [from, to] = [addressPath(written), addressPath(target)];
  if (from === undefined || to === undefined || from === to) return;
  if (existsSync(to))
    throw new MnemeError('conflict', `${to} was made meanwhile: the copy stays in ${from}`, {
      field: 'to',
    });
  renameSync(from, to);
}
