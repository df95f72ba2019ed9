import { orAborted } from '@mneme/engine/context';
import type { ConflictJudge, Verdict } from '@mneme/engine/contract';
import { parseChoice } from '@mneme/engine/input';

const verdicts = [
  'same',
  'update',
  'stands',
  'distinct',
  'contested',
] as const satisfies readonly Verdict[];

/**
 * A judge may be any function, or a model with words of its own: an answer that is not a verdict counts as a failure.
 */
export async function askJudge(
  judge: ConflictJudge,
  pair: Parameters<ConflictJudge>[0],
  options: Parameters<ConflictJudge>[1],
): Promise<Verdict> {
  const ask = async () => judge(pair, options);
  return parseChoice(await orAborted(ask(), options.signal), 'verdict', verdicts);
}
