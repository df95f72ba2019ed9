import { type EngineContext, maxAttempts, outrun, throwIfAborted } from '@mneme/engine/context';
import { commitRemoval, consequencesOf } from './removal.ts';

/** What became of the facts that rested on something that is gone. */
export interface ForgottenFacts {
  /** Facts that rested on it alone, and went too. */
  forgotten: string[];
  /** Facts that rested on it and on something else, and stay with that. */
  kept: string[];
}

/** Forgets what rests on things that lie elsewhere, such as documents, and go: in one step, before they do. */
export async function forgetEvidence(
  context: EngineContext,
  scope: string,
  {
    ids,
    actor,
    signal,
  }: { ids: readonly string[]; actor: string; signal?: AbortSignal | undefined },
): Promise<ForgottenFacts> {
  const because = ids.length === 1 ? `${ids[0]}` : `${ids[0]} and ${ids.length - 1} more`;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    throwIfAborted(signal);
    const removal = { scope, roots: [], evidence: ids, at: context.now(), signal };
    const consequences = await consequencesOf(context, removal);
    const forgotten = consequences.forgotten.map(({ id }) => id);
    const kept = consequences.kept.map(({ id }) => id);
    if (forgotten.length + kept.length === 0) return { forgotten, kept };
    const by = { actor, reasonOf: () => '', because };
    const result = await commitRemoval(context, removal, consequences, by);
    if (result.committed) return { forgotten, kept };
  }
  throw outrun(`facts of ${because}`, 'they were forgotten');
}
