import { facet, type MemoryRecord, MnemeError, pages, remainsOf } from '@mneme/contract';
import { type EngineContext, readMemories, untilCommitted } from '@mneme/contract/context';
import { gate } from '@mneme/contract/gate';
import type { Parsed } from '@mneme/contract/input';
import type { writeFields } from '../records/index.ts';
import { type Consequences, consequencesOf, removalRequest } from '../records/later.ts';
import type { EraseSessionReceipt } from './api.ts';
import { readSessionState } from './session-state.ts';

/** Records that are removed in one step, with what rests on them. */
const batchSize = 200;

/**
 * Deletes a session: its turns, the facts that rest only on them, facts that were learned in it and name no evidence,
 * and the engine's note on it. Works in steps, each atomic; repeat an interrupted call to finish it, since the note is
 * removed last.
 */
export async function eraseSession(
  context: EngineContext,
  scope: string,
  { session, options }: { session: string; options: Parsed<typeof writeFields> },
): Promise<EraseSessionReceipt> {
  const { actor = 'application', reason = 'session erased', signal } = options;
  const by = gate({ actor, reason }, context.secrets).value;
  const erased = new Erased();
  // Another writer may append before the cursor meanwhile, so this repeats until nothing is left.
  try {
    while ((await eraseRecords(context, { scope, session, by, signal }, erased)) > 0);
    await eraseState(context, { scope, session });
  } catch (error) {
    throw erased.turns.size > 0 ? halfDone(error, { session, turns: erased.turns.size }) : error;
  }
  return {
    session,
    turns: erased.turns.size,
    forgotten: [...erased.forgotten],
    kept: [...erased.kept].filter((id) => !erased.forgotten.has(id)),
    erasedAt: context.now(),
    reason: by.reason,
    ...(await remainsOf([context.backend], { wait: true })),
  };
}

function halfDone(error: unknown, { session, turns }: { session: string; turns: number }): unknown {
  if (!MnemeError.isInstance(error)) return error;
  return new MnemeError(
    error.code,
    `${turns} turns of the session "${session}" are erased, and the rest is not (${error.message}): erase it again`,
    { cause: error },
  );
}

class Erased {
  readonly turns = new Set<string>();
  readonly forgotten = new Set<string>();
  readonly kept = new Set<string>();
}

interface Erasing {
  scope: string;
  session: string;
  by: { actor: string; reason: string };
  signal: AbortSignal | undefined;
}

/** Returns how many records it has removed. */
async function eraseRecords(
  context: EngineContext,
  { scope, session, by, signal }: Erasing,
  erased: Erased,
): Promise<number> {
  const { backend } = context;
  const at = context.now();
  const where = [[facet('source.session', session)]];
  const filter = { now: at, includeExpired: true, includeSuperseded: true, where };
  const request = { scope, filter, order: 'newest', limit: batchSize } as const;
  const because = 'turns of an erased session';
  const removing = { actor: by.actor, reasonOf: () => by.reason, because };
  let count = 0;
  for await (const page of pages((cursor) => backend.list({ ...request, cursor }), signal)) {
    const ids = page.records.filter(isOfSession).map(({ id }) => id);
    const remove = async () => {
      const roots = await readMemories(backend, scope, ids);
      if (roots.length === 0) return { roots };
      const found = await consequencesOf(context, { scope, roots, at, signal });
      const commit = removalRequest({ scope, roots, at }, found, removing);
      return (await backend.commit(commit)).committed ? { roots, ...found } : undefined;
    };
    const what = `the session "${session}"`;
    const { roots, forgotten, kept }: Partial<Consequences> & { roots: MemoryRecord[] } =
      await untilCommitted(remove, { what, meanwhile: 'it was erased', signal });
    for (const { id, kind } of roots)
      (kind === 'episode' ? erased.turns : erased.forgotten).add(id);
    for (const { id } of forgotten ?? []) erased.forgotten.add(id);
    for (const { id } of kept ?? []) erased.kept.add(id);
    count += roots.length;
  }
  return count;
}

/** A turn; or a fact that was learned in the session and names no evidence. */
function isOfSession({ kind, evidence }: MemoryRecord): boolean {
  return kind === 'episode' || evidence === undefined;
}

async function eraseState(
  { backend }: EngineContext,
  { scope, session }: { scope: string; session: string },
): Promise<void> {
  await untilCommitted(
    async () => {
      const { id, version } = await readSessionState(backend, { scope, session });
      if (version === 0) return true;
      const expect = [{ id, version }];
      const result = await backend.commit({ scope, expect, puts: [], removals: [id], audit: [] });
      return result.committed || undefined;
    },
    { what: `the session "${session}"`, meanwhile: 'it was erased' },
  );
}
