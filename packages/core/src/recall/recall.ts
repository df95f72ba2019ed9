import type { EngineContext } from '@mneme/contract/context';
import { addContested, toMemory, type WhyNot, whyNot } from '../records/index.ts';
import type { Recalled, RecalledPassage, RecallOptions } from './api.ts';
import { type Choice, choose } from './choose.ts';
import type { ChosenTurn } from './passages.ts';

/** What a model should know before it answers. */
export async function recall(
  context: EngineContext,
  scope: string,
  request: { message: string; options?: RecallOptions },
): Promise<Recalled> {
  const choice = await choose(context, scope, request);
  const { tokens, withheld, degraded, explain } = choice;
  return {
    ...(await asRecalled(context, scope, choice)),
    tokens,
    ...(explain && withheld !== undefined && { withheld }),
    ...(degraded !== undefined && { degraded }),
  };
}

/** Why a query does or does not find a memory, and if it does, why a recall for the same words leaves it out. */
export async function whyNotRecalled(
  context: EngineContext,
  scope: string,
  request: Parameters<typeof whyNot>[2],
): Promise<WhyNot> {
  const answer = await whyNot(context, scope, request);
  if (!answer.returned) return answer;
  const { kinds, limit, minRelevance, explain, rerank, ...options } = request.options ?? {};
  const { whyWithheld } = await choose(context, scope, { message: request.text, options });
  const withheld = whyWithheld(answer.id);
  return withheld === undefined ? answer : { ...answer, withheld };
}

/** The selected memories in their public form. */
async function asRecalled(
  context: EngineContext,
  scope: string,
  { now, explain, ...chosen }: Choice,
): Promise<Omit<Recalled, 'tokens'>> {
  const why = (text: string) => (explain ? { why: text } : {});
  const profile = chosen.profile.map((record) => ({
    ...toMemory({ record, score: 0, relevance: 0 }, false),
    ...why(
      `in the profile: importance ${record.importance}, confirmed ${record.confirmedAt.slice(0, 10)}`,
    ),
  }));
  const facts = chosen.facts.map(({ record, relevance, found }) => ({
    ...toMemory(found ?? { record, score: 0, relevance }, explain),
    ...why(
      found === undefined
        ? 'about the same matter as the message'
        : `a fact of relevance ${relevance.toFixed(2)}`,
    ),
  }));
  const passages = chosen.passages.map((passage): RecalledPassage => {
    const turns = passage.map((turn) => ({
      ...toMemory(turn.entry, explain),
      ...why(whyFound(turn)),
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

function whyFound({ entry: { record, relevance }, beside }: ChosenTurn): string {
  if (beside === undefined) return `a turn of relevance ${relevance.toFixed(2)}`;
  const before = (record.source.sequence ?? 0) < (beside.record.source.sequence ?? 0);
  return `is ${before ? 'before' : 'after'} the turn ${beside.record.id}, which was found`;
}
