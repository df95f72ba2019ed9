import type { Section, SectionContext } from './section.ts';

const keptPart = 0.9;

export async function pruneSection({
  conversation,
  look,
  signal,
}: SectionContext): Promise<Section> {
  const { strong } = look.colours;
  const scope = conversation.scopeOf(conversation.turns[0] ?? { scope: 'demo' });
  const { current } = await scope.stats();
  const maxRecords = Math.max(1, Math.floor(current * keptPart));
  const report = await conversation.stopwatch.time('prune, dry run', () =>
    scope.prune({ maxRecords, dryRun: true, signal }),
  );
  return {
    title: 'A prune, as a dry run',
    lines: [
      `${strong(String(report.pruned))} of ${report.scopes[0]?.before ?? 0} memories would go to keep ${maxRecords}, ${report.expired} of them because they expired.`,
    ],
    data: report,
  };
}
