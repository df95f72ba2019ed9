import { oneLine } from '../text-width.ts';
import type { Section, SectionContext } from './section.ts';

/** Small enough for one screen. */
const tokenBudget = 130;

export async function prefetchSection(context: SectionContext): Promise<Section> {
  const { conversation, learned, plan, look, signal } = context;
  const { strong, quiet } = look.colours;
  const { prefetch } = await import('@mneme/agent/prefetch');
  const lines: string[] = [];
  const data: unknown[] = [];
  let profile: string | undefined;
  for (const message of [...plan.messages, ...plan.smallTalk]) {
    const { text: block, parts } = await conversation.stopwatch.time('prefetch', () =>
      prefetch(learned.scope, message, { timeoutMs: 10_000, tokenBudget, signal }),
    );
    lines.push(strong(`“${oneLine(message, look.width - 10)}”`));
    const shown = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => oneLine(line, look.width - 4));
    const same = parts !== undefined && parts.profileText !== '' && parts.profileText === profile;
    if (block === '') lines.push(quiet('(nothing to recall: no block)'));
    else if (!same) lines.push(...shown(block));
    else if (parts.facts + parts.passages === 0)
      lines.push(quiet('(the same profile, byte for byte, and nothing more)'));
    else
      lines.push(
        quiet('(the same profile, byte for byte)'),
        ...shown(block.slice(profile?.length)),
      );
    profile = parts?.profileText ?? profile;
    data.push({ message, block });
  }
  if (lines.length === 0) lines.push(quiet('Nothing was said.'));
  return {
    title: 'A block for the system prompt',
    lines,
    data,
  };
}
