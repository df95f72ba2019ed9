import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemory } from '../../packages/core/src/index.ts';
import { staticEmbedder } from '../../packages/embedders/src/index.ts';
import { sqliteBackend } from '../../packages/kv-backend/src/index.ts';

/**
 * Feeds the memories of a set in their order, as facts and not as turns, through the engine, and asks its queries. Answers
 * how each was decided, every supersede with both texts, and R@10 under the policy.
 */
export async function runStream(folder, { onConflict, exclude = ['adversarial'] }) {
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

export function readLines(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
