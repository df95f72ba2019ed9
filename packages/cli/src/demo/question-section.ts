import type { MemoryScope, RetrievedMemory } from '@mneme/core';
import type { Output } from '../output.ts';
import { showExplanation } from '../show-memories.ts';
import { wrap } from '../text-width.ts';
import type { Plan } from './plan.ts';
import type { Section, SectionContext } from './section.ts';

type Question = Plan['questions'][number];

interface Answer {
  question: Question;
  memories: RetrievedMemory[];
  /** From 1; undefined where none of the expected memories came back. */
  rank?: number;
}

const shownAnswers = 5;
const shownMemories = 3;
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
  const missed = answers.filter(({ rank }) => rank === undefined);
  const shown = spread(found.length > 0 ? found : answers, shownAnswers);
  return {
    title: 'Questions, and what they recall',
    about:
      'Words and meaning are searched together. The first answer shows where its score comes from.',
    lines: [
      ...shown.flatMap((answer, index) => [
        ...showAnswer(answer, { explained: index === 0, look }),
        '',
      ]),
      look.colours.quiet(
        `${found.length} of ${answers.length} questions find their answer among the first ${askedMemories}${missed.length === 0 ? '.' : '. Not found:'}`,
      ),
      ...missed.map(({ question }) => look.colours.quiet(`  “${question.text}”`)),
    ],
    data: answers.map(({ question, ...answer }) => ({ question: question.text, ...answer })),
  };
}

function showAnswer(
  { question, memories }: Answer,
  { explained, look }: { explained: boolean; look: Pick<Output, 'colours' | 'width'> },
): string[] {
  const { accent, good, strong } = look.colours;
  const lines = [strong(`“${question.text}”`)];
  for (const [index, memory] of memories.slice(0, shownMemories).entries()) {
    const mark = isExpected(memory, question) ? good('✓') : ' ';
    const who = memory.source.speaker === undefined ? '' : `${memory.source.speaker}: `;
    const [first = '', ...rest] = wrap(who + memory.content, look.width - 14);
    lines.push(`${mark} ${accent(memory.score.toFixed(2))}  ${first}`);
    lines.push(...rest.slice(0, 2).map((line) => `        ${line}`));
    if (explained && index === 0 && memory.explanation !== undefined) {
      lines.push(...showExplanation(memory.explanation, look).map((line) => `        ${line}`));
    }
  }
  return lines;
}

function scopeFor({ conversation }: SectionContext, { expect }: Question): MemoryScope {
  const turn = expect.map((id) => conversation.turn(id)).find((found) => found !== undefined);
  return conversation.scopeOf(turn ?? conversation.turns[0] ?? { scope: 'demo' });
}

function isExpected(memory: RetrievedMemory, { expect }: Question): boolean {
  return memory.source.externalId !== undefined && expect.includes(memory.source.externalId);
}

/** Some of a list, from its beginning to its end. */
function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from(
    { length: count },
    (_, index) => items[Math.round((index * (items.length - 1)) / (count - 1))]!,
  );
}
