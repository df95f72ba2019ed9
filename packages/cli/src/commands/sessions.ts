import {
  type ConsolidateReport,
  type GetSessionResult,
  type ListSessionsResult,
  type MemoryRecord,
  MnemeError,
} from '@mneme/core';
import { assertNameTyped, assertTerminal } from '../ask.ts';
import { defineCommand } from '../command.ts';
import { costOptions, llmFrom } from '../llm-options.ts';
import { memoryOptions, type OptionTable } from '../options.ts';
import type { Output } from '../output.ts';
import { more } from '../show-memories.ts';
import { tableOf } from '../table.ts';
import { oneLine, wrap } from '../text-width.ts';
import { shortId } from '../whole-id.ts';

const pageOptions = {
  limit: {
    number: 'N',
    help: 'maximum number, 1 to 1000 (default: 50 sessions, 100 turns)',
  },
  cursor: { value: 'CURSOR', help: 'start after the previous page' },
} as const satisfies OptionTable;

export const sessions = defineCommand({
  options: pageOptions,
  uses: memoryOptions,
  async run({ values: { limit, cursor }, output, open }) {
    const { scope } = await open();
    const found = await scope.sessions.list({ limit, cursor });
    output.result(found, () => showSessions(found, scope.name, output));
  },
});

export const show = defineCommand({
  usage: 'SESSION',
  options: {
    'from-sequence': { number: 'N', help: 'start at this sequence' },
    ...pageOptions,
  },
  uses: memoryOptions,
  async run({ values, positionals: [session = ''], output, open }) {
    const { fromSequence, limit, cursor } = values;
    const { scope } = await open();
    const { sessions } = scope;
    const found = await sessions.get(session, { limit, cursor, fromSequence });
    const whole = fromSequence === undefined && cursor === undefined;
    if (whole && isEmpty(found)) throw noSuchSession(scope.name, session);
    output.result(found, () => showTurns(found, output));
  },
});

export const erase = defineCommand({
  usage: 'SESSION',
  details:
    'Also deletes the facts that rest only on its turns, or were learned in it without evidence.',
  options: {
    yes: { help: 'do not ask' },
    reason: { value: 'TEXT', help: 'reason in the audit' },
  },
  uses: memoryOptions,
  async run(context) {
    const { values, positionals, output, signal, open } = context;
    const [session = ''] = positionals;
    if (!values.yes) assertTerminal(context, 'sessions erase needs');
    const { scope } = await open();
    const { sessions } = scope;
    if (!values.yes) {
      if (isEmpty(await sessions.get(session, { limit: 1 })))
        throw noSuchSession(scope.name, session);
      const question = `"${session}" is removed for good, with the facts that rest on it alone.\nType its name to erase it:`;
      await assertNameTyped(context, { question, name: session });
    }
    const { reason } = values;
    const receipt = await sessions.erase(session, { actor: 'cli', reason, signal });
    const { turns, forgotten, kept } = receipt;
    output.result(receipt, () => [
      `${output.colours.good('erased')} ${oneLine(session)}: ${turns} turns, ${forgotten.length} facts; ${kept.length} facts rest on something else, and stay`,
      receipt.bytes !== 'removed' && `bytes pending: ${receipt.bytesReason}`,
    ]);
  },
});

function isEmpty({ turns, summary }: GetSessionResult): boolean {
  return turns.length === 0 && summary === undefined;
}

function noSuchSession(scope: string, session: string): MnemeError {
  return new MnemeError('not_found', `the scope "${scope}" has no session "${session}"`, {
    field: 'session',
  });
}

function showSessions({ sessions, nextCursor }: ListSessionsResult, scope: string, output: Output) {
  const { quiet } = output.colours;
  if (sessions.length === 0) return quiet(`The scope "${scope}" has no such sessions.`);
  const rows = sessions.map(({ session, turns, firstAt, lastAt }) => [
    ...[String(turns), minute(firstAt), minute(lastAt), session],
  ]);
  const head = ['turns', 'first', 'last', 'session'];
  return [tableOf(output, { head, rows, right: [0] }), more(nextCursor, quiet)];
}

function showTurns({ turns, summary, nextCursor }: GetSessionResult, output: Output) {
  const { accent, quiet } = output.colours;
  const indented = (text: string) => wrap(text, output.width - 2).map((line) => `  ${line}`);
  const turn = ({ id, content, occurredAt, source }: MemoryRecord) => [
    `${accent(`#${source.sequence} ${oneLine(source.speaker ?? '', 30)}`.trimEnd())} ${quiet(`${minute(occurredAt)} · ${shortId(id)}`)}`,
    ...indented(content),
  ];
  const earlier =
    summary === undefined ? [] : [quiet('Summary of removed turns:'), ...indented(summary)];
  return [...earlier, ...turns.flatMap(turn), more(nextCursor, quiet)];
}

function minute(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

export const consolidate = defineCommand({
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
  uses: [...memoryOptions, 'embedder', 'llm', 'secrets'],
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
  max_calls: 'stopped at --max-calls; the next run continues',
  max_cost: 'stopped at --max-cost; the next run continues',
  failing: 'stopped: the extractor failed several times in a row',
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
