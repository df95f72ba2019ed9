/** Measures of the ranking over gathered sets. */
import { orderCandidates } from '../../packages/core/src/ranking/rank.ts';
import { mean } from '../frame.mjs';

/** The share of the relevant among the first so many, for each query of a set. */
export function recalls(set, weights, { first = 10 } = {}) {
  return recallsAt(set, weights, [first]).map(([recall]) => recall);
}

/** The same at several places, from one ranking: a list a query. */
export function recallsAt(set, weights, places) {
  return set.queries.map(({ request, relevant, wanted }) => {
    const hits = firstRecords(request, weights, Math.max(...places)).map(
      ({ id }) => relevant.get(id) ?? 0,
    );
    return places.map((place) => hits.slice(0, place).reduce((sum, hit) => sum + hit, 0) / wanted);
  });
}

/** Whether any turn of a session that holds a relevant turn is among the first five. */
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

/** The best so many records of a request; all, if not said. */
export function firstRecords(request, weights, count) {
  const { board, order } = orderCandidates({ ...request, weights });
  return order.slice(0, count).map((at) => board.candidates[at].record);
}

/**
 * Processor milliseconds of the ranking a query, for each of the weights: the least of seven rounds that take turns, so
 * that what else the machine does falls on all alike.
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
 * A set of 28 queries says less than one of 800. Its part in the objective is its queries over themselves and 60 more,
 * so no set counts more than another of many, and a small one does not pull by chance.
 */
export function reliability({ queries }) {
  return queries.length / (queries.length + 60);
}
