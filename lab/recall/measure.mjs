/** Measures of the ranking over gathered sets. */
import { orderCandidates } from '../../packages/core/src/ranking/rank.ts';
import { mean } from '../frame.mjs';

/** The share of the relevant ones among the first k, for each query of a set. */
export function recalls(set, weights, { first = 10 } = {}) {
  return recallsAt(set, weights, [first]).map(([recall]) => recall);
}

/** The same at several k, from one ranking: a list for each query. */
export function recallsAt(set, weights, places) {
  return set.queries.map(({ request, relevant, wanted }) => {
    const hits = firstRecords(request, weights, Math.max(...places)).map(
      ({ id }) => relevant.get(id) ?? 0,
    );
    return places.map((place) => hits.slice(0, place).reduce((sum, hit) => sum + hit, 0) / wanted);
  });
}

/** Whether any turn of a session with a relevant turn is among the first five. */
export function anySession(set, weights, { first = 5 } = {}) {
  return mean(
    set.queries
      .filter(({ sessions }) => sessions.size > 0)
      .map(({ request, sessions }) =>
        firstRecords(request, weights, first).some(({ source }) => sessions.has(source.session))
          ? 1
          : 0,
      ),
  );
}

/** The best records of a request, up to a number; all by default. */
export function firstRecords(request, weights, count) {
  const { board, order } = orderCandidates({ ...request, weights });
  return order.slice(0, count).map((at) => board.candidates[at].record);
}

/**
 * Processor milliseconds of the ranking for a query, for each of the weights: the least of seven alternating rounds, so
 * that other work affects all equally.
 */
export function costs(sets, several) {
  const requests = sets.flatMap(({ queries }) => queries.map(({ request }) => request));
  const every = Math.max(1, Math.floor(requests.length / 300));
  const sample = requests.filter((_, index) => index % every === 0);
  const least = several.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 7; round++) {
    for (const [index, weights] of several.entries()) {
      const before = process.cpuUsage();
      for (const request of sample) orderCandidates({ ...request, weights });
      const { user, system } = process.cpuUsage(before);
      least[index] = Math.min(least[index], (user + system) / 1000 / sample.length);
    }
  }
  return least;
}

/**
 * The weight of a set: a set of 28 queries says less than one of 800. Its queries divided by themselves plus 60, so
 * that no large set counts more than another, and a small one has little random influence.
 */
export function reliability({ queries }) {
  return queries.length / (queries.length + 60);
}
