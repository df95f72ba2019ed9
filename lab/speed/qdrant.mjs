/**
 * A memory in SQLite with a real Qdrant beside it: the engine's cost over the bare client's queries and upserts, that of
 * following, and the effect of other tenants.
 */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { sqliteRows } from '../../packages/kv-backend/src/index.ts';
import { analyse } from '../../packages/language/src/text/index.ts';
import { qdrantBackend } from '../../packages/vector-backend/src/index.ts';
import { sparseQueryOf } from '../../packages/vector-backend/src/words.ts';
import { anyQdrant, whyNoQdrant } from '../../tools/qdrant-server.mjs';
import {
  asks,
  compare,
  fill,
  folder,
  freeEmbedder,
  openFile,
  openMemory,
  printRatio,
  queries,
  row,
  scaled,
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
    await fillAgainstBare(scaled(5_000));
    await storeAndFind(scaled(10_000));
    await amongNeighbours(scaled(200_000));
  } finally {
    await server.stop();
  }
}

const collectionOf = (name) => `bench-${name}-${process.pid}`;
const open = (name, embedder) => {
  const { url, apiKey } = server;
  const collection = collectionOf(name);
  const rows = sqliteRows({ path: join(folder, `${name}-rows.db`), durability: 'normal' });
  return openMemory(
    qdrantBackend({ url, apiKey, collection, timeoutMs: 60_000, rows, whenDown: 'unavailable' }),
    embedder,
  );
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
  const { hits } = await client.facet(collectionOf(name), { key: 'scope', limit: 1 });
  const scope = hits[0].value;
  return async (round) => {
    const text = queries[round % 64];
    const [vector] = await freeEmbedder.embed([text]);
    const filter = {
      must: [
        { key: 'scope', match: { value: scope } },
        { is_empty: { key: 'fields.until' } },
        {
          should: [
            { is_empty: { key: 'fields.expires' } },
            { key: 'fields.expires', range: { gt: Date.now() } },
          ],
        },
      ],
    };
    const common = { filter, limit: 100, with_payload: true };
    const terms = [...new Set(analyse(text))];
    const words = sparseQueryOf(terms, { count: 0, documentFrequencies: terms.map(() => 0) });
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
  const retrieve = asks(memory);
  // The first one fills the collection.
  await retrieve(0);
  await untilGreen('retrieve');
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
  for (let index = 0; index < 200; index++) await asks(memories[0], `other-${index}`)(0);
  for (const memory of memories) await asks(memory)(0);
  for (const name of ['crowded', 'alone']) await untilGreen(name);
  await compare(
    `retrieve in a scope of 1,000 with ${others} other records in 200 scopes : alone`,
    memories.map((memory) => asks(memory)),
    { rounds: 100, reach: 'at most 1.3' },
  );
  for (const memory of memories) await memory.close();
}

/** A collection that is filled from rows, and the same points by the bare client: both made before, with their indexes. */
async function fillAgainstBare(count) {
  const memory = await fill(await open('fill'), { count });
  const client = bareClient();
  const [collection, bare] = ['fill', 'bare'].map(collectionOf);
  const find = () => memory.scope('a').retrieve('anything');
  await find();
  const { config, payload_schema } = await client.getCollection(collection);
  const { vectors, sparse_vectors } = config.params;
  await client.createCollection(bare, { vectors, sparse_vectors });
  for (const [field_name, { data_type }] of Object.entries(payload_schema))
    await client.createPayloadIndex(bare, { field_name, field_schema: data_type, wait: true });
  const times = [[], []];
  for (let round = 0; round < 5; round++) {
    const { points } = await client.scroll(collection, {
      ...{ limit: count, with_payload: true, with_vector: true },
      filter: { must_not: [{ is_empty: { key: 'scope' } }] },
    });
    for (const name of [collection, bare]) await client.delete(name, { wait: true, filter: {} });
    times[0].push((await timeOf(find)) / count);
    const upsertAll = async () => {
      for (let from = 0; from < points.length; from += 480)
        await client.upsert(bare, { wait: true, points: points.slice(from, from + 480) });
    };
    times[1].push((await timeOf(upsertAll)) / count);
  }
  await memory.close();
  printRatio(
    `${count} records filled from rows : the bare client's upserts of the same points, a record`,
    times,
    'at most 1.5',
  );
}

/** What a write costs the next search: with Qdrant it follows, in SQLite alone the index in memory does. */
async function storeAndFind(count) {
  const memories = [
    await fill(await open('follow'), { count }),
    await fill(await openFile('follow-alone.db'), { count }),
  ];
  let number = 0;
  const works = memories.map((memory) => async () => {
    await memory.scope('a').store({ content: `Parcel ${number++} lies in bay 7` });
    await memory.scope('a').retrieve('parcel in bay 7');
  });
  await compare(`store, then retrieve at ${count} records : SQLite alone`, works, {
    rounds: 60,
  });
  for (const memory of memories) await memory.close();
}
