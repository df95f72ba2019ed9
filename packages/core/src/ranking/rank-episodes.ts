import type { Candidate } from '@mneme/engine/contract';
import type { SessionPlaces } from '@mneme/engine/index';
import type { Board } from './board.ts';
import type { RankWeights } from './rank-weights.ts';

/** A session is judged by its best turns. */
const bestTurns = 3;

interface Episodes {
  places: SessionPlaces;
  weights: RankWeights;
}

/**
 * A turn is understood from the turns around it, and a session that hits often is what the query is about. `own`: what each
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
      let lent = 0;
      for (const [distance, share] of weights.neighbours)
        lent += share * ownAt(session.get(sequence + distance));
      if (lent !== 0) neighbours(place, lent);
      if (sessionValue !== 0) ofSession(place, sessionValue);
    }
  }
}

/**
 * A turn directly beside a better one says little that the better one does not lead to, so it makes some room for what
 * was said elsewhere. Follows all other parts: it compares the totals without it.
 */
export function diversify(board: Board, { places, weights }: Episodes): void {
  if (weights.crowding === 0) return;
  const crowded = board.part('crowding', 'a turn beside it matches better');
  const totals = board.totals.slice();
  for (const [at, total] of totals.entries()) {
    const better = [-1, 1].filter((distance) => {
      const beside = places.beside(at, distance);
      return beside >= 0 && (totals[beside] as number) > total;
    }).length;
    if (better > 0) crowded(at, -weights.crowding * better);
  }
}

/**
 * A fact was said in a turn, and what speaks for the turn, such as who says it and what stands around it, speaks for the
 * fact. Follows all other parts: it compares the totals without it.
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
