import type { Section, SectionContext } from './section.ts';

const rounds = 5;
const shown = new Set(['store a turn', 'prefetch', 'retrieve']);

export async function timingSection({
  conversation,
  plan,
  signal,
}: SectionContext): Promise<Section> {
  const scope = conversation.scopeOf(conversation.turns[0] ?? { scope: 'demo' });
  for (let round = 0; round < rounds; round++) {
    for (const { text } of plan.questions) {
      await conversation.stopwatch.time('retrieve', () => scope.retrieve(text, { signal }));
    }
    await conversation.stopwatch.time('list, newest 50', () => scope.list());
  }
  const timings = conversation.stopwatch.timings();
  return {
    title: 'Timings on this machine, at the median',
    lines: [
      timings
        .filter(({ what }) => shown.has(what))
        .map(({ what, p50Ms }) => `${what} ${p50Ms.toFixed(1)} ms`)
        .join(' · '),
    ],
    data: timings,
  };
}
