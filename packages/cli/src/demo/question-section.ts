import type { MemoryScope, RetrievedMemory } from '@mneme/core';
import { oneLine } from '../text-width.ts';
import type { Plan } from './plan.ts';
import type { Section, SectionContext } from './section.ts';

type Question = Plan['questions'][number];

interface Answer {
  question: Question;
  memories: RetrievedMemory[];
  /** From 1; undefined if none of the expected memories was found. */
  rank?: number;
}

const shownAnswers = 2;
const askedMemories = 5;

export async function questionSection(context: SectionContext): Promise<Section> {
  const { conversation, plan, look, signal } = context;
  const answers: Answer[] = [];
  for (const question of plan.questions) {
    const { memories } = await conversation.stopwatch.time('retrieve, explained', () =>
      scopeFor(context, question).retrieve(question.text, {
        limit: askedMemories,
        explain: true,
        signal,
      }),
    );
    const rank = memories.findIndex((memory) => isExpected(memory, question)) + 1;
    answers.push({ question, memories, rank: rank === 0 ? undefined : rank });
  }
  const found = answers.filter(({ rank }) => rank !== undefined);
  const first = found.filter(({ rank }) => rank === 1);
  const missed = answers.filter(({ rank }) => rank === undefined);
  const shown = spread(first.length > 0 ? first : answers, shownAnswers);
  return {
    title: 'Questions, and what they recall',
    lines: [
      ...shown.flatMap((answer) => showAnswer(answer, look)),
      look.colours.quiet(
        `${found.length} of ${answers.length} questions find their answer among the first ${askedMemories}${missed.length === 0 ? '.' : '. Not found:'}`,
      ),
      ...missed.slice(0, 3).map(({ question }) => look.colours.quiet(`  “${question.text}”`)),
    ],
    data: answers.map(({ question, ...answer }) => ({ question: question.text, ...answer })),
  };
}

function showAnswer(
  { question, memories, rank = 1 }: Answer,
  look: SectionContext['look'],
): string[] {
  const { accent, good, strong } = look.colours;
  const memory = memories[rank - 1];
  const asked = strong(`“${oneLine(question.text, look.width - 10)}”`);
  if (memory === undefined) return [asked];
  const mark = isExpected(memory, question) ? good('✓') : ' ';
  const who = memory.source.speaker === undefined ? '' : `${memory.source.speaker}: `;
  const text = oneLine(who + memory.content, look.width - 14);
  return [asked, `${mark} ${accent(memory.relevance.toFixed(2))}  ${text}`];
}

function scopeFor({ conversation }: SectionContext, { expect }: Question): MemoryScope {
  const turn = expect.map((id) => conversation.turn(id)).find((found) => found !== undefined);
  return conversation.scopeOf(turn ?? conversation.turns[0] ?? { scope: 'demo' });
}

function isExpected(memory: RetrievedMemory, { expect }: Question): boolean {
  return memory.source.externalId !== undefined && expect.includes(memory.source.externalId);
}

/** Some of a list, evenly from beginning to end. */
export function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from(
    { length: count },
    (_, index) => items[Math.round((index * (items.length - 1)) / (count - 1))]!,
  );
}
