import { type Importance, MnemeError, memoryCategories } from '@mneme/core';
import { importFormats } from '@mneme/importers/format-names';
import { conflictPolicy, conflictPolicyNames, importRecords, secretPolicyOf } from '@mneme/runtime';
import { type CommandContext, defineCommand } from '../command.ts';
import { bytesOf } from '../files.ts';
import { memoryOptions, type OptionTable } from '../options.ts';
import { reportImport } from '../report-import.ts';
import { progressOption, showProgress } from '../show-progress.ts';
import { backendOf } from '../store-of.ts';
import { refuseOptions } from '../usage-error.ts';

const options = {
  from: {
    value: 'FORMAT',
    oneOf: importFormats,
    help: `default: detected; ${importFormats.join(', ')}`,
  },
  'dry-run': { help: 'check and count, and change nothing' },
  'text-field': {
    value: 'PATH',
    help: 'for langgraph: the field with the text, such as note.body',
  },
  records: { help: 'restore what "mneme db export --records" wrote' },
  'line-scopes': { help: 'each line names its scope, despite --scope' },
  strict: { help: 'import nothing if anything is wrong' },
  ...progressOption,
  category: {
    value: 'NAME',
    help: 'of facts that have none',
    oneOf: memoryCategories,
  },
  importance: {
    number: '1..5',
    help: 'of items that have none',
  },
  'on-conflict': {
    value: 'POLICY',
    help: conflictPolicyNames.join(', '),
    oneOf: conflictPolicyNames,
  },
} as const satisfies OptionTable;

/** Fields that the lines of `--records` have themselves. */
const ofNoRecords = ['dryRun', 'textField', 'strict', 'category', 'importance', 'onConflict'];

const importCommand = defineCommand({
  usage: 'FILE',
  details: [
    'FILE is a file, a folder, a zip archive, - (standard input) or postgres://…. A line of jsonl has "content" or "text", and optionally',
    '"kind", "scope" or "user_id", "id", "speaker", "session", "sequence", "time", "category", "importance", "tags", "evidence", "expires_at".',
    'Messages of chat APIs, {"role", "content"}, are the turns of a conversation. Keys that are not imported are named.',
    'Conversations become episodes, from which facts are learned; statements become facts. Importing twice adds nothing.',
    'Bad items are reported, the rest is imported, and the exit code is 1.',
  ].join('\n'),
  options,
  fillsStore: true,
  uses: [...memoryOptions, 'embedder', 'secrets'],
  async run(context) {
    const { values, positionals, input, environment, signal, scopeName, output, now } = context;
    const [path = ''] = positionals;
    const { from, strict, dryRun, textField, category, importance, onConflict } = values;
    const named = values.scope ?? environment.scope;
    const ofAll = values.lineScopes === true ? undefined : named;
    const defaults = {
      scope: scopeName,
      everyScope: ofAll !== undefined,
      category,
      importance: importance as Importance | undefined,
      onConflict: onConflict && conflictPolicy(onConflict, 'onConflict'),
    };
    if (values.records) {
      const names = from === 'jsonl' ? ofNoRecords : ['from', ...ofNoRecords];
      refuseOptions(values, names, 'is not for --records, which changes nothing.');
      await importWhole(context, { path, scope: ofAll });
      return undefined;
    }
    const { importItems, openImport, readItems } = await import('@mneme/importers');
    const { source, format } = await openImport(path === '-' ? input : path, { from, signal });
    try {
      if (format !== 'langgraph')
        refuseOptions(values, ['textField'], `is for langgraph, and this is ${format}.`);
      const { memory, scope } = await openOrTry(context);
      // With a wrong default every item would fail.
      scope.check({ content: 'something', category, importance: defaults.importance });
      const items = readItems(source, { format, textField, hasScope: named !== undefined });
      const report = await importItems(memory, items, {
        ...{ ...defaults, strict, dryRun, now, signal },
        onProgress: ({ items }) => {
          const { bytes, size } = source.progress();
          showProgress(context, { text: `${items} items`, part: size && bytes / size });
        },
      });
      return reportImport(report, { format, dryRun, strict, output });
    } finally {
      await source.close();
    }
  },
});

/** A dry run does not create a store, and needs no model. */
async function openOrTry({ values, open }: CommandContext<typeof options>) {
  if (!values.dryRun) return open();
  try {
    return await open({ embedder: 'none', mustExist: true });
  } catch (error) {
    if (!MnemeError.isInstance(error) || error.code !== 'not_found') throw error;
    return open({ embedder: 'none', db: 'sqlite::memory:', mustExist: false });
  }
}

/** Imports the output of `mneme db export --records`. */
async function importWhole(
  context: CommandContext<typeof options>,
  { path, scope }: { path: string; scope: string | undefined },
): Promise<void> {
  const { values, output, input, environment, signal } = context;
  const secrets = secretPolicyOf(values.secrets, environment);
  const bytes = bytesOf(path, { input, field: 'file', signal });
  const backend = await backendOf(values, { environment, mustExist: false });
  try {
    const report = await importRecords(backend, bytes, {
      scope,
      secrets,
      signal,
      onProgress: ({ records }) => showProgress(context, { text: `${records} records` }),
    });
    const { records, known } = report;
    output.result(report, () => `${records} records, ${known} of them known already`);
  } finally {
    await backend.close();
  }
}

export { importCommand as import };
