/**
 * Records on a real Qdrant: the engine's cost over the bare client's queries and upserts, and the effect of other
 * tenants.
 */
import { createRequire } from 'node:module';
import { analyse } from '../../packages/language/src/text/index.ts';
import { qdrantBackend } from '../../packages/vector-backend/src/index.ts';
import { querySparseVector } from '../../packages/vector-backend/src/store/sparse-vector.ts';
import { anyQdrant, whyNoQdrant } from '../../tools/qdrant-server.mjs';
import {
  asks,
  compare,
  fill,
  freeEmbedder,
  openMemory,
  printRatio,
  queries,
  readyEmbedder,
  row,
  scaled,
  texts,
  timeOf,
} from './frame.mjs';

const require = createRequire(
  new URL('../../packages/vector-backend/package.json', import.meta.url),
);
const { QdrantClient } = require('@qdrant/js-client-rest');

let server;

export async function run() {
  const reason = whyNoQdrant();
  if (reason) return console.log(`skipped: ${reason}`);
  server = await anyQdrant({ durable: true });
  try {
    await retrieveAgainstBare(scaled(10_000));
    await storeManyAgainstBare(scaled(5_000));
    await amongNeighbours(scaled(200_000));
  } finally {
    await server.stop();
  }
}

const collectionOf = (name) => `bench-${name}-${process.pid}`;
const open = (name, embedder) => {
  const { url, apiKey } = server;
  const collection = collectionOf(name);
  return openMemory(qdrantBackend({ url, apiKey, collection, timeoutMs: 60_000 }), embedder);
};

/** Tuned: without compression, which costs more than it saves on one machine. */
function bareClient({ tuned = true } = {}) {
  const headers = {
    ...(tuned ? { 'accept-encoding': 'identity' } : {}),
    ...(server.apiKey ? { 'api-key': server.apiKey } : {}),
  };
  return new QdrantClient({ url: server.url, headers, checkCompatibility: false });
}

/** Background work after an import is not measured. */
async function untilGreen(name) {
  for (let attempt = 0; attempt < 600; attempt++) {
    if ((await bareClient().getCollection(collectionOf(name))).status === 'green') return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The one batched query that a hybrid retrieve needs, written by hand. */
async function bareQuery(client, name) {
  const info = await client.getCollection(collectionOf(name));
  const using = Object.keys(info.config.params.vectors)[0];
  return async (round) => {
    const text = queries[round % 64];
    const [vector] = await freeEmbedder.embed([text]);
    const filter = {
      must: [
        { key: 'scope', match: { value: 'a' } },
        { key: 'superseded', match: { value: false } },
      ],
      must_not: [{ key: 'expiresAtMs', range: { lte: Date.now() } }],
    };
    const common = { filter, limit: 100, with_payload: true };
    const words = querySparseVector([...new Set(analyse(text))]);
    await client.queryBatch(collectionOf(name), {
      searches: [
        { query: Array.from(vector), using, ...common },
        { query: words, using: 'words', ...common },
      ],
    });
  };
}

async function retrieveAgainstBare(count) {
  const memory = await fill(await open('retrieve'), { count });
  await untilGreen('retrieve');
  const retrieve = asks(memory);
  for (const [tuned, name, reach] of [
    [true, 'tuned', '1.2'],
    [false, 'as it comes', '0.3'],
  ])
    await compare(
      `retrieve at ${count} records in a scope : the bare client ${name}`,
      [retrieve, await bareQuery(bareClient({ tuned }), 'retrieve')],
      { rounds: 100, reach: `at most ${reach}` },
    );
  const rounds = 192;
  const alone = await timeOf(async () => {
    for (let round = 0; round < rounds; round++) await retrieve(round);
  });
  const together = await timeOf(async () => {
    for (let from = 0; from < rounds; from += 32)
      await Promise.all(Array.from({ length: 32 }, (_, index) => retrieve(from + index)));
  });
  const perSecond = (time) => `${((1000 * rounds) / time).toFixed(0)}/s`;
  row(
    '32 retrieves at once : one at a time, throughput',
    `${(alone / together).toFixed(2)} (${perSecond(together)} : ${perSecond(alone)})`,
  );
  await memory.close();
}

async function amongNeighbours(others) {
  const memories = [await open('crowded'), await open('alone')];
  for (const memory of memories) await fill(memory, { count: 1000 });
  for (let index = 0; index < 200; index++)
    await fill(memories[0], { scope: `other-${index}`, count: others / 200, seed: 2 + index });
  for (const name of ['crowded', 'alone']) await untilGreen(name);
  await compare(
    `retrieve in a scope of 1,000 with ${others} other records in 200 scopes : alone`,
    memories.map((memory) => asks(memory)),
    { rounds: 100, reach: 'at most 1.3' },
  );
  for (const memory of memories) await memory.close();
}

async function storeManyAgainstBare(count) {
  const contents = texts(count, 7);
  const inputs = contents.map((content) => ({ content }));
  const embedder = readyEmbedder(contents);
  const times = [[], []];
  for (let round = 0; round < 5; round++) {
    const names = [`store-${round}`, `bare-${round}`];
    const memories = [await open(names[0], embedder), await open(names[1])];
    const store = () => memories[0].scope('a').storeMany(inputs, { onConflict: 'keepBoth' });
    times[0].push((await timeOf(store)) / count);
    const { points } = await bareClient().scroll(collectionOf(names[0]), {
      filter: { must: [{ key: 'scope', match: { value: 'a' } }] },
      limit: count,
      with_payload: true,
      with_vector: true,
    });
    // The server may close connections that were idle while the engine stored.
    const fresh = bareClient();
    const upsertAll = async () => {
      for (let from = 0; from < points.length; from += 1024)
        await fresh.upsert(collectionOf(names[1]), {
          wait: true,
          points: points.slice(from, from + 1024),
        });
    };
    times[1].push((await timeOf(upsertAll)) / count);
    for (const memory of memories) await memory.close();
    for (const name of names) await fresh.deleteCollection(`${collectionOf(name)}-1`);
  }
  printRatio(
    `storeMany of ${count} : the bare client's upserts of the same points, a record`,
    times,
    'at most 1.3',
  );
}
