import {
  type ForeignFormat,
  type ImportItemsOptions,
  type ItemsReport,
  importItems,
  readItems,
  type SkipReason,
  type Source,
  skipReasons,
} from '@mneme/importers';
import type { ImportDefaults } from '@mneme/runtime';
import type { CommandContext } from './command.ts';
import { openForImport } from './open-for-import.ts';
import type { OptionTable } from './options.ts';
import type { Output } from './output.ts';
import { refuseOptions } from './refuse-options.ts';

/** What the command line says for all items. */
type Context = Pick<CommandContext<OptionTable>, 'output' | 'signal' | 'now' | 'open'> & {
  values: {
    strict?: boolean;
    progress?: boolean;
    'dry-run'?: boolean;
    'text-field'?: string;
    'line-scopes'?: boolean;
    scope?: string;
  };
};

const toldProblems = 20;

/** Imports what another program kept, and answers the exit code. */
export async function importForeign(
  context: Context,
  {
    source,
    format,
    defaults,
    hasScope,
  }: { source: Source; format: ForeignFormat; defaults: ImportDefaults; hasScope: boolean },
): Promise<number | undefined> {
  const { values, output, signal, now } = context;
  const instead = 'is for jsonl: --dry-run tells what an import would leave out.';
  refuseOptions(values, ['strict'], instead);
  if (format !== 'langgraph')
    refuseOptions(values, ['text-field'], `is for langgraph, and this is ${format}.`);
  const { memory } = await openForImport(context, defaults);
  const options: ImportItemsOptions = {
    ...defaults,
    dryRun: values['dry-run'],
    now,
    signal,
    onProgress: ({ items }) => {
      const { bytes, size } = source.progress();
      if (values.progress) output.note(`${items} items`);
      else output.progress.update(`${items} items`, size && bytes / size);
    },
  };
  const items = readItems(source, {
    format,
    textField: values['text-field'],
    hasScope,
  });
  const report = await importItems(memory, items, options);
  output.result({ from: format, ...(values['dry-run'] ? { dryRun: true } : {}), ...report }, () =>
    summary(report, { format, dryRun: values['dry-run'] === true, output }),
  );
  if (report.problemCount > 0) tellProblems(report, output);
  return report.problemCount > 0 ? 1 : undefined;
}

function summary(
  report: ItemsReport,
  { format, dryRun, output }: { format: string; dryRun: boolean; output: Output },
): string {
  const { created, superseded, learned, confirmed, masked } = report;
  const counts: [number, string][] = [
    [created, dryRun ? 'would be new' : 'new'],
    [superseded, 'of them in place of older ones'],
    [learned, 'facts learned from what was said'],
    [confirmed, 'known already'],
  ];
  const said = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const left = Object.entries(report.skipped) as [SkipReason, number][];
  const lines = left
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `  ${count} left out: ${skipReasons[reason]} (${reason})`);
  const first = `${output.colours.strong(format)}: ${said.length === 0 ? 'nothing' : said.join(', ')}`;
  if (masked.length > 0) lines.push(`  masked: ${masked.join(', ')}`);
  return [first, ...lines].join('\n');
}

function tellProblems({ problems, problemCount }: ItemsReport, output: Output): void {
  if (output.json) return;
  for (const { at, message } of problems.slice(0, toldProblems)) output.note(`${at}: ${message}`);
  const more = problemCount - Math.min(problems.length, toldProblems);
  output.note(
    `mneme: ${problemCount} could not be imported${more > 0 ? `, ${more} of them not told here` : ''}; the others were`,
  );
}
