import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createMemory } from '../../packages/core/src/index.ts';
import { staticEmbedder } from '../../packages/embedders/src/index.ts';
import { sqliteBackend } from '../../packages/kv-backend/src/index.ts';
import { readLines } from './read-data.mjs';

/**
 * What deciding does to whole streams: the memories of DIR/NAME/memories.jsonl are stored in their order, as facts and not
 * as turns, under the default policy and under keepBoth, and the queries of queries.jsonl are asked.
 */
export async function main(args) {
  const { values: options } = parseArgs({
    args,
    options: {
      sets: { type: 'string' },
      names: { type: 'string' },
      list: { type: 'string', default: '0' },
    },
  });
  if (options.sets === undefined) throw new Error('streams: give --sets FOLDER');
  const rows = {};
  for (const name of options.names?.split(',') ?? readdirSync(options.sets)) {
    const set = join(options.sets, name);
    const stream = await runStream(set, {});
    const both = await runStream(set, { onConflict: 'keepBoth' });
    const { confirmed = 0, superseded = 0, contested = 0 } = stream.counts;
    rows[name] = {
      stores: stream.stores,
      confirmed,
      superseded,
      contested: `${contested} ${((100 * contested) / stream.stores).toFixed(1)}%`,
      'R@10': stream.recall.toFixed(4),
      keepBoth: both.recall.toFixed(4),
      difference: (stream.recall - both.recall).toFixed(4),
      'ms a store': `${stream.msPerStore.toFixed(2)} (${both.msPerStore.toFixed(2)})`,
    };
    for (const kind of ['superseded', 'confirmed', 'contested'])
      for (const { reason, stored, incoming } of stream.decided
        .filter((one) => one.kind === kind && one.stored?.trim() !== one.incoming.trim())
        .slice(0, Number(options.list)))
        console.log(`${name}: ${kind} (${reason})\n  ${stored}\n  ${incoming}`);
  }
  console.table(rows);
}

/** How each memory of a set was decided, with both texts, and R@10 under a policy. */
async function runStream(folder, { onConflict, exclude = ['adversarial'] }) {
  const memories = readLines(join(folder, 'memories.jsonl'));
  const queries = readLines(join(folder, 'queries.jsonl')).filter(
    ({ type, relevant }) => !exclude.includes(type) && relevant.length > 0,
  );
  let time = '2020-01-01T00:00:00.000Z';
  const memory = await createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: staticEmbedder(),
    clock: () => new Date(time),
    secrets: 'allow',
  });
  const counts = {};
  const decided = [];
  const recordOf = new Map();
  let milliseconds = 0;
  for (const scope of new Set(memories.map((one) => one.scope))) {
    const own = memories.filter((one) => one.scope === scope);
    const textOf = new Map();
    for (const { id, text, speaker, time: said } of own) {
      time = said ?? time;
      const started = performance.now();
      const result = await memory.scope(scope).store(
        {
          content: text,
          source: speaker === undefined ? {} : { speaker },
        },
        { onConflict },
      );
      milliseconds += performance.now() - started;
      recordOf.set(id, result.id);
      const kind = result.outcome === 'created' && result.contests ? 'contested' : result.outcome;
      counts[kind] = (counts[kind] ?? 0) + 1;
      const others =
        result.superseded ?? result.contests ?? (kind === 'confirmed' ? [result.id] : []);
      for (const other of others)
        decided.push({ kind, reason: result.reason, stored: textOf.get(other), incoming: text });
      if (kind !== 'confirmed') textOf.set(result.id, text);
    }
  }
  time = '2030-01-01T00:00:00.000Z';
  let recall = 0;
  for (const { scope, text, relevant } of queries) {
    const found = await memory.scope(scope).retrieve(text.slice(0, 4000), { limit: 10 });
    const ids = new Set(found.memories.map(({ id }) => id));
    recall += relevant.filter((id) => ids.has(recordOf.get(id))).length / relevant.length;
  }
  await memory.close();
  return {
    counts,
    decided,
    stores: memories.length,
    recall: recall / queries.length,
    msPerStore: milliseconds / memories.length,
  };
}
