/** Evaluation sets: one folder a set with memories.jsonl and queries.jsonl. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const developmentSets = [
  ...['locomo', 'realtalk', 'madial_en', 'madial_zh', 'memorybank_zh', 'memdaily_zh_noise100'],
  ...['oppo_xiaobu_zh', 'beam_100k'],
];

function lines(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line));
}

/** The memories of a set by scope, and its queries that have an answer. */
export function readSet(data, name) {
  const scopes = new Map();
  for (const memory of lines(join(data, name, 'memories.jsonl'))) {
    const known = scopes.get(memory.scope);
    if (known) known.push(memory);
    else scopes.set(memory.scope, [memory]);
  }
  const queries = lines(join(data, name, 'queries.jsonl')).filter(
    ({ type, relevant }) => type !== 'adversarial' && relevant?.length > 0,
  );
  return { name, scopes, queries };
}

export const mean = (numbers) =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
