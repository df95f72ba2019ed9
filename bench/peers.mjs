/**
 * Other memories for JavaScript beside ours, each with the same ready vectors. They are not dependencies of this
 * checkout: `--peers=FOLDER` names the folder where they are installed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMemory } from '../packages/core/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';
import { writePicture } from './picture.mjs';
import { freeEmbedder, ms, option, paired, random, row, textMaker } from './support.mjs';

const install =
  'npm install --prefix FOLDER @langchain/classic @langchain/core @langchain/langgraph-checkpoint @mastra/libsql @mastra/core';

export async function run({ small = false } = {}) {
  const folder = option('peers');
  if (folder === undefined) {
    console.log(`Left out: install the peers by \`${install}\`, then give --peers=FOLDER`);
    return;
  }
  const place = mkdtempSync(join(tmpdir(), 'mneme-peers-'));
  try {
    const made = peers(resolve(folder), place);
    const [count, users] = small ? [1000, 10] : [10_000, 100];
    await oneScope(made, place, count);
    await manyUsers(made, place, { users, each: count / 10 });
    await curves(made, place, small ? [100, 1000] : [1000, 10_000, 100_000]);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const text = (seed) => textMaker(random(seed));
const query = text(99);
const queries = Array.from({ length: 64 }, () => query().split(' ').slice(0, 6).join(' '));

/** By name, each made fresh: `add(user, texts)`, `ask(user, text)`. */
function peers(folder, place) {
  const require = createRequire(join(folder, 'package.json'));
  const load = (name) => import(pathToFileURL(require.resolve(name)).href);
  const embedder = freeEmbedder();
  const vectors = (texts) => embedder.embed(texts).then((all) => all.map((each) => [...each]));
  const embeddings = {
    embedDocuments: vectors,
    embedQuery: async (one) => (await vectors([one]))[0],
  };
  return {
    'LangChain MemoryVectorStore': async () => {
      const { MemoryVectorStore } = await load('@langchain/classic/vectorstores/memory');
      const store = new MemoryVectorStore(embeddings);
      return {
        add: async (user, texts) =>
          store.addVectors(
            await vectors(texts),
            texts.map((pageContent) => ({ pageContent, metadata: { user } })),
          ),
        ask: async (user, one) =>
          store.similaritySearchVectorWithScore(
            await embeddings.embedQuery(one),
            10,
            ({ metadata }) => metadata.user === user,
          ),
      };
    },
    'LangGraph InMemoryStore': async () => {
      const { InMemoryStore } = await load('@langchain/langgraph-checkpoint');
      const store = new InMemoryStore({ index: { dims: 256, embeddings, fields: ['text'] } });
      return {
        add: (user, texts) =>
          store.batch(
            texts.map((each, at) => ({
              namespace: ['memories', user],
              key: `${at}`,
              value: { text: each },
            })),
          ),
        ask: (user, one) => store.search(['memories', user], { query: one, limit: 10 }),
      };
    },
    'Mastra LibSQLVector': async () => {
      const { LibSQLVector } = await load('@mastra/libsql');
      const store = new LibSQLVector({ connectionUrl: `file:${join(place, 'peer.db')}` });
      const indexName = `memories${Date.now()}`;
      await store.createIndex({ indexName, dimension: 256 });
      return {
        add: async (user, texts) =>
          store.upsert({
            indexName,
            vectors: await vectors(texts),
            metadata: texts.map((each) => ({ user, text: each })),
          }),
        ask: async (user, one) =>
          store.query({
            indexName,
            queryVector: await embeddings.embedQuery(one),
            topK: 10,
            filter: { user },
          }),
      };
    },
  };
}

async function ours(place, name) {
  const memory = await createMemory({
    maxStoreItems: 1_000_000,
    backend: sqliteBackend({ path: join(place, name), durability: 'normal' }),
    embedder: freeEmbedder(),
  });
  return {
    add: (user, texts, options) =>
      memory.scope(user).storeMany(
        texts.map((content) => ({ content })),
        options,
      ),
    ask: (user, one) => memory.scope(user).retrieve(one, { limit: 10 }),
    close: () => memory.close(),
  };
}

async function time(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

async function oneScope(made, place, count) {
  const texts = Array.from({ length: count }, text(1));
  const mine = await ours(place, 'one.db');
  const added = await time(() => mine.add('ada', texts));
  for (const [name, make] of Object.entries(made)) {
    const peer = await make();
    const peerAdded = await time(() => peer.add('ada', texts));
    row(
      `adding ${count}, default policy : ${name}`,
      `${(added / peerAdded).toFixed(2)} (${ms(added / count)} each : ${ms(peerAdded / count)})`,
      '2',
    );
    await compare(
      `retrieve at ${count} in a scope : ${name}`,
      (round) => mine.ask('ada', queries[round % 64]),
      (round) => peer.ask('ada', queries[round % 64]),
      name.startsWith('LangChain') ? '0.3' : 'report',
    );
  }
  await mine.close();
}

async function manyUsers(made, place, { users, each }) {
  const mine = await ours(place, 'many.db');
  const textsOf = (user) => Array.from({ length: each }, text(user + 1));
  for (let user = 0; user < users; user++)
    await mine.add(`u${user}`, textsOf(user), { onConflict: 'keepBoth' });
  for (const [name, make] of Object.entries(made)) {
    const peer = await make();
    for (let user = 0; user < users; user++) await peer.add(`u${user}`, textsOf(user));
    await compare(
      `retrieve of ${users} users with ${each} records each, in turn : ${name}`,
      (round) => mine.ask(`u${(round * 7) % users}`, queries[round % 64]),
      (round) => peer.ask(`u${(round * 7) % users}`, queries[round % 64]),
      // The aim is against LangGraph's SQLite store, which is not on npm: this is what keeps its vectors in SQLite there.
      name.startsWith('Mastra') ? '0.8' : 'report',
    );
  }
  await mine.close();
}

async function compare(what, first, second, reach) {
  const found = await paired(first, second, { rounds: 64, warmUp: 16 });
  row(what, `${found.ratio.toFixed(2)} (${ms(found.first)} : ${ms(found.second)})`, reach);
}

/** A peer that takes longer to be filled is not asked at ten times as many. */
const mostFilledMs = 60_000;
const asked = 64;

/** The picture in docs: processor time of a retrieve by records in a scope, whatever else this machine does. */
async function curves(made, place, sizes) {
  const drawn = [];
  const all = { ...made, Mneme: () => ours(place, `curve-${drawn.length}-${Date.now()}.db`) };
  for (const [name, make] of Object.entries(all)) {
    const points = [];
    for (const size of sizes) {
      const store = await make();
      const texts = Array.from({ length: size }, text(1));
      const filled = await time(() => store.add('ada', texts, { onConflict: 'keepBoth' }));
      for (const query of queries) await store.ask('ada', query);
      const before = process.cpuUsage();
      for (let round = 0; round < asked; round++) await store.ask('ada', queries[round % 64]);
      const { user, system } = process.cpuUsage(before);
      points.push([size, (user + system) / 1000 / asked]);
      await store.close?.();
      if (filled > mostFilledMs) break;
    }
    drawn.push({ name, points });
    row(
      `processor time of a retrieve: ${name}`,
      points.map(([size, took]) => `${ms(took)} at ${size}`).join(', '),
      'report',
    );
  }
  writePicture(new URL('../docs/images/retrieve-by-records.svg', import.meta.url), {
    title: 'Processor time of a retrieve',
    x: 'records in the scope',
    y: 'ms',
    curves: drawn,
  });
}
