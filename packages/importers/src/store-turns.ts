import { type MemoryRecord, type MemoryScope, MnemeError, type TurnInput } from '@mneme/core';
import { pages } from '@mneme/core/contract';
import type { ImportedTurn } from './imported.ts';
import { findByIds, isSameText } from './known-facts.ts';
import { storeInput } from './read-inputs.ts';
import { asImport, checked, type FactOptions, type Outcome, outcomeOf } from './store-facts.ts';

/** The outcomes of turns, the facts learned from them, and the masked kinds of secrets. */
export interface StoredTurns {
  outcomes: Outcome[];
  learned?: string[];
  masked?: string[];
}

/**
 * Appends turns of one session, in order; one outcome each. A turn that is at its place already stays. A turn with its
 * own id is identified by that: a new text with the id replaces it, and if its place is taken it is stored beside the
 * other.
 */
export async function storeTurns(
  scope: MemoryScope,
  turns: readonly ImportedTurn[],
  options: TurnOptions,
): Promise<StoredTurns> {
  if (!options.dryRun) {
    try {
      return await storeSound(scope, turns, options);
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
  }
  // `append` checks all turns before it writes one. If one is refused, nothing is written, and they are appended one by
  // one to find it.
  const outcomes = turns.map((turn) => {
    const key = JSON.stringify([turn.session, turn.sequence ?? idOf(turn)]);
    return checked(scope, { input: storeInput(turn), key });
  });
  const sound = turns.filter((_, at) => outcomes[at]?.is === 'planned');
  const stored = await storeSound(scope, sound, options);
  const ofSound = new Map(sound.map((turn, at) => [turn, stored.outcomes[at]]));
  return {
    ...stored,
    outcomes: turns.map((turn, at) => ofSound.get(turn) ?? (outcomes[at] as Outcome)),
  };
}

type TurnOptions = Pick<FactOptions, 'importance' | 'dryRun' | 'signal'>;

function isRefused(error: unknown): boolean {
  return (
    MnemeError.isInstance(error) &&
    (error.code === 'secret_refused' || error.code === 'invalid_input')
  );
}

async function storeSound(
  scope: MemoryScope,
  sound: readonly ImportedTurn[],
  { importance, dryRun, signal }: TurnOptions,
): Promise<StoredTurns> {
  const outcomes = new Map<ImportedTurn, Outcome>();
  const standing = await standingAt(scope, sound, signal);
  const stands = ({ sequence, content }: ImportedTurn) => {
    const there = sequence === undefined ? undefined : standing.get(sequence);
    return there !== undefined && isSameText(textOf(there), content);
  };
  // A turn at its place needs no look-up, so a session that grows costs what is new in it.
  const byId = await findByIds(
    scope,
    sound.flatMap((turn) => (stands(turn) ? [] : (idOf(turn) ?? []))),
    signal,
  );
  const open: ImportedTurn[] = [];
  const beside: ImportedTurn[] = [];
  const taken = new Map<string, string[]>();
  for (const turn of sound) {
    const id = idOf(turn);
    const there = turn.sequence === undefined ? undefined : standing.get(turn.sequence);
    const underId = (id !== undefined && taken.get(id)) || (byId.get(id ?? '') ?? []).map(textOf);
    const said = there === undefined ? underId : [...underId, textOf(there)];
    if (said.some((text) => isSameText(text, turn.content))) outcomes.set(turn, { is: 'known' });
    else if (id !== undefined && said.length > 0) beside.push(turn);
    else if (there !== undefined && dryRun) outcomes.set(turn, changed(turn));
    else open.push(turn);
    if (id !== undefined) taken.set(id, [...underId, turn.content]);
  }
  if (dryRun) return { outcomes: inOrder(sound, outcomes) };
  const given = (turn: ImportedTurn) => ({ ...turn, importance: turn.importance ?? importance });
  const learned: string[] = [];
  const masked = new Set<string>();
  const append = async (some: readonly ImportedTurn[]) => {
    const options = { session: some[0]?.session ?? '', actor: 'import', signal };
    const appended = await scope.episodes.append(some.map(given).map(turnInput), options);
    learned.push(...appended.learned);
    for (const kind of appended.masked ?? []) masked.add(kind);
    for (const [index, turn] of some.entries()) {
      // A text that was masked when it was stored counts as known.
      const wasThere = standing.get(turn.sequence ?? -1)?.id === appended.ids[index];
      outcomes.set(turn, { is: wasThere ? 'known' : 'new' });
    }
  };
  try {
    if (open.length > 0) await append(open);
  } catch (error) {
    if (!isConflict(error)) throw error;
    // If a place has another text, the turns are appended one by one to find that place.
    for (const turn of open) {
      try {
        await append([turn]);
      } catch (failure) {
        if (!isConflict(failure)) throw failure;
        if (idOf(turn) === undefined) outcomes.set(turn, changed(turn));
        else beside.push(turn);
      }
    }
  }
  const inputs = beside.map((turn) => {
    const [record] = byId.get(idOf(turn) ?? '') ?? [];
    const sequence = turn.sequence ?? record?.source.sequence;
    return { ...storeInput({ ...given(turn), sequence }), onConflict: 'upsert' as const };
  });
  const results = await scope.storeMany(inputs, { ...asImport, signal });
  for (const [index, result] of results.entries())
    outcomes.set(beside[index] as ImportedTurn, outcomeOf(result));
  return { outcomes: inOrder(sound, outcomes), learned, masked: [...masked] };
}

function isConflict(error: unknown): boolean {
  return MnemeError.isInstance(error) && error.code === 'conflict';
}

function textOf({ content }: MemoryRecord): string {
  return content;
}

function turnInput({ kind: _, at, scope, session, ...turn }: ImportedTurn): TurnInput {
  return turn;
}

function idOf({ source }: ImportedTurn): string | undefined {
  return source?.externalId;
}

function inOrder(
  turns: readonly ImportedTurn[],
  outcomes: ReadonlyMap<ImportedTurn, Outcome>,
): Outcome[] {
  return turns.map((turn) => outcomes.get(turn) as Outcome);
}

function changed({ session, sequence }: ImportedTurn): Outcome {
  const message = `turn ${sequence} of ${session} has another text than when it was imported`;
  return { is: 'left out', reason: 'changed_turn', message };
}

/** The stored turns at the places of these turns. */
async function standingAt(
  scope: Pick<MemoryScope, 'sessions'>,
  turns: readonly ImportedTurn[],
  signal: AbortSignal | undefined,
): Promise<Map<number, MemoryRecord>> {
  const standing = new Map<number, MemoryRecord>();
  const [first] = turns;
  const places = turns.flatMap(({ sequence }) => sequence ?? []);
  if (first === undefined || places.length === 0) return standing;
  const last = Math.max(...places);
  const asked = { fromSequence: Math.min(...places), limit: 1000 };
  const read = (cursor?: string) => scope.sessions.get(first.session, { ...asked, cursor });
  for await (const { turns: found } of pages(read, signal)) {
    for (const turn of found) standing.set(turn.source.sequence ?? 0, turn);
    if ((found.at(-1)?.source.sequence ?? 0) >= last) break;
  }
  return standing;
}
