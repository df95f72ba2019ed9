import { oneLine } from '../text-width.ts';
import type { Section, SectionContext } from './section.ts';

const shown = 1;

export async function duplicateSection(context: SectionContext): Promise<Section> {
  const { conversation, plan, look, signal } = context;
  const { accent, good, warning, quiet } = look.colours;
  const lines: string[] = [];
  const data: unknown[] = [];
  for (const { first, again } of plan.repeated.slice(0, shown)) {
    const turn = conversation.turn(first);
    if (turn === undefined) continue;
    const scope = conversation.scopeOf(turn);
    await scope.store({ content: turn.content }, { signal, actor: 'demo' });
    const before = await scope.stats();
    const result = await conversation.stopwatch.time('store a fact', () =>
      scope.store({ content: again }, { signal, actor: 'demo' }),
    );
    const after = await scope.stats();
    const record = await conversation.stopwatch.time('get', () => scope.get(result.id));
    if (record === undefined) continue;
    const paint = result.outcome === 'confirmed' ? good : warning;
    const counts = `${before.current} memories before, ${after.current} now`;
    lines.push(
      `${accent(record.createdAt.slice(0, 10))}  ${oneLine(turn.content, look.width - 16)}`,
      `${accent(record.confirmedAt.slice(0, 10))}  ${oneLine(again, look.width - 16)}`,
      `         ${paint(result.outcome)} ${quiet(`(${result.reason ?? 'the same fact'}); ${counts}`)}`,
    );
    data.push({ said: again, result, record });
  }
  if (lines.length === 0) lines.push(quiet('Nothing was said that could be said again.'));
  return {
    title: 'A duplicate, confirmed instead of added',
    lines,
    data,
  };
}
