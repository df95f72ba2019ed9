import type { Candidate } from '@mneme/contract';
import type { Board } from './board.ts';
import type { RankWeights } from './rank-weights.ts';
import type { SessionPlaces } from './session-places.ts';

/** Number of best turns by which a session is judged. */
const bestTurns = 3;
/** Turns of two sessions that are farther apart are not of one occasion. */
const occasionHours = 4;
/** If more than this share of pairs are of one occasion, as after an import without times, times mean nothing. */
const mostOfOneOccasion = 0.3;

interface Episodes {
  places: SessionPlaces;
  weights: RankWeights;
}

/**
 * Turns depend on the turns around them, and a session with many hits is probably the right one. `own`: what each
 * candidate lends.
 */
export function boostNeighbours(
  board: Board,
  own: Float64Array,
  { places, weights }: Episodes,
): void {
  const neighbours = board.part('neighbours', 'turns beside it match');
  const ofSession = board.part('session', 'its session matches');
  const ownAt = (place: number | undefined) =>
    place === undefined ? 0 : Math.max(0, own[place] as number);
  for (const session of places.sessions()) {
    const best = [...session.values()].map(ownAt).sort((a, b) => b - a);
    const sum = best.slice(0, bestTurns).reduce((total, value) => total + value, 0);
    const sessionValue = weights.session * (sum / bestTurns);
    for (const [sequence, place] of session) {
      let fromOthers = 0;
      for (const [distance, share] of weights.neighbours)
        fromOthers += share * ownAt(session.get(sequence + distance));
      if (fromOthers !== 0) neighbours(place, fromOthers);
      if (sessionValue !== 0) ofSession(place, sessionValue);
    }
  }
}

/**
 * One occasion is often mentioned in several places: a call, a note and a message of one afternoon. A turn gets a share
 * of the best turn of another session, decreasing with the distance in time. Within a session the sequence is used
 * instead.
 */
export function boostSameTime(
  board: Board,
  own: Float64Array,
  { weights }: Pick<Episodes, 'weights'>,
): void {
  if (weights.sameTime === 0) return;
  const reach = occasionHours * 3_600_000;
  const turns = board.candidates
    .flatMap(({ record: { kind, occurredAt, source } }, place) =>
      kind === 'episode' && source.session !== undefined
        ? [{ place, session: source.session, time: Date.parse(occurredAt) }]
        : [],
    )
    .sort((one, other) => one.time - other.time);
  const ofSessions = [...Map.groupBy(turns, ({ session }) => session).values()];
  const sum = (of: (some: typeof turns) => number) =>
    ofSessions.reduce((all, some) => all + of(some), 0);
  const within = sum(({ length }) => length ** 2);
  const pairs = pairsWithin(turns, reach) - sum((some) => pairsWithin(some, reach));
  if (pairs > (mostOfOneOccasion * (turns.length ** 2 - within)) / 2) return;
  const fromOthers = new Float64Array(board.candidates.length);
  const lend = (from: (typeof turns)[number], to: (typeof turns)[number], nearness: number) => {
    fromOthers[to.place] = Math.max(
      fromOthers[to.place] as number,
      nearness * (own[from.place] as number),
    );
  };
  for (const [at, turn] of turns.entries())
    for (let next = at + 1; next < turns.length; next++) {
      const other = turns[next] as (typeof turns)[number];
      const nearness = 1 - (other.time - turn.time) / reach;
      if (nearness <= 0) break;
      if (other.session === turn.session) continue;
      lend(turn, other, nearness);
      lend(other, turn, nearness);
    }
  const give = board.part('sameTime', 'what was said elsewhere at about that time matches');
  for (const { place } of turns) {
    const value = weights.sameTime * (fromOthers[place] as number);
    if (value > 0) give(place, value);
  }
}

/** Number of pairs that are less than `reach` apart, of turns ordered by time. */
function pairsWithin(turns: readonly { time: number }[], reach: number): number {
  let [pairs, first] = [0, 0];
  for (const [at, { time }] of turns.entries()) {
    while (time - (turns[first] as { time: number }).time >= reach) first++;
    pairs += at - first;
  }
  return pairs;
}

/**
 * Turns directly beside a better one add little, so they lose score in favour of other places. Must follow all other
 * parts, because it compares the totals without it.
 */
export function diversify(board: Board, { places, weights }: Episodes): void {
  if (weights.crowding === 0) return;
  const crowded = board.part('crowding', 'a turn beside it matches better');
  const totals = board.totals.slice();
  for (const [at, total] of totals.entries()) {
    let better = 0;
    for (const beside of places.around(at)) if ((totals[beside] as number) > total) better += 1;
    if (better > 0) crowded(at, -weights.crowding * better);
  }
}

/**
 * A fact gets a share of the score of the best turn it rests on, including the parts for its speaker and neighbours.
 * Must follow all other parts, because it compares the totals without it.
 */
export function liftByEvidence(board: Board, { weights }: Pick<Episodes, 'weights'>): void {
  const { candidates, totals } = board;
  if (weights.evidence === 0) return;
  const facts = [...candidates.keys()].filter(
    (at) => (candidates[at] as Candidate).record.evidence !== undefined,
  );
  if (facts.length === 0) return;
  const lifted = board.part('evidence', 'a turn that it rests on matches better');
  const before = new Map(candidates.map(({ record }, at) => [record.id, totals[at] as number]));
  for (const at of facts) {
    const { evidence = [] } = (candidates[at] as Candidate).record;
    const best = Math.max(...evidence.map((id) => before.get(id) ?? Number.NEGATIVE_INFINITY));
    const lead = best - (totals[at] as number);
    if (lead > 0) lifted(at, weights.evidence * lead);
  }
}
