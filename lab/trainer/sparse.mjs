import { sumOfSparse } from '../../packages/language/src/trees/index.ts';
import { randomFrom, shuffled } from '../../tools/random.mjs';

/**
 * Logistic regression over sparse rows, by AdaGrad. `rows`: the `places` and `values` of the non-zero numbers. The same
 * rows and the same seed give the same weights.
 */
export function fitSparse(
  { rows, labels, weights: given },
  { size, rounds = 15, rate = 0.1, strength = 3e-4, seed = 1 },
) {
  const weights = new Float64Array(size);
  const squares = new Float64Array(size).fill(1e-2);
  const table = { base: 0, weights };
  let baseSquares = 1e-2;
  const next = randomFrom(seed);
  for (let round = 0; round < rounds; round++)
    for (const at of shuffled([...rows.keys()], next)) {
      const { places, values } = rows[at];
      const slope = given[at] * (1 / (1 + Math.exp(-sumOfSparse(table, rows[at]))) - labels[at]);
      baseSquares += slope * slope;
      table.base -= (rate * slope) / Math.sqrt(baseSquares);
      for (let index = 0; index < places.length; index++) {
        const place = places[index];
        const step = slope * values[index] + strength * weights[place];
        squares[place] += step * step;
        weights[place] -= (rate * step) / Math.sqrt(squares[place]);
      }
    }
  return table;
}
