import type { RetrievedMemory } from '@mneme/core';
import { oneLine } from '../text-width.js';
import type { Section, SectionContext } from './section.js';

export async function prefetchSection(context: SectionContext): Promise<Section> {
  const { conversation, plan, look, signal } = context;
  const { strong, quiet } = look.colours;
  const lines: string[] = [];
  const data: unknown[] = [];
  const scope = conversation.scopeOf(conversation.turns[0] ?? { scope: 'demo' });
  for (const message of plan.messages) {
    const { memories } = await conversation.stopwatch.time('prefetch', () =>
      scope.retrieve(message, { limit: 5, minImportance: 3, signal }),
    );
    const block = renderBlock(memories);
    if (lines.length > 0) lines.push('');
    lines.push(strong(`“${oneLine(message, look.width - 10)}”`));
    lines.push(
      ...(block === ''
        ? [quiet('(nothing relevant: no block)')]
        : block.split('\n').map((line) => oneLine(line, look.width - 4))),
    );
    data.push({ message, block });
  }
  if (lines.length === 0) lines.push(quiet('Nothing was said.'));
  return {
    title: 'A block for the system prompt',
    about: 'At the start of a turn, what matters for the user’s message is put before the model.',
    lines,
    data,
  };
}

function renderBlock(memories: readonly RetrievedMemory[]): string {
  return memories
    .map(
      ({ category, content, importance }) =>
        `- [${category}] ${oneLine(content)} (importance: ${importance})`,
    )
    .join('\n');
}
