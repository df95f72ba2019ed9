import { bytesFrom, once } from './trees.ts';

/** A weight for each feature, and the bias. */
export interface Linear {
  base: number;
  weights: Float32Array;
}

/** The weighted sum of a row of numbers. */
export function sumOfLinear({ base, weights }: Linear, input: ArrayLike<number>): number {
  let sum = base;
  for (let at = 0; at < weights.length; at++)
    sum += (weights[at] as number) * (input[at] as number);
  return sum;
}

/** A table as `lab/trainer/sources.mjs` writes it: 8 bits a weight, as base64. It is decoded at first use. */
export function linearFrom(written: { base: number; scale: number; weights: string }): Linear {
  const read = once(() =>
    Float32Array.from(new Int8Array(bytesFrom(written.weights)), (step) => step * written.scale),
  );
  return {
    base: written.base,
    get weights() {
      return read();
    },
  };
}
