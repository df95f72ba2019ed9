/**
 * Records on a real Qdrant: the engine's cost over the bare client's queries and upserts, and the effect of other
 * tenants.
 */
import { createRequire } from 'node:module';
import { createMemory } from '../packages/core/src/index.ts';
import { analyse } from '../packages/language/src/text/index.ts';
import { qdrantBackend } from '../packages/vector-backend/src/index.ts';
import { querySparseVector } from '../packages/vector-backend/src/store/sparse-vector.ts';
import { anyQdrant, whyNoQdrant } from '../tools/qdrant-server.mjs';
import { freeEmbedder, ms, paired, quantile, random, row, textMaker } from './support.mjs';

const require = createRequire(new URL('../packages/vector-backend/package.json', import.meta.url));
const { QdrantClient } = require('@qdrant/js-client-rest');

export async function run({ small = false } = {}) {
  const reason = whyNoQdrant();
  if (reason) return console.log(`skipped: ${reason}`);
  const server = await anyQdrant();
  const scale = small ? 0.1 : 1;
  try {
    await retrieveAgainstBare(server, Math.round(10_000 * scale));
    await storeManyAgainstBare(server, Math.round(5_000 * scale));
    await retrieveAmongNeighbours(server, Math.round(200_000 * scale));
  } finally {
    await server.stop();
  }
}

function open({ url, apiKey }, collection, embedder = freeEmbedder()) {
  const backend = qdrantBackend({ url, apiKey, collection, timeoutMs: 60_000 });
  return createMemory({ maxStoreItems: 1_000_000, backend, embedder });
}

/** Each text is embedded once, before the clock starts. */
function rememberingEmbedder() {
  const free = freeEmbedder();
  const known = new Map();
  return {
    ...free,
    async embed(texts) {
      const missing = texts.filter((text) => !known.has(text));
      const vectors = await free.embed(missing);
      for (const [index, text] of missing.entries()) known.set(text, vectors[index]);
      return texts.map((text) => known.get(text));
    },
  };
}

export function bareClient({ url, apiKey }, { tuned }) {
  const headers = {
    ...(tuned ? { 'accept-encoding': 'identity' } : {}),
    ...(apiKey ? { 'api-key': apiKey } : {}),
  };
  return new QdrantClient({ url, headers, checkCompatibility: false });
}

async function fill(memory, { scope, count, seed }) {
  const next = random(seed);
  const text = textMaker(next);
  const inputs = Array.from({ length: count }, () => ({
    content: text(),
    importance: 1 + Math.floor(next() * 5),
  }));
  await memory.scope(scope).storeMany(inputs, { onConflict: 'keepBoth' });
}

function queryMaker() {
  const text = textMaker(random(99), { words: 6 });
  return Array.from({ length: 64 }, text);
}

