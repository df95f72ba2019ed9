import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sqliteBackend } from '../../packages/kv-backend/src/index.ts';
import { qdrantBackend } from '../../packages/vector-backend/src/index.ts';
import { anyQdrant, whyNoQdrant } from '../../tools/qdrant-server.mjs';
import { openMemory, printTable, readLines } from '../frame.mjs';

/** How much of the first ten Qdrant and SQLite share on a set. Needs QDRANT_URL or a qdrant binary. */
export async function main(args) {
  const { values: options } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      set: { type: 'string', default: 'locomo' },
      queries: { type: 'string', default: '200' },
    },
  });
  if (options.data === undefined) throw new Error('recall-parity: give --data FOLDER');
  const reason = whyNoQdrant();
  if (reason) return console.log(`recall-parity skipped: ${reason}`);
  const server = await anyQdrant();
  try {
    await compare(server, options);
  } finally {
    await server.stop();
  }
}

async function compare({ url, apiKey }, { data, set, queries: most }) {
  const collection = `parity-${process.pid}`;
  const clock = () => new Date('2026-01-01T00:00:00.000Z');
  const open = (backend) =>
    openMemory({
      maxStoreItems: 1_000_000,
      backend,
      clock,
      secrets: 'allow',
      maxContentBytes: 10_000_000,
    });
  const qdrant = (exact) =>
    open(qdrantBackend({ url, apiKey, collection, exact, timeoutMs: 60_000 }));
  const sqlite = await open(sqliteBackend({ path: ':memory:' }));
  const exact = await qdrant(true);
  const scopes = new Map();
  for (const memory of readLines(join(data, set, 'memories.jsonl'))) {
    scopes.set(memory.scope, [...(scopes.get(memory.scope) ?? []), memory]);
  }
  let records = 0;
  for (const [scope, items] of scopes) {
    const inputs = items.map(({ id, text, time, speaker, session, sequence }) => ({
      content: text,
      occurredAt: time,
      source: { externalId: id, speaker, session, sequence },
    }));
    for (const memory of [sqlite, exact])
      await memory.scope(scope).storeMany(inputs, { onConflict: 'keepBoth' });
    records += items.length;
  }
  const indexed = await buildGraphs(`${url}/collections/${collection}`, apiKey);
  const graph = await qdrant(false);
  const all = readLines(join(data, set, 'queries.jsonl'));
  const step = Math.max(1, Math.floor(all.length / Number(most)));
  const queries = all.filter((_, index) => index % step === 0);
  const shared = { exact: 0, graph: 0 };
  let wanted = 0;
  for (const { scope, text } of queries) {
    const first = async (memory) =>
      (await memory.scope(scope).retrieve(text, { limit: 10 })).memories.map(
        ({ source }) => source.externalId,
      );
    const reference = await first(sqlite);
    wanted += reference.length;
    for (const [name, memory] of Object.entries({ exact, graph })) {
      const found = new Set(await first(memory));
      shared[name] += reference.filter((id) => found.has(id)).length;
    }
  }
  const percent = (count) => `${((100 * count) / wanted).toFixed(2)} %`;
  console.log(
    `${set}: ${records} records in ${scopes.size} scopes, ${queries.length} queries; ${indexed} vectors in graphs`,
  );
  printTable(
    ['search', 'first ten shared with SQLite', 'reach'],
    [
      ['exact', percent(shared.exact), '95 %'],
      ['HNSW', percent(shared.graph), '93 %'],
    ],
  );
  for (const memory of [sqlite, exact, graph]) await memory.close();
}

/** Scopes of this size are searched without a graph; here the server is made to build one for each. */
async function buildGraphs(collection, apiKey) {
  const headers = { 'content-type': 'application/json', ...(apiKey ? { 'api-key': apiKey } : {}) };
  const answer = await fetch(collection, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({
      hnsw_config: { full_scan_threshold: 10 },
      optimizers_config: { indexing_threshold: 10 },
    }),
  });
  if (!answer.ok) throw new Error(`the graphs cannot be built: ${await answer.text()}`);
  for (let attempt = 0; attempt < 120; attempt++) {
    await pause(500);
    const { result } = await (await fetch(collection, { headers })).json();
    if (attempt > 3 && result.status === 'green') return result.indexed_vectors_count;
  }
  throw new Error('the graphs were not built within a minute');
}
