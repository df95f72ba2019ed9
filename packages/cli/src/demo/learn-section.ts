import { oneLine } from '../text-width.ts';
import { spread } from './question-section.ts';
import type { Section, SectionContext } from './section.ts';

const shown = 2;

export async function learnSection({ learned, look }: SectionContext): Promise<Section> {
  const { accent, good, quiet, strong } = look.colours;
  const { facts, turns, sessions } = learned;
  const current = facts.filter(({ fact }) => fact.supersededBy === undefined);
  const lines = [
    `${strong(String(facts.length))} facts of ${turns} turns in ${sessions.length} sessions, ${facts.length - current.length} of them replaced by a later one`,
  ];
  for (const { fact, turns: said } of spread(current, shown)) {
    const until =
      fact.supersededBy === undefined ? '' : quiet(`  until ${fact.validTo?.slice(0, 10)}`);
    lines.push(
      `${accent(fact.occurredAt.slice(0, 10))}  ${good(oneLine(fact.content, look.width - 40))}${until}`,
    );
    for (const { content, source } of said) {
      const who = source.speaker === undefined ? '' : `${source.speaker}: `;
      lines.push(quiet(`            from  ${oneLine(`${who}“${content}”`, look.width - 24)}`));
    }
  }
  return {
    title: 'What was learned, and from what',
    lines,
    data: {
      turns,
      facts: facts.map(({ fact, turns: said }) => ({
        ...fact,
        evidence: said.map(({ id, content }) => ({ id, content })),
      })),
    },
  };
}
