import type { ConflictJudge, Relation } from '@mneme/engine/contract';
import { parseChoice } from '@mneme/engine/input';

const relations = ['same', 'update', 'stands', 'distinct'] as const satisfies readonly Relation[];

/** A judge may be anybody's function, or a model that answers in words of its own: what is no verdict is a failure. */
export async function askJudge(
  judge: ConflictJudge,
  pair: Parameters<ConflictJudge>[0],
  options: Parameters<ConflictJudge>[1],
): Promise<Relation> {
  return parseChoice(await judge(pair, options), 'verdict', relations);
}
