import { existsSync } from 'node:fs';
import {
  addressPath,
  copyMemories,
  missingFile,
  openBackend,
  openKeyring,
  parseStoreAddress,
  secretPolicyOf,
  shownAddress,
  storeKey,
} from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { keyringOptions, scopeOptions } from '../options.ts';
import { progressOption, showProgress } from '../show-progress.ts';
import { UsageError } from '../usage-error.ts';

const address = {
  value: 'ADDRESS',
  help: 'sqlite:PATH, qdrant:URL/COLLECTION or postgres://USER@HOST/DATABASE',
} as const;

export const copy = defineCommand({
  details: [
    'Copies records with ids, times, history, vectors and audit lines, summaries of sessions that a memory still names, how far "mneme',
    'sessions consolidate" has read, documents with all versions, and server keys. Qdrant has no documents and no keys:',
    'the command lists what it left out. It skips what the target has already, so repeat an interrupted copy to continue',
    'it. Memories that the source has removed since an earlier copy are removed from the target too. At the end it compares counts and checksums of both sides. It only reads the source, which may stay in',
    'use. --keyring is that of the target. If both sides are SQLite files, a key is for both.',
  ].join('\n'),
  options: {
    from: address,
    to: address,
    'from-keyring': {
      value: 'FILE',
      help: 'the keyring of a sealed source; the master key is for both',
    },
    ...progressOption,
  },
  uses: [...scopeOptions, 'key-file', 'key-command', ...keyringOptions, 'secrets'],
  async run(context) {
    const { values, output, environment, signal } = context;
    const { from, to } = values;
    if (from === undefined || to === undefined)
      throw new UsageError('copy needs --from and --to.', from === undefined ? 'from' : 'to');
    const source = parseStoreAddress(from);
    const path = addressPath(source);
    if (path !== undefined && !existsSync(path)) throw missingFile(path);
    const target = parseStoreAddress(to);
    const forFile = (path ?? addressPath(target)) !== undefined;
    const keys = {
      qdrantApiKey: environment.qdrantApiKey,
      key: await storeKey(values, { environment, forFile }),
    };
    // Options say which side is sealed, because the environment would be ambiguous.
    const { masterKey, masterKeyFile } = environment;
    const keyringAt = (keyring: string | undefined) =>
      keyring === undefined
        ? undefined
        : openKeyring({ ...values, keyring }, { masterKey, masterKeyFile });
    const sealedSource = await keyringAt(values.fromKeyring);
    const sealedTarget = await keyringAt(values.keyring);
    const backends = [
      await openBackend(source, {
        ...keys,
        mustExist: true,
        readOnly: true,
        keyring: sealedSource,
      }),
      await openBackend(target, { ...keys, keyring: sealedTarget }),
    ] as const;
    try {
      const report = await copyMemories({
        from: backends[0],
        to: backends[1],
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
          `mneme: the ${backends[1].name} backend has no ${report.left.join(' and no ')}: those of the source were not copied`,
        );
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
        return `${parts.join(', ')} are in ${shownAddress(to)}${before}; counts and checksums agree`;
      });
    } finally {
      for (const backend of backends) await backend.close();
    }
  },
});
