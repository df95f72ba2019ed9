import { oneLine } from '../text-width.js';
import type { Section, SectionContext } from './section.js';

const shown = 3;

export async function duplicateSection({ conversation, look }: SectionContext): Promise<Section> {
  const { accent, good, quiet } = look.colours;
  const again = conversation.turns.filter(({ result }) => result.outcome === 'confirmed');
  const lines: string[] = [];
  const data: unknown[] = [];
  for (const turn of again.slice(0, shown)) {
    const record = await conversation.stopwatch.time('get', () =>
      conversation.scopeOf(turn).get(turn.result.id),
    );
    if (record === undefined) continue;
    if (lines.length > 0) lines.push('');
    lines.push(
      `${accent(record.createdAt.slice(0, 10))}  ${oneLine(record.content, look.width - 16)}`,
      `${accent(record.confirmedAt.slice(0, 10))}  ${oneLine(turn.content, look.width - 16)}`,
      `            ${good('confirmed')} ${quiet(`(${turn.result.reason ?? 'the same fact'}); one memory, counted as fresh from that day`)}`,
    );
    data.push({ said: turn.content, result: turn.result, record });
  }
  if (lines.length === 0) lines.push(quiet('Nothing was said twice.'));
  return {
    title: 'A duplicate, confirmed instead of added',
    about: 'Said again, a fact is not stored a second time: it counts as fresh.',
    lines,
    data,
  };
}
