/** Coordinate descent over the weights of the ranking. */

import { mean } from '../frame.mjs';
import { recallsAt, reliability } from './measure.mjs';

const plain = (name) => ({
  name,
  get: (weights) => weights[name],
  set: (weights, value) => ({ ...weights, [name]: value }),
});
const ofNeighbour = (index) => ({
  name: `neighbour ${index}`,
  get: ({ neighbours }) => neighbours[index][1],
  set: (weights, value) => ({
    ...weights,
    neighbours: weights.neighbours.map((pair, at) => (at === index ? [pair[0], value] : pair)),
  }),
});
const ofMessage = (name) => ({
  name: `${name} of a message`,
  get: (weights) => weights.ofMessage[name],
  set: (weights, value) => ({ ...weights, ofMessage: { ...weights.ofMessage, [name]: value } }),
});

/** Every number of the weights that the sets can tell anything about. */
export const knobs = [
  ...[
    'dense',
    'denseOfConversation',
    'window',
    'questions',
    'session',
    'sameTime',
    'crowding',
    'question',
    'speaker',
    'queryAuthor',
    'aboutSpeaker',
    'aboutAuthor',
  ].map(plain),
  ...['containsTime', 'time'].map(plain),
  ...[0, 1, 2, 3].map(ofNeighbour),
  ...['dense', 'session', 'opening', 'recent', 'speaker'].map(ofMessage),
];

/** Of one, so that no step leaves the range in which a weight means something. */
const shares = new Set([
  'dense',
  'dense of a message',
  'denseOfConversation',
  'window',
  'questions',
]);

/** A value a set: the mean of R@5, R@10 and R@20, which moves in smaller steps than R@10 alone. */
function smoothRecall(set, weights) {
  return mean(recallsAt(set, weights, [5, 10, 20]).map(mean));
}

/** Caches measurements for all folds. */
export class Measured {
  #known = new Map();
  of(set, weights) {
    const key = `${set.name} ${JSON.stringify(weights)}`;
    let value = this.#known.get(key);
    if (value === undefined) {
      value = smoothRecall(set, weights);
      this.#known.set(key, value);
    }
    return value;
  }
}

/**
 * From `start`, one knob after another, for as many rounds as said; a step stays if it gains 0.0003 or more of the mean
 * over the sets, each weighted by its {@link reliability}. Sets that a knob does not touch are not ranked again.
 */
export function descend(sets, { start, rounds, measured, progress = () => {} }) {
  const total = sets.reduce((sum, set) => sum + reliability(set), 0);
  const touched = new Map(
    knobs.map((knob) => [
      knob,
      sets.filter((set) => {
        const values = [0, knob.get(start) * 0.5 + 0.05].map((value) =>
          measured.of(set, knob.set(start, value)),
        );
        return values.some((value) => value !== measured.of(set, start));
      }),
    ]),
  );
  let weights = start;
  for (let round = 0; round < rounds; round++) {
    for (const knob of knobs) {
      const concerned = touched.get(knob);
      const score = (tried) =>
        concerned.reduce((sum, set) => sum + reliability(set) * measured.of(set, tried), 0) / total;
      const value = knob.get(weights);
      let best = score(weights);
      for (const factor of [0.6, 0.8, 1.25, 1.6]) {
        const step = Number((value * factor).toFixed(3));
        if (shares.has(knob.name) && step > 1) continue;
        const tried = knob.set(weights, step);
        const reached = score(tried);
        if (reached > best + 3e-4) [best, weights] = [reached, tried];
      }
      progress(`round ${round + 1}, ${knob.name}: ${knob.get(weights)}`);
    }
  }
  return weights;
}
