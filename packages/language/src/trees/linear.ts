import { bytesFrom, once } from './trees.ts';

/** A row with few non-zero numbers: their places and values. */
export interface SparseRow {
  places: readonly number[];
  values: readonly number[];
}

/** The weighted sum of a sparse row. */
export function sumOfSparse(
  { base, weights }: { base: number; weights: ArrayLike<number> },
  { places, values }: SparseRow,
): number {
  let sum = base;
  for (let at = 0; at < places.length; at++)
    sum += (weights[places[at] as number] as number) * (values[at] as number);
  return sum;
}

/** A number below 2 ** 32 for a text after another: FNV-1a, with its high bits mixed into the low ones. */
export function hashTrait(text: string, before = ''): number {
  let value = 2166136261;
  for (let at = 0; at < before.length; at++)
    value = Math.imul(value ^ before.charCodeAt(at), 16777619);
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16777619);
  return (value ^ (value >>> 15)) >>> 0;
}

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
