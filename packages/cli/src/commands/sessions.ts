import {
  type EraseSessionReceipt,
  type GetSessionResult,
  type ListSessionsResult,
  type MemoryRecord,
  MnemeError,
} from '@mneme/core';
import { type CommandContext, defineCommand } from '../command.ts';
import { firstLine } from '../first-line.ts';
import { numberValue } from '../option-values.ts';
import { type OptionTable, type OptionValues, scopeOptions, storeOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { table } from '../table.ts';
import { oneLine, wrap } from '../text-width.ts';
import { UsageError } from '../usage-error.ts';
import { shortId } from '../whole-id.ts';

const pageOptions = {
  limit: {
    value: 'N',
    help: 'maximum number, 1 to 1000 (default: 50 sessions, 100 turns)',
  },
  cursor: { value: 'CURSOR', help: 'start after the previous page' },
} as const satisfies OptionTable;

function pageOf({ limit, cursor }: OptionValues<typeof pageOptions>) {
  return { limit: numberValue(limit, 'limit'), cursor };
}

export const listSessionsCommand = defineCommand({
  options: pageOptions,
  uses: [...scopeOptions, ...storeOptions],
  async run({ values, output, scopeName, open }) {
    const page = pageOf(values);
    const { memory } = await open({ embedder: 'none' });
    const found = await memory.scope(scopeName).sessions.list(page);
    output.result(found, () => showSessions(found, scopeName, output));
  },
});

export const showSessionCommand = defineCommand({
  usage: 'SESSION',
  options: {
    'from-sequence': { value: 'N', help: 'start at this sequence' },
    ...pageOptions,
  },
  uses: [...scopeOptions, ...storeOptions],
  async run({ values, positionals: [session = ''], output, scopeName, open }) {
    const fromSequence = numberValue(values['from-sequence'], 'fromSequence');
    const page = pageOf(values);
    const { memory } = await open({ embedder: 'none' });
    const found = await memory.scope(scopeName).sessions.get(session, { ...page, fromSequence });
    const whole = fromSequence === undefined && page.cursor === undefined;
    if (whole && isEmpty(found)) throw noSuchSession(scopeName, session);
    output.result(found, () => showTurns(found, output));
  },
});

const eraseOptions = {
  yes: { help: 'do not ask' },
  reason: { value: 'TEXT', help: 'reason in the audit' },
} as const satisfies OptionTable;

export const eraseSessionCommand = defineCommand({
  usage: 'SESSION',
  details:
    'Also deletes the facts that rest only on its turns, or were learned in it without evidence.',
  options: eraseOptions,
  uses: [...scopeOptions, ...storeOptions],
  async run(context) {
    const { positionals, output } = context;
    const receipt = await erase(context, positionals[0] ?? '');
    output.result(receipt, () => showErased(receipt, output));
  },
});

async function erase(
  { values, output, input, signal, scopeName, open }: CommandContext<typeof eraseOptions>,
  session: string,
): Promise<EraseSessionReceipt> {
  if (!values.yes && input.isTTY !== true)
    throw new UsageError('There is no terminal to ask at: sessions erase needs --yes.', {
      field: '--yes',
    });
  const { memory } = await open({ embedder: 'none' });
  const { sessions } = memory.scope(scopeName);
  if (!values.yes) {
    const found = await sessions.get(session, { limit: 1 });
    if (isEmpty(found)) throw noSuchSession(scopeName, session);
    output.note(
      `"${session}" goes for good, with the facts that rest on it alone.\nType its name to erase it:`,
    );
    if ((await firstLine(input, signal)) !== session)
      throw new MnemeError('aborted', 'that is not its name, so nothing was erased');
  }
  return sessions.erase(session, { actor: 'cli', reason: values.reason, signal });
}

function isEmpty({ turns, summary }: GetSessionResult): boolean {
  return turns.length === 0 && summary === undefined;
}

function noSuchSession(scope: string, session: string): MnemeError {
  return new MnemeError('not_found', `the scope "${scope}" has no session "${session}"`, {
    field: 'session',
  });
}

function showSessions(
  { sessions, nextCursor }: ListSessionsResult,
  scope: string,
  { colours: { quiet }, tableWidth: width }: Output,
): string {
  if (sessions.length === 0) return quiet(`The scope "${scope}" has no such sessions.`);
  const rows = sessions.map(({ session, turns, firstAt, lastAt }) => [
    String(turns),
    minute(firstAt),
    minute(lastAt),
    session,
  ]);
  const heading = ['turns', 'first', 'last', 'session'].map(quiet);
  return [table([heading, ...rows], { right: [0], width }), ...more(nextCursor, quiet)].join('\n');
}

function showTurns({ turns, summary, nextCursor }: GetSessionResult, output: Output): string {
  const { accent, quiet } = output.colours;
  const indented = (text: string) => wrap(text, output.width - 2).map((line) => `  ${line}`);
  const turn = ({ id, content, occurredAt, source }: MemoryRecord) => [
    `${accent(`#${source.sequence} ${oneLine(source.speaker ?? '', 30)}`.trimEnd())} ${quiet(`${minute(occurredAt)} · ${shortId(id)}`)}`,
    ...indented(content),
  ];
  const earlier =
    summary === undefined ? [] : [quiet('Of turns that are gone:'), ...indented(summary)];
  return [...earlier, ...turns.flatMap(turn), ...more(nextCursor, quiet)].join('\n');
}

function showErased({ session, turns, forgotten, kept, ...rest }: EraseSessionReceipt, o: Output) {
  const done = `${o.colours.good('erased')} ${oneLine(session)}: ${turns} turns, ${forgotten.length} facts; ${kept.length} facts rest on something else, and stay`;
  return rest.bytes === 'removed' ? done : `${done}\nbytes pending: ${rest.bytesReason}`;
}

function more(cursor: string | undefined, quiet: (text: string) => string): string[] {
  return cursor === undefined ? [] : ['', quiet(`More: --cursor ${cursor}`)];
}

function minute(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
