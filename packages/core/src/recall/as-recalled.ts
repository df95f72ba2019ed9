import type { EngineContext } from '@mneme/engine/context';
import type { MemoryRecord } from '@mneme/engine/contract';
import type { Ranked } from '../ranking/index.ts';
import { addContested, toMemory } from '../records/index.ts';
import type { Recalled, RecalledPassage } from './api.ts';
import type { ChosenTurn, Passage } from './passages.ts';

/** The selected memories in their public form. */
export async function asRecalled(
  context: EngineContext,
  chosen: { profile: MemoryRecord[]; facts: Ranked[]; passages: Passage[] },
  { scope, now, explain }: { scope: string; now: string; explain: boolean },
): Promise<Omit<Recalled, 'tokens'>> {
  const why = (text: string) => (explain ? { why: text } : {});
  const profile = chosen.profile.map((record) => ({
    ...toMemory({ record, score: 0, relevance: 0 }, false),
    ...why(standing(record)),
  }));
  const facts = chosen.facts.map((entry) => ({
    ...toMemory(entry, explain),
    ...why(`a fact of relevance ${entry.relevance.toFixed(2)}`),
  }));
  const passages = chosen.passages.map((passage): RecalledPassage => {
    const turns = passage.map((turn) => ({
      ...toMemory(turn.entry, explain),
      ...why(found(turn)),
    }));
    const { source, occurredAt } = (passage[0] as ChosenTurn).entry.record;
    return { session: source.session ?? '', occurredAt, turns };
  });
  const records = [...chosen.profile, ...chosen.facts.map(({ record }) => record)];
  await addContested(
    context,
    { scope, now, memories: [...profile, ...facts] },
    new Map(records.map((record) => [record.id, record])),
  );
  const read = [...facts, ...passages.flatMap(({ turns }) => turns)];
  context.accesses.add(
    scope,
    read.map(({ id }) => id),
    now,
  );
  return { profile, facts, passages };
}

function standing({ importance, confirmedAt }: MemoryRecord): string {
  return `in the profile: importance ${importance}, confirmed ${confirmedAt.slice(0, 10)}`;
}

function found({ entry: { record, relevance }, beside }: ChosenTurn): string {
  if (beside === undefined) return `a turn of relevance ${relevance.toFixed(2)}`;
  const before = (record.source.sequence ?? 0) < (beside.record.source.sequence ?? 0);
  return `is ${before ? 'before' : 'after'} the turn ${beside.record.id}, which was found`;
}
