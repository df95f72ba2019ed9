import { addAbortSignal } from 'node:stream';
import { memoryCategories } from '@mneme/core';
import { terminalJson } from '@mneme/core/faces';
import { importFormats, parseFormat } from '@mneme/importers/format-names';
import {
  conflictPolicy,
  conflictPolicyNames,
  type ImportDefaults,
  type ImportReport,
  importMemories,
  importRecords,
  secretPolicyOf,
} from '@mneme/runtime';
import { type CommandContext, defineCommand } from '../command.ts';
import { type InputFile, inputFile } from '../files.ts';
import { openForImport } from '../open-for-import.ts';
import { categoryValue, importanceValue } from '../option-values.ts';
import { importances, type OptionTable, scopeOptions, storeOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { refuseOptions } from '../refuse-options.ts';
import { backendOf } from '../store-of.ts';

const options = {
  from: {
    type: 'text',
    value: 'FORMAT',
    choices: importFormats,
    help: 'the format of FILE (default: told by what is in it)',
  },
  'dry-run': { type: 'flag', help: 'check and count, and change nothing' },
  'text-field': {
    type: 'text',
    value: 'PATH',
    help: 'of langgraph: what of a value is its text, such as note.body (default: content, text, memory or data)',
  },
  records: { type: 'flag', help: 'FILE is of "mneme db export --records": keep all as it was' },
  'line-scopes': { type: 'flag', help: 'lines may name their own scope, whatever --scope says' },
  strict: { type: 'flag', help: 'check every line first, and import nothing if one is bad' },
  progress: {
    type: 'flag',
    help: 'tell after each write how many lines are safe, without a terminal too',
  },
  category: {
    type: 'text',
    value: 'NAME',
    help: 'for facts that name none',
    choices: memoryCategories,
  },
  importance: {
    type: 'text',
    value: '1..5',
    help: 'for lines that name none',
    choices: importances,
  },
  'on-conflict': {
    type: 'text',
    value: 'POLICY',
    help: 'supersede, merge, keep-both, reject or upsert, for all lines',
    choices: conflictPolicyNames,
  },
} as const satisfies OptionTable;

/** What a line of `--records` says itself. */
const ofNoRecords = ['dry-run', 'text-field', 'strict', 'category', 'importance', 'on-conflict'];

export const importCommand = defineCommand({
  usage: 'FILE',
  details: [
    'FILE is a file, a folder, a zip archive or postgres://…; its format is told by what is in it, or by --from:',
    'mem0, claude-mem, claude-code, chatgpt, claude, langgraph, letta, markdown, mcp-memory, graphiti, pam, or jsonl.',
    'Of jsonl a line is {"content" or "text", "kind", "scope" or "user_id", "id", "speaker", "session", "sequence", "time", "category",',
    '"importance", "tags", "evidence", "expires_at"}, all but the text optional. FILE may be - for standard input. Doing it twice adds nothing.',
    'Lines of a session without a category are episodes, kept as they were said; others are facts, which may replace',
    'what they contradict. Lines are kept as they are; "mneme sessions consolidate" makes facts of their conversations.',
    'With --scope every line goes into that scope; --line-scopes lets lines name theirs all the same.',
    'Bad lines are reported with their numbers, the rest is imported, and the exit code is 1.',
  ].join('\n'),
  options,
  fillsStore: true,
  uses: [...scopeOptions, ...storeOptions, 'embedder', 'secrets'],
  positionals: { min: 1, max: 1 },
  async run(context) {
    const { values, positionals, input, environment, signal, scopeName } = context;
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
    if (from === 'jsonl' || (from === undefined && path === '-')) {
      const file = await inputFile(path, { input, field: 'file', signal });
      return importLines(context, { path, file, defaults });
    }
    // What reads other formats is loaded for them alone.
    const { onlyFile, openImport } = await import('@mneme/importers');
    const given = path === '-' ? addAbortSignal(signal, input) : path;
    const { source, format } = await openImport(given, { from });
    try {
      if (format === 'jsonl') {
        // As it was opened: a pipe cannot be opened again.
        const file = { stream: (await onlyFile(source.files())).open(), ...source.progress() };
        return await importLines(context, { path, file, defaults });
      }
      const { importForeign } = await import('../import-foreign.ts');
      const hasScope = named !== undefined;
      return await importForeign(context, { source, format, defaults, hasScope });
    } finally {
      await source.close();
    }
  },
});

/** Imports lines of Mneme's own form, and answers the exit code. */
async function importLines(
  context: CommandContext<typeof options>,
  { path, file, defaults }: { path: string; file: InputFile; defaults: ImportDefaults },
): Promise<number | undefined> {
  const { values, output, signal, now } = context;
  refuseOptions(values, ['text-field'], 'is for langgraph, and this is jsonl.');
  const { memory } = await openForImport(context, defaults);
  const report = await importMemories(memory, file.stream, {
    defaults,
    strict: values.strict,
    dryRun: values['dry-run'],
    now,
    signal,
    onProgress: ({ lines, bytes }) => {
      if (values.progress) output.note(`${lines} lines`);
      else output.progress.update(`${lines} lines`, file.size && bytes / file.size);
    },
  });
  const { bad, ...counts } = report;
  const nothing = values.strict === true && bad.length > 0;
  if (!nothing) {
    output.result(
      {
        ...counts,
        skipped: skippedIn(report),
        bad: bad.map(({ line, error }) => ({ line, ...error.toJSON() })),
      },
      () => summary(report, output),
    );
  }
  if (bad.length > 0) reportBadLines(report, { path, nothing, output });
  return bad.length > 0 ? 1 : undefined;
}

/** Takes in what `mneme db export --records` has written. */
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

/** In the words of every import. */
function skippedIn({ bad, leftOut }: ImportReport): Record<string, number> {
  const secrets = bad.filter(({ error }) => error.code === 'secret_refused').length;
  const counts = { secret_refused: secrets, broken: bad.length - secrets, expired: leftOut };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

function summary(report: ImportReport, { colours }: Output): string {
  const counts: [number, string][] = [
    [report.created, 'new'],
    [report.confirmed, 'known already'],
    [report.superseded, 'in place of older ones'],
    [report.merged, 'merged'],
    [report.rejected, 'rejected'],
    [report.leftOut, 'expired or replaced, left out'],
    [report.bad.length, 'bad'],
  ];
  const said = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const lines = `${colours.strong(String(report.lines))} lines${said.length === 0 ? '' : `: ${said.join(', ')}`}`;
  return `${lines}${inScopes(report.scopes)}`;
}

/** Said where it is not one scope alone: a person looks in their own first. */
function inScopes(scopes: readonly string[]): string {
  if (scopes.length < 2) return '';
  const more = scopes.length > 10 ? ` and ${scopes.length - 10} more` : '';
  return `\nin ${scopes.length} scopes: ${scopes.slice(0, 10).join(', ')}${more}`;
}

function reportBadLines(
  { bad }: ImportReport,
  { path, nothing, output }: { path: string; nothing: boolean; output: Output },
): void {
  const consequence = nothing ? 'nothing was imported' : 'the others were imported';
  const places = bad.map(({ line, error }) => `${path}:${line}: ${error.message}`);
  const message = `${bad.length} bad ${bad.length === 1 ? 'line' : 'lines'}, ${consequence}`;
  if (output.json) {
    const error = {
      code: bad[0]!.error.code,
      message: [message, ...places].join('\n'),
      field: `line ${bad[0]!.line}`,
    };
    output.note(terminalJson({ error }));
  } else {
    for (const place of places) output.note(place);
    output.note(`mneme: ${message}`);
  }
}
