import type { MemoryRecord } from '@mneme/core';
import { oneLine } from '../text-width.ts';
import { replacements } from './plan.ts';
import type { Section, SectionContext } from './section.ts';

export async function changeSection(context: SectionContext): Promise<Section> {
  const { conversation, plan, look, signal } = context;
  const { accent, strong, quiet, good } = look.colours;
  const title = 'A statement that changed';
  const about =
    'The newer statement replaces the older one, which stays in the history and answers questions about its time.';
  const change = [...plan.changed, ...replacements(conversation.turns)]
    .map((pair) => ({
      ...pair,
      before: conversation.turn(pair.old),
      after: conversation.turn(pair.new),
    }))
    .find(({ before, after }) => before && after?.result.superseded?.includes(before.result.id));
  if (change?.before === undefined || change.after === undefined) {
    return {
      title,
      about,
      lines: [quiet('No statement of this conversation replaced another.')],
      data: {},
    };
  }
  const scope = conversation.scopeOf(change.after);
  const history = await conversation.stopwatch.time('history', () =>
    scope.history(change.after!.result.id),
  );
  const newest = history.at(-1);
  const asOf = newest === undefined ? undefined : dayBefore(newest.occurredAt);
  const ask = (options: { asOf?: string }) =>
    scope.retrieve(change.question, { ...options, limit: 10, signal });
  const then = await conversation.stopwatch.time('retrieve as of a date', () => ask({ asOf }));
  const now = await ask({});
  const ids = new Set(history.map(({ id }) => id));
  const answerThen = then.memories.find(({ id }) => ids.has(id));
  const answerNow = now.memories.find(({ id }) => ids.has(id));
  const line = (record: MemoryRecord) => {
    const until =
      record.validTo === undefined ? good('until now') : quiet(`until ${day(record.validTo)}`);
    return `${accent(day(record.occurredAt))}  ${oneLine(record.content, look.width - 40)}  ${until}`;
  };
  return {
    title,
    about,
    lines: [
      ...history.map(line),
      '',
      strong(`“${oneLine(change.question, look.width - 10)}”`),
      `${quiet(`asked as of ${asOf?.slice(0, 10)}:`)}  ${oneLine(answerThen?.content ?? 'nothing', look.width - 32)}`,
      `${quiet('asked now:             ')}  ${oneLine(answerNow?.content ?? 'nothing', look.width - 32)}`,
    ],
    data: { question: change.question, history, asOf, answerThen, answerNow },
  };
}

function day(time: string): string {
  return time.slice(0, 10);
}

function dayBefore(time: string): string {
  return new Date(new Date(time).getTime() - 24 * 60 * 60 * 1000).toISOString();
}
