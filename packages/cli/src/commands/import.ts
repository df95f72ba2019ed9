import { addAbortSignal } from 'node:stream';
import { memoryCategories } from '@mneme/core';
import { importFormats, parseFormat } from '@mneme/importers/format-names';
import { conflictPolicy, conflictPolicyNames, importRecords, secretPolicyOf } from '@mneme/runtime';
import { type CommandContext, defineCommand } from '../command.ts';
import { inputFile } from '../files.ts';
import { openForImport } from '../open-for-import.ts';
import { categoryValue, importanceValue } from '../option-values.ts';
import { importances, type OptionTable, scopeOptions, storeOptions } from '../options.ts';
import { refuseOptions } from '../refuse-options.ts';
import { backendOf } from '../store-of.ts';
import { tellImport } from '../tell-import.ts';

const options = {
  from: {
    value: 'FORMAT',
    choices: importFormats,
    help: 'the format of FILE (default: detected)',
  },
  'dry-run': { help: 'check and count, and change nothing' },
  'text-field': {
    value: 'PATH',
    help: 'for langgraph: the field of a value with its text, such as note.body (default: content, text, memory or data)',
  },
  records: { help: 'FILE is from "mneme db export --records": restore it unchanged' },
  'line-scopes': { help: 'let lines name their own scope, in spite of --scope' },
  strict: { help: 'check everything first, and import nothing if anything is wrong' },
  progress: {
    help: 'report after each write how many items are stored, also without a terminal',
  },
  category: {
    value: 'NAME',
    help: 'for facts that name none',
    choices: memoryCategories,
  },
  importance: {
    value: '1..5',
    help: 'for what names none',
    choices: importances,
  },
  'on-conflict': {
    value: 'POLICY',
    help: 'supersede, merge, keep-both, reject or upsert, for all facts',
    choices: conflictPolicyNames,
  },
} as const satisfies OptionTable;

/** Fields that the lines of `--records` have themselves. */
const ofNoRecords = ['dry-run', 'text-field', 'strict', 'category', 'importance', 'on-conflict'];

export const importCommand = defineCommand({
  usage: 'FILE',
  details: [
    'FILE is a file, a folder, a zip archive or postgres://…; its format is detected, or given by --from:',
    'mem0, claude-mem, claude-code, chatgpt, claude, langgraph, letta, markdown, mcp-memory, graphiti, pam, or jsonl.',
    'A line of jsonl is {"content" or "text", "kind", "scope" or "user_id", "id", "speaker", "session", "sequence", "time", "category",',
    '"importance", "tags", "evidence", "expires_at"}, all optional except the text. FILE may be - for standard input. Importing twice adds nothing.',
    'Lines with a session and no category become episodes, from which facts are learned; other',
    'lines become facts, which may replace what they contradict. Exported lines are restored unchanged.',
    'With --scope every line goes into that scope; --line-scopes lets lines name their own.',
    'Bad items are reported with their place, the rest is imported, and the exit code is 1.',
  ].join('\n'),
  options,
  fillsStore: true,
  uses: [...scopeOptions, ...storeOptions, 'embedder', 'secrets'],
  async run(context) {
    const { values, positionals, input, environment, signal, scopeName, output, now } = context;
    const [path = ''] = positionals;
    const policy = values['on-conflict'];
    const named = values.scope ?? environment.scope;
    const ofAll = values['line-scopes'] === true ? undefined : named;
    const defaults = {
      scope: scopeName,
      everyScope: ofAll !== undefined,
      category: categoryValue(values.category),
      importance: importanceValue(values.importance),
      onConflict: policy === undefined ? undefined : conflictPolicy(policy, 'onConflict'),
    };
    const from =
      values.from === undefined
        ? undefined
        : parseFormat(values.from, { field: 'from', formats: importFormats });
    if (values.records) {
      const names = from === 'jsonl' ? ofNoRecords : ['from', ...ofNoRecords];
      refuseOptions(values, names, 'is not for --records, which keeps all as it was.');
      await importWhole(context, { path, scope: ofAll });
      return undefined;
    }
    const { importItems, openImport, readItems } = await import('@mneme/importers');
    const given = path === '-' ? addAbortSignal(signal, input) : path;
    const { source, format } = await openImport(given, { from });
    try {
      if (format !== 'langgraph')
        refuseOptions(values, ['text-field'], `is for langgraph, and this is ${format}.`);
      const { strict, 'dry-run': dryRun, 'text-field': textField } = values;
      const { memory } = await openForImport(context, defaults);
      const items = readItems(source, { format, textField, hasScope: named !== undefined });
      const report = await importItems(memory, items, {
        ...{ ...defaults, strict, dryRun, now, signal },
        onProgress: ({ items }) => {
          const { bytes, size } = source.progress();
          if (values.progress) output.note(`${items} items`);
          else output.progress.update(`${items} items`, size && bytes / size);
        },
      });
      return tellImport(report, { format, dryRun, strict, output });
    } finally {
      await source.close();
    }
  },
});

/** Imports the output of `mneme db export --records`. */
async function importWhole(
  { values, output, input, environment, signal }: CommandContext<typeof options>,
  { path, scope }: { path: string; scope: string | undefined },
): Promise<void> {
  const secrets = secretPolicyOf(values.secrets, environment);
  const file = await inputFile(path, { input, field: 'file', signal });
  const backend = await backendOf(values, { environment, mustExist: false });
  try {
    const report = await importRecords(backend, file.stream, {
      scope,
      secrets,
      signal,
      onProgress: ({ records }) => {
        if (values.progress) output.note(`${records} records`);
        else output.progress.update(`${records} records`);
      },
    });
    const { records, known } = report;
    output.result(report, () => `${records} records, ${known} of them known already`);
  } finally {
    await backend.close();
  }
}
