import { oneLine } from '../text-width.ts';
import type { Section, SectionContext } from './section.ts';

const keptPart = 0.9;

export async function pruneSection({
  conversation,
  look,
  signal,
}: SectionContext): Promise<Section> {
  const { accent, strong, quiet } = look.colours;
  const scope = conversation.scopeOf(conversation.turns[0] ?? { scope: 'demo' });
  const { current } = await scope.stats();
  const maxRecords = Math.max(1, Math.floor(current * keptPart));
  const report = await conversation.stopwatch.time('prune, dry run', () =>
    scope.prune({ maxRecords, dryRun: true, signal }),
  );
  const ids = report.scopes.flatMap((entry) => entry.ids);
  const first = await Promise.all(ids.slice(0, 4).map((id) => scope.get(id)));
  return {
    title: 'A prune, as a dry run',
    about:
      'Over a cap, what has expired goes first, then what matters least by now. A dry run changes nothing.',
    lines: [
      `${strong(String(report.pruned))} of ${report.scopes[0]?.before ?? 0} memories would go to keep ${maxRecords}, ${report.expired} of them because they expired. The first:`,
      ...first.flatMap((record) =>
        record === undefined
          ? []
          : [
              `  ${accent(record.occurredAt.slice(0, 10))}  importance ${record.importance}  ${quiet(oneLine(record.content, look.width - 40))}`,
            ],
      ),
    ],
    data: report,
  };
}
