import { type Scored, totalOf } from './rank-arms.ts';
import type { RankWeights } from './rank-weights.ts';
import { Turns } from './turns.ts';

/** A session is judged by its best turns. */
const bestTurns = 3;

/** A turn is understood from the turns around it, and a session that hits often is what the query is about. */
export function boostNeighbours(scored: readonly Scored[], weights: RankWeights): void {
  const turns = new Turns(scored, ({ candidate }) => candidate.record);
  for (const session of turns.sessions()) {
    const best = [...session.values()].map(({ own }) => Math.max(0, own)).sort((a, b) => b - a);
    const sum = best.slice(0, bestTurns).reduce((total, value) => total + value, 0);
    const sessionValue = weights.session * (sum / bestTurns);
    for (const [sequence, { parts }] of session) {
      let lent = 0;
      for (const [distance, share] of weights.neighbours)
        lent += share * Math.max(0, session.get(sequence + distance)?.own ?? 0);
      if (lent !== 0) parts.push({ name: 'neighbours', value: lent, why: 'turns beside it match' });
      if (sessionValue !== 0)
        parts.push({ name: 'session', value: sessionValue, why: 'its session matches' });
    }
  }
}

/**
 * A turn directly beside a better one says little that the better one does not lead to, so it makes some room for what
 * was said elsewhere. Follows all other parts: it compares the totals without it.
 */
export function diversify(scored: readonly Scored[], weights: RankWeights): void {
  if (weights.crowding === 0) return;
  const totals = scored.map((entry) => ({ entry, total: totalOf(entry) }));
  const turns = new Turns(totals, ({ entry }) => entry.candidate.record);
  for (const { entry, total } of totals) {
    const better = [-1, 1].filter(
      (distance) => (turns.beside(entry.candidate.record, distance)?.total ?? total) > total,
    ).length;
    if (better > 0)
      entry.parts.push({
        name: 'crowding',
        value: -weights.crowding * better,
        why: 'a turn beside it matches better',
      });
  }
}

/**
 * A fact was said in a turn, and what speaks for the turn, such as who says it and what stands around it, speaks for the
 * fact. Follows all other parts: it compares the totals without it.
 */
export function liftByEvidence(scored: readonly Scored[], weights: RankWeights): void {
  if (weights.evidence === 0) return;
  const facts = scored.filter(({ candidate }) => candidate.record.evidence !== undefined);
  if (facts.length === 0) return;
  const totals = new Map(scored.map((entry) => [entry.candidate.record.id, totalOf(entry)]));
  for (const fact of facts) {
    const { evidence = [] } = fact.candidate.record;
    const best = Math.max(...evidence.map((id) => totals.get(id) ?? Number.NEGATIVE_INFINITY));
    const lead = best - totalOf(fact);
    if (lead > 0)
      fact.parts.push({
        name: 'evidence',
        value: weights.evidence * lead,
        why: 'a turn that it rests on matches better',
      });
  }
}
