import type { Section, SectionContext } from './section.ts';

export async function importSection({ conversation, look }: SectionContext): Promise<Section> {
  const { turns, counts, importMs } = conversation;
  const { good, warning, strong } = look.colours;
  const sessions = new Set(
    turns.map(({ session }) => session).filter((session) => session !== undefined),
  );
  const speakers = [...new Set(turns.flatMap(({ speaker }) => speaker ?? []))];
  const said: [number, string][] = [
    [counts.created, 'created'],
    [counts.superseded, 'superseded an older one'],
    [counts.confirmed, 'known already'],
    [counts.merged, 'merged'],
    [counts.refused, 'refused because of a secret'],
    [counts.bad, 'bad'],
    [counts.expired, 'expired'],
  ];
  const lines = [
    `${strong(String(counts.lines))} turns` +
      (sessions.size > 0 ? ` in ${strong(String(sessions.size))} sessions` : '') +
      (speakers.length > 0
        ? `, said by ${speakers.slice(0, 8).join(', ')}${speakers.length > 8 ? ', …' : ''}`
        : '') +
      `; ${strong(`${(importMs / 1000).toFixed(1)} s`)}`,
    said
      .filter(([count]) => count > 0)
      .map(([count, name]) =>
        (name === 'refused' || name === 'bad' ? warning : good)(`${count} ${name}`),
      )
      .join(', '),
  ];
  return {
    title: 'A conversation of several months',
    lines,
    data: { ...counts, sessions: sessions.size, importMs },
  };
}
