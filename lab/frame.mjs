/** Shared by the programs of this folder: reading lines, a memory in the process, tables as Markdown. */
import { readFileSync } from 'node:fs';
import { createMemory } from '../packages/core/src/index.ts';
import { staticEmbedder } from '../packages/embedders/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';

/** The objects of a JSONL file. */
export function readLines(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

export const mean = (numbers) =>
  numbers.length === 0
    ? 0
    : numbers.reduce((sum, number) => sum + Number(number), 0) / numbers.length;

/** The value below which that share of the numbers is. */
export function quantile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** A memory in this process with the bundled embedder; `options` are those of createMemory. */
export function openMemory(options) {
  return createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: staticEmbedder(),
    ...options,
  });
}

/** Prints a Markdown table: `rows` are lists of cells. */
export function printTable(heads, rows) {
  console.log(`| ${heads.join(' | ')} |\n| --- |${' --- |'.repeat(heads.length - 1)}`);
  for (const cells of rows) console.log(`| ${cells.join(' | ')} |`);
}

/** Overrides numbers of a table of limits by `--set NAME=VALUE`. */
export function setLimits(limits, given) {
  for (const one of given) {
    const [name, value] = one.split('=');
    if (!Object.hasOwn(limits, name)) throw new Error(`--set: there is no limit ${name}`);
    limits[name] = Number(value);
  }
}
