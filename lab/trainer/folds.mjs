import { randomFrom, shuffled } from '../../tools/random.mjs';

/**
 * Out-of-fold results for each example, in order. `groupOf` names what must be left out together, such as a file, so
 * that no author is judged by a fit that has seen him; without it, random fifths by `seed`.
 */
export function unseen(examples, { fit, score, groupOf, seed = 1 }) {
  const groups = groupOf === undefined ? fifths(examples.length, seed) : examples.map(groupOf);
  const scores = new Array(examples.length);
  for (const group of new Set(groups)) {
    const model = fit(examples.filter((_, place) => groups[place] !== group));
    for (const [place, example] of examples.entries())
      if (groups[place] === group) scores[place] = score(model, example);
  }
  return scores;
}

function fifths(count, seed) {
  const places = shuffled([...Array(count).keys()], randomFrom(seed));
  const groups = new Array(count);
  for (const [order, place] of places.entries()) groups[place] = order % 5;
  return groups;
}

/** The least score that at most `share` of the scores reach. */
export function thresholdFor(scores, share) {
  const sorted = scores.toSorted((a, b) => b - a);
  const place = Math.floor(share * sorted.length);
  return place >= sorted.length ? sorted.at(-1) : (sorted[place] + (sorted[place - 1] ?? 1)) / 2;
}
