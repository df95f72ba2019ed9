/** Evaluation sets: one folder for each set with memories.jsonl and queries.jsonl. */
import { join } from 'node:path';
import { readLines } from '../frame.mjs';

const developmentSets = [
  ...['locomo', 'realtalk', 'madial_en', 'madial_zh', 'memorybank_zh', 'memdaily_zh_noise100'],
  ...['oppo_xiaobu_zh', 'beam_100k', 'realmem_en', 'lifebench_zh', 'vehiclemem_en', 'factcon_en'],
];

/** Options of programs that read sets; `sample`: the share of the queries. */
export const setOptions = {
  data: { type: 'string' },
  sets: { type: 'string', default: developmentSets.join(',') },
  sample: { type: 'string', default: '1' },
};

/** The sets that these options name. */
export function readSets({ data, sets, sample }) {
  if (data === undefined) throw new Error('give --data FOLDER');
  return sets.split(',').map((name) => readSet(data, name, Number(sample)));
}

/**
 * The memories of a set by scope, and its queries with an answer among them; of these a share, evenly spread. If half a
 * set lacks a relevant memory, that is not counted.
 */
function readSet(data, name, sample) {
  const memories = readLines(join(data, name, 'memories.jsonl'));
  const known = new Set(memories.map(({ id }) => id));
  const queries = readLines(join(data, name, 'queries.jsonl'))
    .filter(({ type }) => type !== 'adversarial')
    .map((query) => ({ ...query, relevant: query.relevant.filter((id) => known.has(id)) }))
    .filter(({ relevant }) => relevant.length > 0);
  const count = Math.ceil(queries.length * sample);
  const drawn = Array.from({ length: count }, (_, at) => queries[Math.floor(at / sample)]);
  return { name, scopes: Map.groupBy(memories, ({ scope }) => scope), queries: drawn };
}
