import { oneLine } from '../text-width.ts';
import type { Learned } from './learn.ts';
import type { Section, SectionContext } from './section.ts';

export async function forgetSection({
  conversation,
  learned,
  look,
  signal,
}: SectionContext): Promise<Section> {
  const { accent, good, quiet, strong, warning } = look.colours;
  const title = 'Forgotten, with what rested on it';
  const session = richest(learned);
  if (session === undefined)
    return {
      title,
      lines: [quiet('No facts were learned from this conversation.')],
      data: {},
    };
  const { scope, facts } = learned;
  const contents = new Map(facts.map(({ fact }) => [fact.id, fact]));
  const receipt = await conversation.stopwatch.time('erase a session', () =>
    scope.sessions.erase(session, { reason: 'asked for by who said it', signal }),
  );
  const again: string[] = [];
  for (const { fact } of facts) {
    if (fact.supersededBy === undefined || receipt.forgotten.includes(fact.id)) continue;
    const now = await scope.get(fact.id);
    if (now !== undefined && now.supersededBy === undefined) again.push(fact.id);
  }
  const line = (mark: string, id: string) => {
    const fact = contents.get(id);
    return `${mark}  ${accent(fact?.occurredAt.slice(0, 10) ?? '')}  ${oneLine(fact?.content ?? id, look.width - 40)}`;
  };
  const left = await scope.sessions.get(session);
  return {
    title,
    lines: [
      `${strong(String(receipt.turns))} turns of ${oneLine(session, 40)} erased, ${left.turns.length} left`,
      ...receipt.forgotten.slice(0, 2).map((id) => line(warning('forgotten  '), id)),
      ...receipt.kept.slice(0, 2).map((id) => line(good('kept       '), id)),
      ...again.slice(0, 2).map((id) => line(good('is current '), id)),
    ],
    data: { receipt, holdsAgain: again },
  };
}

/** The session whose facts replaced most others; ties: the one with most facts. */
function richest({ facts, sessions }: Learned): string | undefined {
  const worthOf = (session: string) => {
    const ids = facts.flatMap(({ fact, turns }) =>
      turns.some(({ source }) => source.session === session) ? [fact.id] : [],
    );
    const replaced = facts.filter(({ fact }) => ids.includes(fact.supersededBy ?? ''));
    return replaced.length * facts.length + ids.length;
  };
  const best = sessions.toSorted((one, other) => worthOf(other) - worthOf(one))[0];
  return best !== undefined && worthOf(best) > 0 ? best : undefined;
}
