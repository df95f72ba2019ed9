/** Fitted tables as data, read by packages/language/src/trees. The same numbers give the same bytes. */
import { writeFileSync } from 'node:fs';
import { valueScale } from '../../packages/language/src/trees/index.ts';

const base64 = (numbers) => Buffer.from(numbers.buffer).toString('base64');

export function writtenTrees({ base, thresholds, features, places, values }) {
  return {
    base: Number(base.toFixed(5)),
    thresholds: thresholds.map((list) => list.join(' ')).join(';'),
    features: base64(features),
    places: base64(places),
    values: base64(Int16Array.from(values, (value) => Math.round(value * valueScale))),
  };
}

export function writtenLinear({ base, weights }) {
  return { base: Number(base.toFixed(5)), ...written(weights) };
}

/** A row of weights for each kind. */
export function writtenKinds({ base, weights }) {
  return {
    base: base.map((value) => Number(value.toFixed(4))),
    ...written(weights.flatMap((row) => [...row])),
  };
}

/** 8 bits a weight. */
function written(weights) {
  const most = weights.reduce((found, value) => Math.max(found, Math.abs(value)), 0);
  const scale = Number((most / 127).toPrecision(5));
  const steps = Int8Array.from(weights, (value) => Math.round(value / scale));
  return { scale, weights: base64(steps) };
}

/** `path`: below packages. `madeBy`: the command. */
export function writeTables(path, madeBy, tables) {
  writeFileSync(
    new URL(`../../packages/${path}`, import.meta.url),
    `${JSON.stringify({ version: 1, madeBy, ...tables }, undefined, 2)}\n`,
  );
}
