import type { MemoryRecord, MemoryScope } from '@mneme/core';
import type { Conversation } from './conversation.ts';

/** The conversation once more, as a chatbot keeps it: turn by turn, and facts that are made of them. */
export interface Learned {
  scope: MemoryScope;
  turns: number;
  sessions: string[];
  /** Each with the turns that it rests on, in the order in which they were learned. */
  facts: { fact: MemoryRecord; turns: MemoryRecord[] }[];
}

/** Appends the sessions one after the other to a scope of their own, where the rules read them. */
export async function learn({ memory, turns, now }: Conversation): Promise<Learned> {
  const scope = memory.scope('learned from the conversation');
  // Without what was refused, and what has expired.
  const kept = turns.filter(
    ({ result, expiresAt }) =>
      result.outcome !== 'rejected' && (expiresAt === undefined || new Date(expiresAt) > now()),
  );
  const sessions = Map.groupBy(kept, ({ session }) => session ?? 'conversation');
  const ids = new Set<string>();
  for (const [session, said] of sessions) {
    const { learned } = await scope.episodes.append(
      said.map(({ content, speaker, time, expiresAt }) => ({
        content,
        ...(speaker !== undefined && { speaker }),
        ...(time !== undefined && { occurredAt: time }),
        ...(expiresAt !== undefined && { expiresAt }),
      })),
      { session },
    );
    for (const id of learned) ids.add(id);
  }
  const facts: Learned['facts'] = [];
  for (const id of ids) {
    const fact = await scope.get(id);
    if (fact === undefined) continue;
    const found = await Promise.all((fact.evidence ?? []).map((each) => scope.get(each)));
    facts.push({ fact, turns: found.filter((turn) => turn !== undefined) });
  }
  return { scope, turns: kept.length, sessions: [...sessions.keys()], facts };
}
