/**
 * Boosted trees of at most three levels, as numbers. A tree has 7 splits and 8 leaves, in heap order: split n leads to
 * 2n + 1 if the feature is less than the threshold, otherwise to 2n + 2.
 */
export interface Trees {
  /** The bias. */
  base: number;
  /** For each feature: the thresholds of its splits, ascending. */
  thresholds: readonly (readonly number[])[];
  /** 7 for each tree: the feature of each split; -1 if the tree always goes left. */
  features: Int8Array;
  /** 7 for each tree: the index of each split's threshold. */
  places: Uint8Array;
  /** 15 for each tree: the value of each node, the mean of those below it; the last 8 are the leaves. */
  values: Float32Array;
}

/** Node values are integers, in this fraction of one. */
export const valueScale = 4096;

const splits = 7;
const nodes = 15;

/** The threshold of each split, in one list, because a sum reads thousands. */
const cuts = new WeakMap<Trees, Float64Array>();

function cutsOf(trees: Trees): Float64Array {
  let found = cuts.get(trees);
  if (found === undefined) {
    const { thresholds, features, places } = trees;
    found = Float64Array.from(features, (feature, at) =>
      feature < 0
        ? 0
        : ((thresholds[feature] as readonly number[])[places[at] as number] as number),
    );
    cuts.set(trees, found);
  }
  return found;
}

/** The sum over all trees; the contribution of each step down a tree is added to the step's feature in `parts`. */
export function sumOfTrees(trees: Trees, input: ArrayLike<number>, parts?: number[]): number {
  const { base, features, values } = trees;
  const limits = cutsOf(trees);
  let sum = base;
  for (let split = 0, value = 0; split < features.length; split += splits, value += nodes) {
    let node = 0;
    while (node < splits) {
      const feature = features[split + node] as number;
      const right = feature >= 0 && (input[feature] as number) >= (limits[split + node] as number);
      const next = 2 * node + (right ? 2 : 1);
      if (parts !== undefined && feature >= 0)
        parts[feature] =
          (parts[feature] ?? 0) +
          (values[value + next] as number) -
          (values[value + node] as number);
      node = next;
    }
    sum += values[value + node] as number;
  }
  return sum;
}

/**
 * Trees as lab/trainer/sources.mjs writes them: numbers as base64, thresholds with `;` between features. They are
 * decoded at first use.
 */
export function treesFrom(
  written: { base: number } & Record<'thresholds' | 'features' | 'places' | 'values', string>,
): Trees {
  const read = once(() => ({
    thresholds: written.thresholds.split(';').map(numbersFrom),
    features: new Int8Array(bytesFrom(written.features)),
    places: new Uint8Array(bytesFrom(written.places)),
    values: Float32Array.from(
      new Int16Array(bytesFrom(written.values)),
      (value) => value / valueScale,
    ),
  }));
  return {
    base: written.base,
    get thresholds() {
      return read().thresholds;
    },
    get features() {
      return read().features;
    },
    get places() {
      return read().places;
    },
    get values() {
      return read().values;
    },
  };
}

/** Decoded at first use, so that a program starts faster. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Numbers with a space between. */
function numbersFrom(text: string): number[] {
  return text === '' ? [] : text.split(' ').map(Number);
}

/** Decodes a base64 table. */
export function bytesFrom(text: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(text, 'base64')).buffer;
}
