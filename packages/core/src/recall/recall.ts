import type { EngineContext } from '@mneme/engine/context';
import { type WhyNot, whyNot } from '../records/index.ts';
import type { Recalled, RecallOptions } from './api.ts';
import { asRecalled } from './as-recalled.ts';
import { choose } from './choose.ts';

/** What a model should know before it answers. */
export async function recall(
  context: EngineContext,
  scope: string,
  request: { message: string; options?: RecallOptions },
): Promise<Recalled> {
  const { tokens, withheld, now, explain, ...chosen } = await choose(context, scope, request);
  return {
    ...(await asRecalled(context, chosen, { scope, now, explain })),
    tokens,
    ...(explain && withheld !== undefined && { withheld }),
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
