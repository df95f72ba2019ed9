import type { CommitRequest, ForgottenFacts } from '@mneme/contract';
import { type EngineContext, untilCommitted } from '@mneme/contract/context';
import { consequencesOf, removalRequest } from './removal.ts';

/** Documents to remove, and the actor. */
export interface LostEvidence {
  ids: readonly string[];
  actor: string;
  signal?: AbortSignal | undefined;
}

/**
 * Removes documents by `commit`, and the facts that rest on them: in one step if one store has both, otherwise
 * afterwards. If `commit` returns that nothing was written, no fact is touched, and the result is undefined.
 */
export async function removeWithFacts(
  context: EngineContext,
  scope: string,
  lost: LostEvidence,
  commit: (records?: CommitRequest) => Promise<boolean>,
): Promise<ForgottenFacts | undefined> {
  if (context.documents !== context.backend.documents)
    // The documents are gone already, so the facts are removed even if the caller has cancelled.
    return (await commit())
      ? forgetEvidence(context, scope, { ...lost, signal: undefined })
      : undefined;
  const { records, ...facts } = await restingOn(context, scope, lost);
  return (await commit(records)) ? facts : undefined;
}

async function forgetEvidence(
  context: EngineContext,
  scope: string,
  lost: LostEvidence,
): Promise<ForgottenFacts> {
  return untilCommitted(
    async () => {
      const { records, ...facts } = await restingOn(context, scope, lost);
      if (records === undefined || (await context.backend.commit(records)).committed) return facts;
      return undefined;
    },
    { what: `facts of ${nameOf(lost)}`, meanwhile: 'they were forgotten' },
  );
}

/** With what a commit writes about it, if there is anything. */
async function restingOn(
  context: EngineContext,
  scope: string,
  lost: LostEvidence,
): Promise<ForgottenFacts & { records?: CommitRequest }> {
  const { ids, actor, signal } = lost;
  const removal = { scope, roots: [], evidence: ids, at: context.now(), signal };
  const consequences = await consequencesOf(context, removal);
  const forgotten = consequences.forgotten.map(({ id }) => id);
  const kept = consequences.kept.map(({ id }) => id);
  if (forgotten.length + kept.length === 0) return { forgotten, kept };
  const by = { actor, reasonOf: () => '', because: nameOf(lost) };
  return { forgotten, kept, records: removalRequest(removal, consequences, by) };
}

function nameOf({ ids }: LostEvidence): string {
  return ids.length === 1 ? `${ids[0]}` : `${ids[0]} and ${ids.length - 1} more`;
}
