import { oneLine } from '../text-width.ts';
import type { Section, SectionContext } from './section.ts';

export async function expirySection({
  conversation,
  look,
  signal,
}: SectionContext): Promise<Section> {
  const { accent, good, warning, quiet } = look.colours;
  const lines: string[] = [];
  const data: unknown[] = [];
  for (const turn of conversation.turns) {
    const { expiresAt } = turn;
    if (expiresAt === undefined || turn.result.error !== undefined) continue;
    const why = await conversation.scopeOf(turn).whyNot(turn.content, turn.result.id, { signal });
    if (lines.length < 2)
      lines.push(
        `${accent(expiresAt.slice(0, 10))}  ${oneLine(turn.content, look.width - 18)}`,
        `            ${
          why.returned
            ? `${good('still recalled')} ${quiet(`until ${expiresAt}`)}`
            : `${warning('not recalled')} ${quiet(why.reasons.map(({ message }) => message).join('; '))}`
        }`,
      );
    data.push({ content: turn.content, expiresAt, whyNot: why });
  }
  if (lines.length === 0) lines.push(quiet('No statement of this conversation has an end.'));
  return {
    title: 'A fact with an end',
    lines,
    data,
  };
}
