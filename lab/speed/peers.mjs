/**
 * Other memories for JavaScript beside ours, each with the same ready vectors. They are not dependencies of this
 * checkout: `--peers=FOLDER` names the folder where they are installed.
 */
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  compare,
  folder,
  freeEmbedder,
  ms,
  openFile,
  option,
  queries,
  row,
  scaled,
  texts,
  timeOf,
} from './frame.mjs';

const install =
  'npm install --prefix FOLDER @langchain/classic @langchain/core @langchain/langgraph-checkpoint @mastra/libsql @mastra/core';
/** A peer that takes longer to be filled is not asked at ten times as many. */
const mostFilledMs = 60_000;
const user = 'ada';

export async function run() {
  const place = option('peers');
  if (place === undefined)
    return console.log(`Left out: install the peers by \`${install}\`, then give --peers=FOLDER`);
  const require = createRequire(join(resolve(place), 'package.json'));
  const load = (name) => import(pathToFileURL(require.resolve(name)).href);
  await atTenThousand(load, scaled(10_000));
  for (const make of [ours, ...Object.values(peers)])
    await processorTimes(make, { load, sizes: [1000, 10_000, 100_000].map(scaled) });
}

const vectors = async (wanted) => (await freeEmbedder.embed(wanted)).map((each) => [...each]);
const embeddings = {
  embedDocuments: vectors,
  embedQuery: async (text) => (await vectors([text]))[0],
};

/** By name, each made empty: `add(texts)`, `ask(text)`. */
const peers = {
  async 'LangChain MemoryVectorStore'(load) {
    const { MemoryVectorStore } = await load('@langchain/classic/vectorstores/memory');
    const store = new MemoryVectorStore(embeddings);
    return {
      add: async (contents) =>
        store.addVectors(
          await vectors(contents),
          contents.map((pageContent) => ({ pageContent, metadata: { user } })),
        ),
      ask: async (text) =>
        store.similaritySearchVectorWithScore(
          await embeddings.embedQuery(text),
          10,
          ({ metadata }) => metadata.user === user,
        ),
    };
  },
  async 'LangGraph InMemoryStore'(load) {
    const { InMemoryStore } = await load('@langchain/langgraph-checkpoint');
    const store = new InMemoryStore({ index: { dims: 256, embeddings, fields: ['text'] } });
    const namespace = ['memories', user];
    return {
      add: (contents) =>
        store.batch(contents.map((text, at) => ({ namespace, key: `${at}`, value: { text } }))),
      ask: (query) => store.search(namespace, { query, limit: 10 }),
    };
  },
  async 'Mastra LibSQLVector'(load) {
    const { LibSQLVector } = await load('@mastra/libsql');
    const store = new LibSQLVector({ connectionUrl: `file:${join(folder, 'peer.db')}` });
    const indexName = `memories${Date.now()}`;
    await store.createIndex({ indexName, dimension: 256 });
    return {
      add: async (contents) =>
        store.upsert({
          indexName,
          vectors: await vectors(contents),
          metadata: contents.map((text) => ({ user, text })),
        }),
      ask: async (text) =>
        store.query({
          indexName,
          queryVector: await embeddings.embedQuery(text),
          topK: 10,
          filter: { user },
        }),
    };
  },
};

let files = 0;

async function ours() {
  const memory = await openFile(`ours-${files++}.db`);
  const scope = memory.scope(user);
  return {
    add: (contents, options) =>
      scope.storeMany(
        contents.map((content) => ({ content })),
        options,
      ),
    ask: (text) => scope.retrieve(text, { limit: 10 }),
    close: () => memory.close(),
  };
}

async function atTenThousand(load, count) {
  const contents = texts(count, 1);
  const mine = await ours();
  const added = await timeOf(() => mine.add(contents));
  for (const [name, make] of Object.entries(peers)) {
    const peer = await make(load);
    const peerAdded = await timeOf(() => peer.add(contents));
    row(
      `adding ${count}, default policy : ${name}`,
      `${(added / peerAdded).toFixed(2)} (${ms(added / count)} : ${ms(peerAdded / count)} each)`,
      '2',
    );
    const ask = (store) => (round) => store.ask(queries[round % 64]);
    await compare(`retrieve at ${count} in a scope : ${name}`, [ask(mine), ask(peer)], {
      reach: name.startsWith('LangChain') ? '0.3' : 'report',
    });
  }
  await mine.close();
}

/** Processor time of a retrieve by records in a scope, whatever else this machine does. */
async function processorTimes(make, { load, sizes }) {
  const points = [];
  for (const size of sizes) {
    const store = await make(load);
    const contents = texts(size, 1);
    const filled = await timeOf(() => store.add(contents, { onConflict: 'keepBoth' }));
    for (const query of queries) await store.ask(query);
    const before = process.cpuUsage();
    for (const query of queries) await store.ask(query);
    const { user: own, system } = process.cpuUsage(before);
    points.push(`${ms((own + system) / 1000 / queries.length)} at ${size}`);
    await store.close?.();
    if (filled > mostFilledMs) break;
  }
  row(`processor time of a retrieve: ${make.name}`, points.join(', '));
}