/** Background work after an import is not measured. */
async function untilGreen(client, collection) {
  for (let attempt = 0; attempt < 600; attempt++) {
    if ((await client.getCollection(collection)).status === 'green') return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The one batched query that a hybrid retrieve needs, written by hand. */
export async function bareQuery(client, collection, scope) {
  const info = await client.getCollection(collection);
  const using = Object.keys(info.config.params.vectors)[0];
  const embedder = freeEmbedder();
  return async (text) => {
    const [vector] = await embedder.embed([text]);
    const filter = {
      must: [
        { key: 'scope', match: { value: scope } },
        { key: 'superseded', match: { value: false } },
      ],
      must_not: [{ key: 'expiresAtMs', range: { lte: Date.now() } }],
    };
    const common = { filter, limit: 100, with_payload: true };
    await client.queryBatch(collection, {
      searches: [
        { query: Array.from(vector), using, ...common },
        { query: querySparseVector([...new Set(analyse(text))]), using: 'words', ...common },
      ],
    });
  };
}

export async function retrieveAgainstBare(server, count) {
  const collection = `bench-retrieve-${process.pid}`;
  const memory = await open(server, collection);
  await fill(memory, { scope: 'a', count, seed: 1 });
  const tuned = bareClient(server, { tuned: true });
  await untilGreen(tuned, collection);
  const queries = queryMaker();
  const retrieve = (round) => memory.scope('a').retrieve(queries[round % 64]);
  for (const [client, name, reach] of [
    [tuned, 'tuned', '1.2'],
    [bareClient(server, { tuned: false }), 'as it comes', '0.3'],
  ]) {
    const bare = await bareQuery(client, collection, 'a');
    const result = await paired(retrieve, (round) => bare(queries[round % 64]), {
      rounds: 100,
      warmUp: 10,
    });
    row(
      `retrieve at ${count} records in a scope, against the bare client ${name}`,
      `${result.ratio.toFixed(2)} (${ms(result.first)} / ${ms(result.second)})`,
      `at most ${reach}`,
    );
  }
  await manyAtOnce(retrieve);
  await memory.close();
}

async function manyAtOnce(retrieve) {
  const rounds = 192;
  const start = performance.now();
  for (let round = 0; round < rounds; round++) await retrieve(round);
  const alone = performance.now() - start;
  const together = performance.now();
  for (let round = 0; round < rounds; round += 32) {
    await Promise.all(Array.from({ length: 32 }, (_, index) => retrieve(round + index)));
  }
  const parallel = performance.now() - together;
  const perSecond = (time) => `${((1000 * rounds) / time).toFixed(0)}/s`;
  row(
    '32 retrieves at once against one at a time, throughput',
    `${(alone / parallel).toFixed(2)} (${perSecond(parallel)} / ${perSecond(alone)})`,
    'report',
  );
}

export async function retrieveAmongNeighbours(server, others) {
  const crowded = `bench-crowded-${process.pid}`;
  const alone = `bench-alone-${process.pid}`;
  const memories = [await open(server, crowded), await open(server, alone)];
  for (const memory of memories) await fill(memory, { scope: 'a', count: 1000, seed: 1 });
  for (let index = 0; index < 200; index++) {
    await fill(memories[0], { scope: `other-${index}`, count: others / 200, seed: 2 + index });
  }
  const client = bareClient(server, { tuned: true });
  for (const collection of [crowded, alone]) await untilGreen(client, collection);
  const queries = queryMaker();
  const [first, second] = memories.map(
    (memory) => (round) => memory.scope('a').retrieve(queries[round % 64]),
  );
  const result = await paired(first, second, { rounds: 100, warmUp: 10 });
  row(
    `retrieve in a scope of 1,000 with ${others} other records in 200 scopes, against the scope alone`,
    `${result.ratio.toFixed(2)} (${ms(result.first)} / ${ms(result.second)})`,
    'at most 1.3',
  );
  for (const memory of memories) await memory.close();
}

export async function storeManyAgainstBare(server, count) {
  const client = bareClient(server, { tuned: true });
  const ratios = [];
  const times = [[], []];
  const embedder = rememberingEmbedder();
  const text = textMaker(random(7));
  const inputs = Array.from({ length: count }, () => ({ content: text() }));
  await embedder.embed(inputs.map(({ content }) => content));
  for (let round = 0; round < 5; round++) {
    const engine = `bench-store-${process.pid}-${round}`;
    const bare = `bench-bare-${process.pid}-${round}`;
    const memories = [await open(server, engine, embedder), await open(server, bare)];
    const start = performance.now();
    await memories[0].scope('a').storeMany(inputs, { onConflict: 'keepBoth' });
    const stored = performance.now() - start;
    const points = await recordsOf(client, engine, count);
    // The server may close connections that were idle while the engine stored.
    const fresh = bareClient(server, { tuned: true });
    const again = performance.now();
    for (let from = 0; from < points.length; from += 1024) {
      await fresh.upsert(bare, { wait: true, points: points.slice(from, from + 1024) });
    }
    const upserted = performance.now() - again;
    times[0].push(stored);
    times[1].push(upserted);
    ratios.push(stored / upserted);
    for (const memory of memories) await memory.close();
    for (const name of [engine, bare]) await client.deleteCollection(`${name}-1`);
  }
  row(
    `storeMany of ${count} against the bare client's upserts of the same points`,
    `${quantile(ratios, 0.5).toFixed(2)} (${quantile(times[0], 0.5).toFixed(0)} ms / ${quantile(times[1], 0.5).toFixed(0)} ms)`,
    'at most 1.3',
  );
}

async function recordsOf(client, collection, count) {
  const { points } = await client.scroll(collection, {
    filter: { must: [{ key: 'scope', match: { value: 'a' } }] },
    limit: count,
    with_payload: true,
    with_vector: true,
  });
  return points;
}
