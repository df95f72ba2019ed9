import { type ExtractionTurn, type MemoryRecord, MnemeError, pages } from '@mneme/contract';
import { type EngineContext, orAborted, untilCommitted } from '@mneme/contract/context';
import { gate } from '@mneme/contract/gate';
import { readTalk } from '@mneme/language/talk';
import {
  BatchPlan,
  commitPlan,
  factId,
  gateEach,
  namedByFacts,
  type PlanRequest,
  recordKey,
  removedTurns,
  writeInBatches,
} from '../records/later.ts';
import type { AppendOptions, AppendResult } from './api.ts';
import { extractionTurn } from './check-facts.ts';
import { learn } from './learn.ts';
import { type Turn, turnParser } from './parse-turn.ts';
import { readSessionState, readTo } from './session-state.ts';
import { contentsBefore, turnsBefore } from './turns-before.ts';

/** Turns in one transaction, like texts that are stored without a look-up. */
const batchSize = 1024;
const pageSize = 1000;

interface Appending extends PlanRequest {
  session: string;
  /** Ids that a new turn must not replace: of an expired or replaced record. */
  takenIds: Set<string>;
}

/**
 * Writes turns after the last one of a session, or at the places that they name. Only the places are checked before the
 * write; an episode conflicts with nothing else. The id of a turn is computed from its place, so if two writers use one
 * place, one of them gets a mismatch and looks again.
 */
export async function append(
  context: EngineContext,
  scope: string,
  { turns: given, options }: { turns: readonly unknown[]; options: AppendOptions },
): Promise<AppendResult> {
  const { actor = 'application', reason = 'appended', signal, onProgress } = options;
  const { session, ...by } = gate(
    { scope, session: options.session, actor, reason },
    context.secrets,
  ).value;
  const now = context.now();
  const idSecret = await context.backend.idSecret?.(scope);
  const takenIds = new Set<string>();
  const appending: Appending = { ...by, session, now, idSecret, signal, takenIds };
  const parse = turnParser(context, { session, now });
  /** The place in `given` of each turn. */
  const places: number[] = [];
  const refuse = (index: number, error: unknown): never => {
    throw MnemeError.isInstance(error) ? error.at(`turns[${places[index]}]`) : error;
  };
  const parsed: Turn[] = [];
  for (const [place, value] of given.entries()) {
    places.push(place);
    try {
      const turn = parse(value);
      if (turn === undefined) places.pop();
      else parsed.push(turn);
    } catch (error) {
      refuse(places.length - 1, error);
    }
  }
  const earlier = await turnsBefore(context, appending, parsed);
  const { allowed, keptOut } = withoutPrivate(context, { earlier, turns: parsed });
  const turns = await gateEach(allowed, {
    secrets: context.turnSecrets,
    refuse,
    before: contentsBefore(earlier, allowed),
  });
  const ids = new Map<Turn, string>();
  const fresh: [turn: Turn, id: string][] = [];
  const writeRest = async () => {
    if (turns.length === 0) return true;
    const open = turns.filter((turn) => !ids.has(turn));
    await count(context, appending, open);
    const unwritten = await freshOf(context, appending, { open, ids });
    await passOver(context, appending, unwritten);
    await writeInBatches(context, unwritten, {
      size: batchSize,
      signal,
      async write(batch, written) {
        const { items, owners } = batch;
        const plan = new BatchPlan(context, appending, { owners, takenIds, judged: new Map() });
        const made = items.map((item) => plan.create(item).id);
        const lost = await commitPlan(context, plan, { request: appending, owners, takenIds });
        if (lost !== undefined) return false;
        for (const [index, turn] of written.entries()) {
          ids.set(turn, made[index] as string);
          fresh.push([turn, made[index] as string]);
        }
        onProgress?.({ done: ids.size, total: turns.length });
        return true;
      },
    });
    return ids.size === turns.length || undefined;
  };
  const what = `the session "${session}"`;
  // Calls on one session take turns, so only writers of other processes can take a place first.
  const written = context.queues.run(JSON.stringify(['session', scope, session]), () =>
    untilCommitted(writeRest, { what, meanwhile: 'this call appended to it', signal }),
  );
  await orAborted(written, signal);
  const learning = { scope, session, actor: by.actor, signal };
  const learned = await learn(context, learning, { turns: fresh, earlier });
  const masked = [...new Set(turns.flatMap(({ item }) => item.masked))];
  return {
    session,
    appended: fresh.length,
    known: turns.length - fresh.length,
    ids: turns.map((turn) => ids.get(turn) as string),
    learned,
    ...(masked.length === 0 ? {} : { masked }),
    ...(parsed.length === given.length ? {} : { leftOut: given.length - parsed.length }),
    ...(keptOut === 0 ? {} : { keptOut }),
  };
}

