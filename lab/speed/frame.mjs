/**
 * Shared by the benchmarks: data from a seed, memories without the cost of an embedder, and comparisons in turn, so that
 * other work affects both sides equally.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createMemory } from '../../packages/core/src/index.ts';
import { sqliteBackend } from '../../packages/kv-backend/src/index.ts';
import { randomFrom } from '../../tools/random.mjs';
import { quantile } from '../frame.mjs';

const small = process.argv.includes('--small');

/** A tenth of it with `--small`. */
export const scaled = (count) => Math.round(small ? count / 10 : count);

/** The value of an option on the command line: `--name=VALUE`. */
export function option(name) {
  const start = `--${name}=`;
  return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length);
}

/** For the files of all benchmarks, until the process ends. */
export const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Texts with the frequencies of language: the n-th word is about n times rarer than the first. */
export function textMaker(seed, { words = 14 } = {}) {
  const next = randomFrom(seed);
  const word = () => `w${Math.floor(Math.exp(next() * Math.log(20_000)))}`;
  return () => Array.from({ length: words }, word).join(' ');
}

export const texts = (count, seed, options) =>
  Array.from({ length: count }, textMaker(seed, options));

/** Queries of six words: each is asked once before it is timed, as in a program that has run for some seconds. */
export const queries = texts(64, 99, { words: 6 });

const identity = { name: 'bench', revision: '1', dimensions: 256, pooling: 'none' };

/** An embedder without cost: vectors are computed from the text's hash. */
export const freeEmbedder = {
  identity: async () => identity,
  embed: async (wanted) => wanted.map(vectorOf),
  calibration: { duplicate: 0.92, related: 0.8, relevant: 0.3 },
};

function vectorOf(text) {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  const next = randomFrom(hash);
  const vector = Float32Array.from({ length: identity.dimensions }, () => next() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** The same vectors, made before the clock starts. */
export function readyEmbedder(known) {
  const vectors = new Map(known.map((text) => [text, vectorOf(text)]));
  return {
    ...freeEmbedder,
    embed: async (wanted) => wanted.map((text) => vectors.get(text) ?? vectorOf(text)),
  };
}

export const openMemory = (backend, embedder = freeEmbedder) =>
  createMemory({ maxStoreItems: 1_000_000, backend, embedder });

/** A SQLite file in {@link folder}. */
export const openFile = (name, { embedder, ...options } = {}) =>
  openMemory(
    sqliteBackend({ path: resolve(folder, name), durability: 'normal', ...options }),
    embedder,
  );

/** What a program prints as its last line, in JSON. It runs in a process of its own, and gets `given` as its argument. */
export async function inProcess(program, given, flags = []) {
  const child = spawn(process.execPath, [...flags, program, JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let last;
  for await (const line of createInterface(child.stdout)) last = line;
  const [code, signal] = await ended;
  if (code !== 0) throw new Error(`${program} ended with ${code ?? signal}`);
  return JSON.parse(last);
}

const batch = 10_000;

/** Stores texts of a seed without a search for conflicts. */
export async function fill(memory, { scope = 'a', count, seed = 1, inputOf = () => ({}) }) {
  const next = randomFrom(seed + 1);
  const text = textMaker(seed);
  for (let from = 0; from < count; from += batch) {
    const inputs = Array.from({ length: Math.min(batch, count - from) }, (_, index) => ({
      content: text(),
      importance: 1 + Math.floor(next() * 5),
      ...inputOf(from + index),
    }));
    await memory.scope(scope).storeMany(inputs, { onConflict: 'keepBoth' });
  }
  return memory;
}

/** Retrieves by one query after the other. */
export const asks =
  (memory, scope = 'a') =>
  (round) =>
    memory.scope(scope).retrieve(queries[round % queries.length]);

export const median = (values) => quantile(values, 0.5);

/** Milliseconds. */
export async function timeOf(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export const ms = (value) => `${value.toFixed(2)} ms`;

export function row(figure, measured, reach = 'report') {
  console.log(`| ${figure} | ${measured} | ${reach} |`);
}

/**
 * Runs two works in turn and prints the median of the ratios pair by pair, with both medians. `each`: what one run does so
 * many times.
 */
export async function compare(
  figure,
  [first, second],
  { reach, rounds = 64, warmUp = 64, each = 1 } = {},
) {
  const times = [[], []];
  for (let round = -warmUp; round < rounds; round++) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const side of order) {
      const took = await timeOf(() => [first, second][side](Math.abs(round)));
      if (round >= 0) times[side].push(took / each);
    }
  }
  printRatio(figure, times, reach);
}

/** Of times that were taken in pairs. */
export function printRatio(figure, [first, second], reach) {
  const ratio = median(first.map((time, index) => time / second[index]));
  const sides = `${ms(median(first))} : ${ms(median(second))}, p95 ${ms(quantile(first, 0.95))}`;
  row(figure, `${ratio.toFixed(2)} (${sides})`, reach);
}
