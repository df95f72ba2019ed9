import { oneLine } from '../text-width.ts';
import type { Section, SectionContext } from './section.ts';

export async function prefetchSection(context: SectionContext): Promise<Section> {
  const { conversation, plan, look, signal } = context;
  const { strong, quiet } = look.colours;
  const { prefetch } = await import('@mneme/agent');
  const lines: string[] = [];
  const data: unknown[] = [];
  const scope = conversation.scopeOf(conversation.turns[0] ?? { scope: 'demo' });
  for (const message of [...plan.messages, ...plan.smallTalk]) {
    const { text: block } = await conversation.stopwatch.time('prefetch', () =>
      prefetch(scope, message, { timeoutMs: 10_000, signal }),
    );
    if (lines.length > 0) lines.push('');
    lines.push(strong(`“${oneLine(message, look.width - 10)}”`));
    lines.push(
      ...(block === ''
        ? [quiet('(nothing to recall: no block)')]
        : block
            .trim()
            .split('\n')
            .map((line) => oneLine(line, look.width - 4))),
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
