/** Coordinate descent over the weights of the ranking. */
import { mean } from '../frame.mjs';
import { recallsAt, reliability } from './measure.mjs';

/** Where the numbers of the weights are that the sets can tell anything about. */
const places = [
  ...['dense', 'denseOfConversation', 'window', 'questions', 'session', 'sameTime', 'crowding'],
  ...['question', 'speaker', 'queryAuthor', 'aboutSpeaker', 'aboutAuthor', 'containsTime', 'time'],
  ...['neighbours 0 1', 'neighbours 1 1', 'neighbours 2 1', 'neighbours 3 1'],
  ...['dense', 'session', 'opening', 'recent', 'speaker'].map((name) => `ofMessage ${name}`),
];

export const knobs = places.map((name) => {
  const keys = name.split(' ');
  const last = keys.pop();
  const holderIn = (weights) => keys.reduce((value, key) => value[key], weights);
  return {
    name,
    get: (weights) => holderIn(weights)[last],
    set(weights, value) {
      const changed = structuredClone(weights);
      holderIn(changed)[last] = value;
      return changed;
    },
  };
});

/** Of one, so that no step leaves the range in which a weight means something. */
const shares = ['dense', 'ofMessage dense', 'denseOfConversation', 'window', 'questions'];

/**
 * Measures sets: the mean of R@5, R@10 and R@20, which moves in smaller steps than R@10 alone. What was measured before
 * is not measured again, whichever fold asks.
 */
export function measurer() {
  const known = new Map();
  return (set, weights) => {
    const key = `${set.name} ${JSON.stringify(weights)}`;
    if (!known.has(key)) known.set(key, mean(recallsAt(set, weights, [5, 10, 20]).map(mean)));
    return known.get(key);
  };
}

/**
 * From `start`, one knob after another, for as many rounds as said; a step is kept that gains 0.0003 or more of the
 * mean over the sets, each weighted by its {@link reliability}. Sets that a knob does not touch are not ranked again.
 */
export function descend(sets, { start, rounds, measure, progress = () => {} }) {
  const total = sets.reduce((sum, set) => sum + reliability(set), 0);
  const isTouched = (set, knob) =>
    [0, knob.get(start) * 0.5 + 0.05].some(
      (value) => measure(set, knob.set(start, value)) !== measure(set, start),
    );
  const touched = new Map(knobs.map((knob) => [knob, sets.filter((set) => isTouched(set, knob))]));
  let weights = start;
  for (let round = 0; round < rounds; round++) {
    for (const knob of knobs) {
      const concerned = touched.get(knob);
      const score = (tried) =>
        concerned.reduce((sum, set) => sum + reliability(set) * measure(set, tried), 0) / total;
      const value = knob.get(weights);
      let best = score(weights);
      for (const factor of [0.6, 0.8, 1.25, 1.6]) {
        const step = Number((value * factor).toFixed(3));
        if (shares.includes(knob.name) && step > 1) continue;
        const tried = knob.set(weights, step);
        const reached = score(tried);
        if (reached > best + 3e-4) [best, weights] = [reached, tried];
      }
      progress(`round ${round + 1}, ${knob.name}: ${knob.get(weights)}`);
    }
  }
  return weights;
}
