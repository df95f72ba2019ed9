/** Fitted tables as source, read by packages/language/src/trees. The same numbers give the same bytes. */
import { valueScale } from '../../packages/language/src/trees/index.ts';

const base64 = (numbers) => Buffer.from(numbers.buffer).toString('base64');

export function treesSource(name, { base, thresholds, features, places, values }) {
  return `export const ${name}: Trees = treesFrom({
  base: ${base.toFixed(5)},
  thresholds:
    '${thresholds.map((list) => list.join(' ')).join(';')}',
  features:
    '${base64(features)}',
  places:
    '${base64(places)}',
  values:
    '${base64(Int16Array.from(values, (value) => Math.round(value * valueScale)))}',
});`;
}

export function linearSource(name, { base, weights }) {
  const most = weights.reduce((found, value) => Math.max(found, Math.abs(value)), 0);
  const scale = Number((most / 127).toPrecision(5));
  const steps = Int8Array.from(weights, (value) => Math.round(value / scale));
  return `export const ${name}: Linear = linearFrom({
  base: ${base.toFixed(5)},
  scale: ${scale},
  weights:
    '${base64(steps)}',
});`;
}
