/** Probabilities from sums of odds. */
export const logistic = (sum) => 1 / (1 + Math.exp(-sum));

/**
 * Logistic regression over dense rows: gradient descent with Nesterov's momentum over all rows at once, so order and
 * seed do not matter. `strength` pulls weights to 0; features should have about the same size. Returns what
 * packages/language/src/trees/linear.ts reads.
 */
export function fitLogistic({ rows, labels, weights }, { rounds = 400, strength = 1e-3 } = {}) {
  const width = rows[0].length;
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const positive = weights.reduce((sum, weight, place) => sum + weight * labels[place], 0);
  const flat = Float64Array.from({ length: rows.length * width }, (_, at) => {
    return rows[Math.floor(at / width)][at % width];
  });
  // The maximum curvature of the loss: a quarter of the mean squared length of a row.
  let squares = 1;
  for (const [place, weight] of weights.entries())
    for (let at = place * width; at < (place + 1) * width; at++)
      squares += (weight / all) * flat[at] ** 2;
  const rate = 1 / (squares / 4 + strength);
  let state = { weights: new Float64Array(width), base: Math.log(positive / (all - positive)) };
  let ahead = state;
  for (let round = 0; round < rounds; round++) {
    const slopes = Float64Array.from(ahead.weights, (weight) => strength * weight);
    let baseSlope = 0;
    const { base, weights: given } = ahead;
    for (const [place, label] of labels.entries()) {
      let sum = base;
      const start = place * width;
      for (let at = 0; at < width; at++) sum += given[at] * flat[start + at];
      const slope = (weights[place] / all) * (logistic(sum) - label);
      baseSlope += slope;
      for (let at = 0; at < width; at++) slopes[at] += slope * flat[start + at];
    }
    const next = {
      weights: ahead.weights.map((weight, at) => weight - rate * slopes[at]),
      base: ahead.base - rate * baseSlope,
    };
    const momentum = round / (round + 3);
    ahead = {
      weights: next.weights.map((weight, at) => weight + momentum * (weight - state.weights[at])),
      base: next.base + momentum * (next.base - state.base),
    };
    state = next;
  }
  return { base: state.base, weights: state.weights };
}

/** Vectors of length 1 have small numbers, so they are scaled to the size of other features. */
const vectorScale = 4;

/** The same over vectors of length 1, or several of them side by side. */
export function fitMeaning({ rows, ...rest }, options) {
  const scaled = rows.map((row) => row.map((value) => value * vectorScale));
  const { base, weights } = fitLogistic({ rows: scaled, ...rest }, options);
  return { base, weights: weights.map((weight) => weight * vectorScale) };
}
