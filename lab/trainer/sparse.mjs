import { random, shuffled } from './random.mjs';

/**
 * Logistic regression over rows of which few numbers are not 0, by AdaGrad. `rows`: the `places` and `values` of those that
 * are not. The same rows and the same seed give the same weights.
 */
export function fitSparse(
  { rows, labels, weights: given, width },
  { rounds = 15, rate = 0.1, strength = 3e-4, seed = 1 } = {},
) {
  const weights = new Float64Array(width);
  const squares = new Float64Array(width).fill(1e-2);
  let [base, baseSquares] = [0, 1e-2];
  const next = random(seed);
  for (let round = 0; round < rounds; round++) {
    for (const at of shuffled([...rows.keys()], next)) {
      const slope = (logistic(base + sparseSum(weights, rows[at])) - labels[at]) * given[at];
      baseSquares += slope * slope;
      base -= (rate * slope) / Math.sqrt(baseSquares);
      const { places, values } = rows[at];
      for (let k = 0; k < places.length; k++) {
        const place = places[k];
        const step = slope * values[k] + strength * weights[place];
        squares[place] += step * step;
        weights[place] -= (rate * step) / Math.sqrt(squares[place]);
      }
    }
  }
  return { base, weights };
}

export function sparseSum(weights, { places, values }) {
  let sum = 0;
  for (let k = 0; k < places.length; k++) sum += weights[places[k]] * values[k];
  return sum;
}

const logistic = (sum) => 1 / (1 + Math.exp(-sum));
