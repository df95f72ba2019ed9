import {
  type GetSessionResult,
  type ListSessionsResult,
  type MemoryRecord,
  MnemeError,
} from '@mneme/core';
import { assertNameTyped, assertTerminal } from '../ask.ts';
import { defineCommand } from '../command.ts';
import { type OptionTable, scopeOptions, storeOptions } from '../options.ts';
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

export const listSessionsCommand = defineCommand({
  options: pageOptions,
  uses: [...scopeOptions, ...storeOptions],
  async run({ values: { limit, cursor }, output, scopeName, open }) {
    const { memory } = await open({ embedder: 'none' });
    const found = await memory.scope(scopeName).sessions.list({ limit, cursor });
    output.result(found, () => showSessions(found, scopeName, output));
  },
});

export const showSessionCommand = defineCommand({
  usage: 'SESSION',
  options: {
    'from-sequence': { number: 'N', help: 'start at this sequence' },
    ...pageOptions,
  },
  uses: [...scopeOptions, ...storeOptions],
  async run({ values, positionals: [session = ''], output, scopeName, open }) {
    const { fromSequence, limit, cursor } = values;
    const { memory } = await open({ embedder: 'none' });
    const { sessions } = memory.scope(scopeName);
    const found = await sessions.get(session, { limit, cursor, fromSequence });
    const whole = fromSequence === undefined && cursor === undefined;
    if (whole && isEmpty(found)) throw noSuchSession(scopeName, session);
    output.result(found, () => showTurns(found, output));
  },
});

export const eraseSessionCommand = defineCommand({
  usage: 'SESSION',
  details:
    'Also deletes the facts that rest only on its turns, or were learned in it without evidence.',
  options: {
    yes: { help: 'do not ask' },
    reason: { value: 'TEXT', help: 'reason in the audit' },
  },
  uses: [...scopeOptions, ...storeOptions],
  async run(context) {
    const { values, positionals, output, signal, scopeName, open } = context;
    const [session = ''] = positionals;
    if (!values.yes) assertTerminal(context, 'sessions erase needs');
    const { memory } = await open({ embedder: 'none' });
    const { sessions } = memory.scope(scopeName);
    if (!values.yes) {
      if (isEmpty(await sessions.get(session, { limit: 1 })))
        throw noSuchSession(scopeName, session);
      const question = `"${session}" goes for good, with the facts that rest on it alone.\nType its name to erase it:`;
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
    summary === undefined ? [] : [quiet('Of turns that are gone:'), ...indented(summary)];
  return [...earlier, ...turns.flatMap(turn), more(nextCursor, quiet)];
}

function minute(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