/** Notes in place of what the user asked not to store. */
function withoutPrivate(
  context: EngineContext,
  { earlier, turns }: { earlier: readonly ExtractionTurn[]; turns: readonly Turn[] },
): { allowed: Turn[]; keptOut: number } {
  const talk = readTalk([
    ...earlier,
    ...turns.map(({ item }) => extractionTurn({ ...item, id: '' }, context)),
  ]).slice(earlier.length);
  return {
    allowed: turns.map((turn, place) => {
      const note = talk[place]?.note;
      return note === undefined ? turn : { ...turn, item: { ...turn.item, content: note } };
    }),
    keptOut: talk.filter(({ note }) => note !== undefined).length,
  };
}

/**
 * Gives each turn without a place the next one. The first follows the session's last turn and everything that
 * `consolidate` has read, because earlier places are not read again.
 */
async function count(
  { backend }: EngineContext,
  { scope, session, now }: Appending,
  turns: readonly Turn[],
): Promise<void> {
  if (!turns.some(({ counted }) => counted)) return;
  const filter = { now, includeExpired: true, includeSuperseded: true };
  const request = { scope, turns: { session }, filter, order: 'last', limit: 1 } as const;
  const [{ records }, state] = await Promise.all([
    backend.list(request),
    readSessionState(backend, { scope, session }),
  ]);
  const read = readTo(state);
  const end = records[0]?.source.sequence ?? read ?? 0;
  let last = Math.max(end, read ?? end);
  for (const turn of turns) {
    const { item, counted } = turn;
    if (counted)
      turn.item = { ...item, source: { ...item.source, sequence: Math.floor(last) + 1 } };
    last = counted ? placeOf(turn) : Math.max(last, placeOf(turn));
  }
}

/**
 * The turns that are not stored yet. Stored ones get their id. If an earlier turn of this call takes the same place
 * with the same words, the later one waits for the next look.
 */
async function freshOf(
  context: EngineContext,
  appending: Appending,
  { open, ids }: { open: readonly Turn[]; ids: Map<Turn, string> },
): Promise<Turn[]> {
  const [standing, removed] = await Promise.all([
    standingAt(context, appending, open.map(placeOf)),
    removedTurns(
      context,
      appending.scope,
      open.filter(({ counted }) => !counted).map(({ item }) => item),
    ),
  ]);
  const fresh = new Map<number, Turn>();
  for (const turn of open) {
    const place = placeOf(turn);
    const there = standing.get(place) ?? [];
    const key = recordKey(turn.item);
    const known = there.find((record) => recordKey(record) === key);
    const earlier = fresh.get(place);
    if (known !== undefined) ids.set(turn, known.id);
    else if (removed.has(turn.item)) ids.set(turn, factId(appending, turn.item, ''));
    else if (there.length > 0 && !turn.counted) throw taken(appending.session, place, there[0]);
    else if (earlier !== undefined && recordKey(earlier.item) !== key)
      throw taken(appending.session, place);
    else if (there.length === 0 && earlier === undefined) fresh.set(place, turn);
  }
  return [...fresh.values()];
}

/**
 * A turn without a place may get the place of a removed turn that facts still cite. It is another turn, so it gets
 * another id. If the caller names the place, it is the same turn.
 */
async function passOver(
  context: EngineContext,
  appending: Appending,
  turns: readonly Turn[],
): Promise<void> {
  const { scope, signal, takenIds } = appending;
  const idOf = ({ item }: Turn, before: string) => factId(appending, item, before);
  let open = turns.filter(({ counted }) => counted).map((turn) => ({ turn, id: idOf(turn, '') }));
  while (open.length > 0) {
    const named = await namedByFacts(context, { scope, ids: open.map(({ id }) => id), signal });
    for (const id of named) takenIds.add(id);
    open = open
      .filter(({ id }) => named.has(id))
      .map(({ turn, id }) => ({ turn, id: idOf(turn, id) }));
  }
}

async function standingAt(
  { backend }: EngineContext,
  { scope, session, now, signal }: Appending,
  places: readonly number[],
): Promise<Map<number, MemoryRecord[]>> {
  const found: MemoryRecord[] = [];
  const [from, to] = places.reduce(([low, high], at) => [Math.min(low, at), Math.max(high, at)], [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as [number, number]);
  const turns = { session, from, to };
  const request = { scope, turns, filter: { now }, order: 'first', limit: pageSize } as const;
  for await (const page of pages((cursor) => backend.list({ ...request, cursor }), signal))
    found.push(...page.records);
  return Map.groupBy(found, ({ source }) => source.sequence as number);
}

function placeOf({ item }: Turn): number {
  return item.source.sequence as number;
}

function taken(session: string, place: number, record?: MemoryRecord): MnemeError {
  const by = record === undefined ? 'another turn of this call' : `the turn ${record.id}`;
  return new MnemeError(
    'conflict',
    `the place ${place} of the session "${session}" has ${by}, with other words: give the next place, or none`,
    { field: 'sequence' },
  );
}
