import type { RetrievedMemory } from '@mneme/core';
import { showExplanation } from '../show-memories.js';
import { wrap } from '../text-width.js';
import type { Plan } from './plan.js';
import type { Section, SectionContext } from './section.js';

const shownQuestions = 5;
const shownMemories = 3;
const countedMemories = 5;

export async function questionSection(context: SectionContext): Promise<Section> {
  const { conversation, plan, look, signal } = context;
  const { accent, good, warning, strong, quiet } = look.colours;
  const lines: string[] = [];
  const data: unknown[] = [];
  const shown = new Set(spread(plan.questions, shownQuestions));
  let found = 0;
  for (const question of plan.questions) {
    const scope = scopeFor(context, question);
    const { memories } = await conversation.stopwatch.time('retrieve, with explanation', () =>
      scope.retrieve(question.text, { limit: countedMemories, explain: true, signal }),
    );
    const rank = memories.findIndex((memory) => isExpected(memory, question));
    if (rank >= 0) found += 1;
    data.push({ question: question.text, rank: rank < 0 ? undefined : rank + 1, memories });
    if (!shown.has(question)) continue;
    if (lines.length > 0) lines.push('');
    lines.push(strong(`“${question.text}”`));
    memories.slice(0, shownMemories).forEach((memory, index) => {
      const mark = isExpected(memory, question) ? good('✓') : ' ';
      const who = memory.source.speaker === undefined ? '' : `${memory.source.speaker}: `;
      const [first = '', ...rest] = wrap(who + memory.content, look.width - 14);
      lines.push(`${mark} ${accent(memory.score.toFixed(2))}  ${first}`);
      lines.push(...rest.slice(0, 2).map((line) => `        ${line}`));
      if (index === 0 && question === plan.questions[0] && memory.explanation !== undefined) {
        lines.push(...showExplanation(memory.explanation, look).map((line) => `        ${line}`));
      }
    });
    if (memories.length === 0) lines.push(warning('  nothing'));
  }
  if (plan.questions.length > 0) {
    lines.push(
      '',
      quiet(
        `${found} of all ${plan.questions.length} questions find their answer among the first ${countedMemories}.`,
      ),
    );
  }
  return {
    title: 'Questions, and what they recall',
    about:
      'Words and meaning are searched together. The first answer shows where its score comes from.',
    lines,
    data,
  };
}

function scopeFor({ conversation }: SectionContext, { expect }: Plan['questions'][number]) {
  const turn = expect.map((id) => conversation.turn(id)).find((found) => found !== undefined);
  return conversation.scopeOf(turn ?? conversation.turns[0] ?? { scope: 'demo' });
}

function isExpected(memory: RetrievedMemory, { expect }: Plan['questions'][number]): boolean {
  return memory.source.externalId !== undefined && expect.includes(memory.source.externalId);
}

/** Some of a list, from its beginning to its end. */
function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from(
    { length: count },
    (_, index) => items[Math.floor((index * (items.length - 1)) / (count - 1))]!,
  );
}
