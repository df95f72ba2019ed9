import {
  type MemoryRecord,
  type MemoryScope,
  MnemeError,
  type StoreInput,
  type TurnInput,
} from '@mneme/core';
import { isSameText } from '@mneme/runtime';
import type { ImportedTurn } from './imported.ts';
import { checked, type FactOptions, type Outcome } from './store-facts.ts';

/** What became of turns, which facts were learned from them, and which kinds of secrets were masked in them. */
export interface StoredTurns {
  outcomes: Outcome[];
  learned?: string[];
  masked?: string[];
}

/** Appends turns of one session, in their order; one outcome each. What is at its place already stays as it is. */
export async function storeTurns(
  scope: MemoryScope,
  turns: readonly ImportedTurn[],
  { dryRun, signal }: Pick<FactOptions, 'dryRun' | 'signal'>,
): Promise<StoredTurns> {
  const outcomes = new Map<ImportedTurn, Outcome>();
  const sound: ImportedTurn[] = [];
  for (const turn of turns) {
    const key = JSON.stringify([turn.session, turn.sequence]);
    const outcome = checked(scope, { input: inputOf(turn), key });
    outcomes.set(turn, outcome);
    if (outcome.is === 'planned') sound.push(turn);
  }
  const standing = await standingAt(scope, sound, signal);
  const open: ImportedTurn[] = [];
  for (const turn of sound) {
    const there = standing.get(turn.sequence);
    if (there === undefined) open.push(turn);
    else if (isSameText(there.content, turn.content)) outcomes.set(turn, { is: 'known' });
    else if (dryRun) outcomes.set(turn, changed(turn));
    else open.push(turn);
  }
  const [first] = open;
  if (dryRun || first === undefined) return { outcomes: inOrder(turns, outcomes) };
  const options = { session: first.session, actor: 'import', signal };
  try {
    const { ids, learned, masked } = await scope.episodes.append(open.map(turnInput), options);
    for (const [index, turn] of open.entries()) {
      // A text that was masked when it was stored is known all the same.
      const wasThere = standing.get(turn.sequence)?.id === ids[index];
      outcomes.set(turn, { is: wasThere ? 'known' : 'new' });
    }
    return { outcomes: inOrder(turns, outcomes), learned, masked };
  } catch (error) {
    // Another text stands at a place: turn by turn it shows at which.
    if (!MnemeError.isInstance(error) || error.code !== 'conflict') throw error;
  }
  for (const turn of open) outcomes.set(turn, await appendOne(scope, turn, options));
  return { outcomes: inOrder(turns, outcomes) };
}

async function appendOne(
  scope: MemoryScope,
  turn: ImportedTurn,
  options: { session: string; actor: string; signal?: AbortSignal },
): Promise<Outcome> {
  try {
    const { known } = await scope.episodes.append([turnInput(turn)], options);
    return { is: known > 0 ? 'known' : 'new' };
  } catch (error) {
    if (!MnemeError.isInstance(error) || error.code !== 'conflict') throw error;
    return changed(turn);
  }
}

function inOrder(
  turns: readonly ImportedTurn[],
  outcomes: ReadonlyMap<ImportedTurn, Outcome>,
): Outcome[] {
  return turns.map((turn) => outcomes.get(turn) as Outcome);
}

function changed({ session, sequence }: ImportedTurn): Outcome {
  const message = `turn ${sequence} of ${session} says something else than it did when it was imported`;
  return { is: 'left out', reason: 'changed_turn', message };
}

function turnInput({ content, speaker, sequence, occurredAt, metadata }: ImportedTurn): TurnInput {
  return { content, speaker, sequence, occurredAt, metadata };
}

/** As a store would check it. */
function inputOf(turn: ImportedTurn): StoreInput {
  const { content, speaker, session, sequence, occurredAt, metadata } = turn;
  const source = { speaker, session, sequence };
  return { kind: 'episode', content, occurredAt, metadata, source };
}

/** What stands at the places of these turns. */
async function standingAt(
  scope: Pick<MemoryScope, 'sessions'>,
  turns: readonly ImportedTurn[],
  signal: AbortSignal | undefined,
): Promise<Map<number, MemoryRecord>> {
  const standing = new Map<number, MemoryRecord>();
  const [first] = turns;
  if (first === undefined) return standing;
  const places = turns.map(({ sequence }) => sequence);
  const last = Math.max(...places);
  let cursor: string | undefined;
  do {
    signal?.throwIfAborted();
    const asked = { fromSequence: Math.min(...places), limit: 1000, cursor };
    const page = await scope.sessions.get(first.session, asked);
    for (const turn of page.turns) standing.set(turn.source.sequence ?? 0, turn);
    const beyond = (page.turns.at(-1)?.source.sequence ?? 0) >= last;
    cursor = beyond ? undefined : page.nextCursor;
  } while (cursor !== undefined);
  return standing;
}
