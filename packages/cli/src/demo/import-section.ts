import { table } from '../table.ts';
import type { Section, SectionContext } from './section.ts';

export async function importSection({ conversation, look }: SectionContext): Promise<Section> {
  const { turns, report, importMs } = conversation;
  const { good, warning, strong, quiet } = look.colours;
  const sessions = new Set(
    turns.map(({ session }) => session).filter((session) => session !== undefined),
  );
  const speakers = [...new Set(turns.flatMap(({ speaker }) => speaker ?? []))];
  const refused = report.bad.filter(({ error }) => error.code === 'secret_refused').length;
  const counts: [number, string, string][] = [
    [report.created, 'created', 'new memories'],
    [
      report.superseded,
      'superseded',
      'new ones that replaced an older one; the old one stays in history',
    ],
    [report.confirmed, 'confirmed', 'known already, so nothing was added'],
    [report.merged, 'merged', 'worked into a memory that was there'],
    [refused, 'refused', 'held a secret'],
    [report.bad.length - refused, 'bad', 'lines that cannot be read or stored'],
    [report.leftOut, 'left out', 'had expired'],
  ];
  const lines = [
    `${strong(String(report.lines))} turns` +
      (sessions.size > 0 ? ` in ${strong(String(sessions.size))} sessions` : '') +
      (speakers.length > 0
        ? `, said by ${speakers.slice(0, 8).join(', ')}${speakers.length > 8 ? ', …' : ''}`
        : '') +
      `; ${strong(`${(importMs / 1000).toFixed(1)} s`)}`,
    ...table(
      counts
        .filter(([count]) => count > 0)
        .map(([count, name, why]) => [
          String(count),
          name === 'refused' || name === 'bad' ? warning(name) : good(name),
          quiet(why),
        ]),
      { right: [0] },
    ).split('\n'),
  ];
  return {
    title: 'A conversation of several months',
    about: 'Each turn is stored at its own time, as if the memory had been there all along.',
    lines,
    data: { ...report, bad: report.bad.length, refused, sessions: sessions.size, importMs },
  };
}
