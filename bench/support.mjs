/**
 * Shared by the benchmarks: data from a seed, and alternating timings, so that other work affects both sides equally.
 */

export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Words with the frequencies of language: the n-th is about n times rarer than the first. */
export function textMaker(next, { vocabulary = 20_000, words = 14 } = {}) {
  const word = () => `w${Math.floor(Math.exp(next() * Math.log(vocabulary)))}`;
  return () => Array.from({ length: words }, word).join(' ');
}

export function vectorMaker(next, dimensions = 256) {
  return () => {
    const vector = Float32Array.from({ length: dimensions }, () => next() - 0.5);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
}

/** An embedder without cost: vectors are computed from the text's hash. */
export function freeEmbedder(dimensions = 256) {
  const embed = (text) => {
    let hash = 2166136261;
    for (let index = 0; index < text.length; index++)
      hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
    return vectorMaker(random(hash), dimensions)();
  };
  return {
    identity: async () => ({ name: 'bench', revision: '1', dimensions, pooling: 'none' }),
    embed: async (texts) => texts.map(embed),
    calibration: { duplicate: 0.92, related: 0.8, relevant: 0.3 },
  };
}

export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}

/** Runs both alternately; returns medians in ms and the median of the ratios pair by pair. */
export async function paired(first, second, { rounds = 60, warmUp = 5 } = {}) {
  const a = [];
  const b = [];
  for (let round = -warmUp; round < rounds; round++) {
    const times =
      round % 2 === 0
        ? [await timed(first, round), await timed(second, round)]
        : [await timed(second, round), await timed(first, round)].reverse();
    if (round < 0) continue;
    a.push(times[0]);
    b.push(times[1]);
  }
  return {
    first: quantile(a, 0.5),
    second: quantile(b, 0.5),
    firstP95: quantile(a, 0.95),
    ratio: quantile(
      a.map((time, index) => time / b[index]),
      0.5,
    ),
  };
}

async function timed(run, round) {
  const start = process.hrtime.bigint();
  await run(Math.abs(round));
  return Number(process.hrtime.bigint() - start) / 1e6;
}

export function row(figure, measured, reach) {
  console.log(`| ${figure} | ${measured} | ${reach} |`);
}

export const ms = (value) => `${value.toFixed(2)} ms`;

/** The value of an option on the command line: `--name=VALUE`. */
export function option(name) {
  const start = `--${name}=`;
  return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length);
}
