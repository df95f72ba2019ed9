import type { ConsolidateReport } from '@mneme/core';
import { defineCommand } from '../command.ts';
import { costOptions, llmFrom } from '../llm-options.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { tableOf } from '../table.ts';
import { oneLine } from '../text-width.ts';

export const consolidateCommand = defineCommand({
  details: [
    'Reads the new turns of each session, some at a time, and stores the facts in them together with these turns: by',
    'rules, or by a language model (--llm). Each turn is read once: repeat an interrupted run to continue it;',
    'two runs at once share the work. The exit code is 1 if a session failed; the next run reads it again.',
  ].join('\n'),
  options: {
    ...costOptions,
    'dry-run': { help: 'show the facts, but change nothing; costs as much as a run' },
    'max-calls': { number: 'N', help: 'maximum number of calls of the extractor' },
    'max-cost': { number: 'USD', help: 'maximum cost (needs both prices)' },
    'window-turns': {
      number: 'N',
      help: 'new turns in one call, 1..200 (default: 20)',
    },
  },
  uses: [...scopeOptions, ...storeOptions, 'embedder', 'llm', 'secrets'],
  async run({ values, output, environment, signal, open }) {
    const { scope, dryRun, maxCalls, maxCost, windowTurns } = values;
    const extractor = (await llmFrom(values, environment))?.extractor;
    const { memory } = await open();
    const report = await (scope === undefined ? memory : memory.scope(scope)).consolidate({
      ...{ extractor, dryRun, maxCalls, maxCost, windowTurns, actor: 'cli', signal },
      onProgress: ({ scope, session, windows, facts }) =>
        output.progress.update(
          `${scope} ${oneLine(session, 30)}: ${windows} windows, ${facts} facts`,
        ),
    });
    output.result(report, () => shown(report, output));
    return report.failures.length > 0 || report.stopped === 'failing' ? 1 : undefined;
  },
});

const stops = {
  max_calls: 'ended at --max-calls; the rest waits for the next run',
  max_cost: 'ended at --max-cost; the rest waits for the next run',
  failing: 'ended, since the extractor failed again and again',
};

function shown(report: ConsolidateReport, output: Output) {
  const { quiet, strong, warning, bad } = output.colours;
  const verb = report.dryRun ? 'would be made' : 'made';
  const skipped = Object.entries(report.skipped);
  const rows = report.made.map(({ scope, session, category, content, speaker }) => [
    scope,
    session,
    category,
    oneLine(speaker === undefined ? content : `${speaker}: ${content}`, 80),
  ]);
  const spent = [
    `${report.sessions} sessions, ${report.windows} windows, ${report.calls} calls`,
    ...(report.cost > 0 ? [`cost ${report.cost.toFixed(4)}`] : []),
    ...Object.entries(report.usage).map(([name, count]) => `${name} ${count}`),
  ];
  const head = ['scope', 'session', 'category', 'fact'];
  return [
    report.dryRun && rows.length > 0 && `${tableOf(output, { head, rows })}\n`,
    `${strong(String(report.facts))} facts ${verb} of ${report.turns} turns, ${report.confirmed} were known`,
    quiet(spent.join(', ')),
    skipped.length > 0 &&
      quiet(`skipped: ${skipped.map(([reason, count]) => `${reason} ${count}`).join(', ')}`),
    report.stopped && warning(stops[report.stopped]),
    ...report.failures.map(({ scope, session, error }) =>
      bad(`${scope} ${session}: ${error.message}`),
    ),
  ];
}
