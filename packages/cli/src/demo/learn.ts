import type { MemoryRecord, MemoryScope } from '@mneme/core';
import type { Conversation } from './conversation.ts';

/** The conversation stored again, like a chatbot does: turn by turn, with facts learned from them. */
export interface Learned {
  scope: MemoryScope;
  turns: number;
  sessions: string[];
  /** Each with its turns, in the order in which they were learned. */
  facts: { fact: MemoryRecord; turns: MemoryRecord[] }[];
}

/** Appends the sessions one after the other to a new scope, where the rules read them. */
export async function learn({ memory, turns, now }: Conversation): Promise<Learned> {
  const scope = memory.scope('learned from the conversation');
  // Without refused and expired ones.
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
