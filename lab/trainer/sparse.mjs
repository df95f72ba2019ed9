import { random, shuffled } from './random.mjs';

/**
 * Logistic regression over places in a table of hashed traits, by AdaGrad. `rows`: lists of places; a row counts the same
 * however many places it has. The order in which rows are met is drawn by a seed.
 */
export function fitSparse(
  { rows, labels, weights },
  { size, rounds = 10, rate = 0.1, strength = 1e-3, seed = 5 },
) {
  const next = random(seed);
  const table = new Float64Array(size);
  const squares = new Float64Array(size).fill(1e-2);
  let base = 0;
  for (let round = 0; round < rounds; round++)
    for (const row of shuffled([...rows.keys()], next)) {
      const places = rows[row];
      const share = 1 / Math.sqrt(Math.max(1, places.length));
      const sum = places.reduce((all, place) => all + share * table[place], base);
      const slope = weights[row] * (1 / (1 + Math.exp(-sum)) - labels[row]);
      base -= 0.01 * slope;
      for (const place of places) {
        const step = slope * share + strength * table[place];
        squares[place] += step * step;
        table[place] -= (rate * step) / Math.sqrt(squares[place]);
      }
    }
  return { base, weights: table };
}
