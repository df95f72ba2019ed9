import type { MemoryRecord, StoreResult } from '@mneme/core';
import { oneLine } from '../text-width.ts';
import type { NotedChange } from './plan.ts';
import type { Section, SectionContext } from './section.ts';

export async function changeSection(context: SectionContext): Promise<Section> {
  const { conversation, plan, look, signal } = context;
  const { accent, strong, quiet, good } = look.colours;
  const title = 'A fact that changed';
  const change = plan.changed[0];
  if (change === undefined)
    return { title, lines: [quiet('No facts were noted for this conversation.')], data: {} };
  const scope = conversation.scopeOf(change);
  const [, result] = await noteBoth(context, change);
  const history = await conversation.stopwatch.time('history', () => scope.history(result.id));
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
    lines: [
      ...history.map(line),
      strong(`“${oneLine(change.question, look.width - 10)}”`),
      `${quiet(`asked as of ${asOf?.slice(0, 10)}:`)}  ${oneLine(answerThen?.content ?? 'nothing', look.width - 32)}`,
      `${quiet('asked now:             ')}  ${oneLine(answerNow?.content ?? 'nothing', look.width - 32)}`,
    ],
    data: { question: change.question, history, asOf, answerThen, answerNow },
  };
}

/** The two facts, each at the time of its turn. */
export async function noteBoth(
  { conversation, signal }: Pick<SectionContext, 'conversation' | 'signal'>,
  { scope, old, new: young }: NotedChange,
): Promise<[StoreResult, StoreResult]> {
  const note = ({ text, turn }: NotedChange['old']) =>
    conversation.memory
      .scope(scope)
      .store({ content: text, occurredAt: conversation.turn(turn)?.time }, { signal });
  return [await note(old), await note(young)];
}

function day(time: string): string {
  return time.slice(0, 10);
}

function dayBefore(time: string): string {
  return new Date(new Date(time).getTime() - 24 * 60 * 60 * 1000).toISOString();
}
