import { oneLine } from '../text-width.ts';
import { spread } from './question-section.ts';
import type { Section, SectionContext } from './section.ts';

const shown = 2;

export async function learnSection({ learned, look }: SectionContext): Promise<Section> {
  const { accent, good, strong } = look.colours;
  const { facts, turns, sessions } = learned;
  const current = facts.filter(({ fact }) => fact.supersededBy === undefined);
  const lines = [
    `${strong(String(facts.length))} facts of ${turns} turns in ${sessions.length} sessions, ${facts.length - current.length} of them replaced by a later one`,
  ];
  const ofHealth = current.filter(({ fact }) => fact.tags.includes('health'));
  for (const { fact } of spread(ofHealth.length > 0 ? ofHealth : current, shown)) {
    const who = fact.source.speaker === undefined ? '' : `${fact.source.speaker}: `;
    lines.push(
      `${accent(fact.occurredAt.slice(0, 10))}  ${good(oneLine(`${who}${fact.content}`, look.width - 16))}`,
    );
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
