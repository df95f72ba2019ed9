import type { Section, SectionContext } from './section.ts';

export async function importSection({ conversation, look }: SectionContext): Promise<Section> {
  const { turns, report, importMs } = conversation;
  const { good, warning, strong } = look.colours;
  const sessions = new Set(
    turns.map(({ session }) => session).filter((session) => session !== undefined),
  );
  const speakers = [...new Set(turns.flatMap(({ speaker }) => speaker ?? []))];
  const refused = report.bad.filter(({ error }) => error.code === 'secret_refused').length;
  const counts: [number, string][] = [
    [report.created, 'created'],
    [report.superseded, 'superseded an older one'],
    [report.confirmed, 'known already'],
    [report.merged, 'merged'],
    [refused, 'refused, since they hold a secret'],
    [report.bad.length - refused, 'bad'],
    [report.leftOut, 'expired'],
  ];
  const lines = [
    `${strong(String(report.lines))} turns` +
      (sessions.size > 0 ? ` in ${strong(String(sessions.size))} sessions` : '') +
      (speakers.length > 0
        ? `, said by ${speakers.slice(0, 8).join(', ')}${speakers.length > 8 ? ', …' : ''}`
        : '') +
      `; ${strong(`${(importMs / 1000).toFixed(1)} s`)}`,
    counts
      .filter(([count]) => count > 0)
      .map(([count, name]) =>
        (name === 'refused' || name === 'bad' ? warning : good)(`${count} ${name}`),
      )
      .join(', '),
  ];
  return {
    title: 'A conversation of several months',
    lines,
    data: { ...report, bad: report.bad.length, refused, sessions: sessions.size, importMs },
  };
}
