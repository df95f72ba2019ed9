/**
 * Boosted trees of three levels for two classes, over thresholds that cut each feature into as many parts; the result
 * is what packages/language/src/trees/trees.ts reads. Deterministic: random numbers come from `next`.
 */
const splits = 7;
const nodes = 15;

/**
 * `rows`: numbers for each feature; `labels` 0 or 1; `weights` of each row. `directions`: 1 if a feature may only raise
 * the sum, -1 if it may only lower it, 0 otherwise (the default). `share`: of the features that each tree sees.
 */
export function fitTrees(
  { rows, labels, weights },
  { trees, rate, bins, least, strength, directions, share = 1, next },
) {
  const width = rows[0].length;
  const directionOf = (feature) => directions?.[feature] ?? 0;
  const thresholds = Array.from({ length: width }, (_, feature) =>
    cuts(
      rows.map((row) => row[feature]),
      bins,
    ),
  );
  const binned = Array.from({ length: width }, (_, feature) =>
    Uint8Array.from(rows, (row) => binOf(thresholds[feature], row[feature])),
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const positive = weights.reduce((sum, weight, place) => sum + weight * labels[place], 0);
  const base = Math.log(positive / (all - positive));
  const sums = new Float64Array(rows.length).fill(base);
  const model = { base, thresholds, features: [], places: [], values: [] };
  for (let tree = 0; tree < trees; tree++) {
    const slopes = new Float64Array(rows.length);
    const bends = new Float64Array(rows.length);
    for (const place of rows.keys()) {
      const chance = 1 / (1 + Math.exp(-sums[place]));
      slopes[place] = weights[place] * (chance - labels[place]);
      bends[place] = weights[place] * chance * (1 - chance);
    }
    const usable = Array.from({ length: width }, () => share >= 1 || next() < share);
    const features = new Array(splits).fill(-1);
    const places = new Array(splits).fill(0);
    const values = new Array(nodes).fill(0);
    const grow = (node, members, low, high) => {
      let [slope, bend] = [0, 0];
      for (const place of members) {
        slope += slopes[place];
        bend += bends[place];
      }
      values[node] = clamp((-slope / (bend + strength)) * rate, low, high);
      if (node >= splits) {
        for (const place of members) sums[place] += values[node];
        return;
      }
      const best = bestSplit(members, { slope, bend });
      if (best === undefined) {
        grow(2 * node + 1, members, low, high);
        return;
      }
      features[node] = best.feature;
      places[node] = best.cut;
      const left = members.filter((place) => binned[best.feature][place] <= best.cut);
      const right = members.filter((place) => binned[best.feature][place] > best.cut);
      // For a feature with a direction, both sides of a cut stay on their side of its middle.
      const middle = (worth(best.left) + worth(best.right)) / 2;
      const direction = directionOf(best.feature);
      const [below, above] = [clamp(middle, low, high), clamp(middle, low, high)];
      grow(2 * node + 1, left, direction < 0 ? below : low, direction > 0 ? above : high);
      grow(2 * node + 2, right, direction > 0 ? below : low, direction < 0 ? above : high);
    };
    const worth = ({ slope, bend }) => (-slope / (bend + strength)) * rate;
    const bestSplit = (members, whole) => {
      let best;
      for (let feature = 0; feature < width; feature++) {
        if (!usable[feature] || thresholds[feature].length === 0) continue;
        const size = thresholds[feature].length + 1;
        const slope = new Float64Array(size);
        const bend = new Float64Array(size);
        const bin = binned[feature];
        for (const place of members) {
          slope[bin[place]] += slopes[place];
          bend[bin[place]] += bends[place];
        }
        const left = { slope: 0, bend: 0 };
        for (let cut = 0; cut < size - 1; cut++) {
          left.slope += slope[cut];
          left.bend += bend[cut];
          const right = { slope: whole.slope - left.slope, bend: whole.bend - left.bend };
          if (left.bend < least || right.bend < least) continue;
          if (directionOf(feature) * (worth(right) - worth(left)) < 0) continue;
          const gain =
            left.slope ** 2 / (left.bend + strength) +
            right.slope ** 2 / (right.bend + strength) -
            whole.slope ** 2 / (whole.bend + strength);
          if (gain > (best?.gain ?? 1e-9)) best = { gain, feature, cut, left: { ...left }, right };
        }
      }
      return best;
    };
    grow(0, [...rows.keys()], Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    // A node without a split has the value of those below it.
    for (let node = splits - 1; node >= 0; node--)
      if (features[node] < 0) values[node] = values[2 * node + 1];
    model.features.push(...features);
    model.places.push(...places);
    model.values.push(...values);
  }
  return {
    ...model,
    features: Int8Array.from(model.features),
    places: Uint8Array.from(model.places),
    values: Float32Array.from(model.values),
  };
}

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** A limited number of thresholds, with about as many values between each and the next. */
function cuts(values, bins) {
  const sorted = values.toSorted((a, b) => a - b);
  const found = new Set();
  for (let bin = 1; bin < bins; bin++) {
    const value = sorted[Math.floor((bin * sorted.length) / bins)];
    if (value > sorted[0]) found.add(Number(value.toPrecision(4)));
  }
  return [...found].sort((a, b) => a - b);
}

/** A value equal to a threshold goes right. */
function binOf(thresholds, value) {
  let bin = 0;
  while (bin < thresholds.length && value >= thresholds[bin]) bin++;
  return bin;
}
