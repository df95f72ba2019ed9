import { type Memory, MnemeError } from '@mneme/core';
import { nearest } from '@mneme/core/input';
import { assertNameTyped, assertTerminal } from '../ask.ts';
import { defineCommand } from '../command.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import { UsageError } from '../usage-error.ts';

export const eraseCommand = defineCommand({
  usage: '[NAME]',
  details:
    'Removes memories, their history, documents and audit lines of the scope, also from the files. This cannot be undone. You may name it by --scope NAME or --project FOLDER too.',
  options: {
    yes: { help: 'do not ask' },
    reason: { value: 'TEXT', help: 'reason in the one audit line that stays' },
  },
  uses: [...scopeOptions, ...storeOptions, 'documents'],
  async run(context) {
    const { values, positionals, output, signal, open } = context;
    const name = positionals[0] ?? values.scope;
    if (name === undefined || (positionals.length > 0 && values.scope !== undefined))
      throw new UsageError('Name the scope to forget, once: mneme scopes erase NAME', 'NAME');
    if (!values.yes) assertTerminal(context, 'erase needs');
    const { memory } = await open({ embedder: 'none' });
    const scope = memory.scope(name);
    await assertKnown(memory, name);
    if (!values.yes) {
      const { current, superseded, expired } = await scope.stats();
      const question = `"${scope.name}" holds ${current} memories, ${superseded} replaced and ${expired} expired ones; they go for good, and so do its documents.\nType the name of the scope to erase it:`;
      await assertNameTyped(context, { question, name: scope.name });
    }
    const receipt = await scope.erase({ actor: 'cli', reason: values.reason, signal });
    output.result(receipt, () => {
      const key =
        receipt.key === undefined ? '' : '; its key is destroyed, so no backup can be read';
      return [
        `${output.colours.good('erased')} ${receipt.scope}: ${receipt.records} memories${key}`,
        receipt.bytes !== 'removed' && `bytes pending: ${receipt.bytesReason}`,
      ];
    });
  },
});

/** An erased scope still has an audit line about it, so an erasure can be repeated. */
async function assertKnown(memory: Memory, name: string): Promise<void> {
  const scopes = await memory.scopes();
  if (scopes.includes(name)) return;
  if ((await memory.audit({ scope: name, limit: 1 })).length > 0) return;
  const { stores } = memory.keepsDocuments
    ? await memory.scope(name).stores.list({ limit: 1, includeArchived: true })
    : { stores: [] };
  if (stores.length > 0) return;
  const near = nearest(name, scopes);
  throw new MnemeError(
    'not_found',
    `there is no scope "${name}", and nothing was erased${near === undefined ? '' : `: did you mean "${near}"?`}`,
    { field: 'NAME' },
  );
}
