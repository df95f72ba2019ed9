import { table } from '../table.ts';
import type { Section, SectionContext } from './section.ts';

const rounds = 5;

export async function timingSection({
  conversation,
  plan,
  look,
  signal,
}: SectionContext): Promise<Section> {
  const { quiet } = look.colours;
  const scope = conversation.scopeOf(conversation.turns[0] ?? { scope: 'demo' });
  for (let round = 0; round < rounds; round++) {
    for (const { text } of plan.questions) {
      await conversation.stopwatch.time('retrieve', () => scope.retrieve(text, { signal }));
    }
    await conversation.stopwatch.time('list, newest 50', () => scope.list());
  }
  const timings = conversation.stopwatch.timings();
  return {
    title: 'Timings',
    about:
      'On this machine, everything included: embedding, search, ranking, the trip to the database and back.',
    lines: table(
      [
        ['', 'times', 'p50', 'p95'].map(quiet),
        ...timings.map(({ what, times, p50Ms, p95Ms }) => [
          what,
          String(times),
          `${p50Ms.toFixed(1)} ms`,
          `${p95Ms.toFixed(1)} ms`,
        ]),
      ],
      { right: [1, 2, 3] },
    ).split('\n'),
    data: timings,
  };
}
