import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { staticEmbedder } from '../../packages/embedders/src/index.ts';
import { sqliteBackend } from '../../packages/kv-backend/src/index.ts';
import { postgresBackend } from '../../packages/postgres-backend/src/index.ts';
import { MemoryRows } from '../../packages/store/src/memory/index.ts';
import { qdrantBackend } from '../../packages/vector-backend/src/index.ts';
import { anyPostgres, whyNoPostgres } from '../../tools/postgres-server.mjs';
import { anyQdrant, whyNoQdrant } from '../../tools/qdrant-server.mjs';
import { printTable } from '../frame.mjs';
import { feed, now, openStore } from './feed.mjs';
import { readSets, setOptions } from './read-set.mjs';

/**
 * How much of the first ten PostgreSQL and Qdrant share with SQLite on sets under --data. Each store is filled as users
 * fill it, by the same calls.
 */
export async function main(args) {
  const { values: options } = parseArgs({
    args,
    options: {
      ...setOptions,
      sets: { type: 'string', default: 'locomo' },
      stores: { type: 'string', default: 'postgres,qdrant' },
    },
  });
  const embedder = staticEmbedder();
  const rows = [];
  for (const set of readSets(options)) {
    const { name } = set;
    const ask = { set, embedder };
    const sqlite = sqliteBackend({ path: ':memory:' });
    const [wanted] = await answers(ask, { filled: sqlite, asked: [() => sqlite] });
    for (const kind of options.stores.split(',')) {
      const { why, open } = stores[kind];
      const reason = why();
      if (reason) {
        rows.push([name, kind, `skipped: ${reason}`]);
        continue;
      }
      const { filled, asked, stop } = await open();
      try {
        const given = await answers(ask, { filled, asked: Object.values(asked) });
        for (const [at, label] of Object.keys(asked).entries())
          rows.push([name, label, ...compared(wanted, given[at])]);
      } finally {
        await stop();
      }
    }
  }
  printTable(
    ['set', 'store', 'queries', 'first ten shared with SQLite', 'all ten in its order'],
    rows,
  );
}

/** The filled store, and the backends that are asked: the one that was filled, or others on the same store. */
const stores = {
  postgres: {
    why: whyNoPostgres,
    async open() {
      const { url, stop } = await anyPostgres();
      const schema = `parity_${process.pid}`;
      const filled = postgresBackend({ connectionString: url, schema, timeoutMs: 60_000 });
      return { filled, asked: { postgres: () => filled }, stop };
    },
  },
  qdrant: {
    why: whyNoQdrant,
    async open() {
      const { url, apiKey, stop } = await anyQdrant();
      const collection = `parity-${process.pid}`;
      const kept = new Map();
      const make = (exact) =>
        qdrantBackend({
          ...{ url, apiKey, collection, exact, timeoutMs: 60_000, whenDown: 'unavailable' },
          rows: new MemoryRows({ kept }),
        });
      const filled = make(true);
      const graph = async () => {
        await buildGraphs(`${url}/collections/${collection}`, apiKey);
        return make(false);
      };
      return { filled, asked: { 'qdrant, exact': () => filled, 'qdrant, HNSW': graph }, stop };
    },
  },
};

/** The first ten for each query, from each backend, by the names that the set has for them; a learned fact by its text. */
async function answers({ set, embedder }, { filled, asked }) {
  // The store as it was filled.
  const open = (backend, clock) => openStore(keptOpen(backend), { embedder, clock });
  const names = await feed(set, (clock) => open(filled, clock));
  const found = [];
  const others = new Set([filled]);
  for (const another of asked) {
    const backend = await another();
    others.add(backend);
    const memory = await open(backend, () => new Date(now));
    const lists = [];
    for (const { scope, text, time } of set.queries) {
      const { memories } = await memory.scope(scope).retrieve(text, { limit: 10, asOf: time });
      lists.push(memories.map(({ id, content }) => names.get(id)?.join() ?? content));
    }
    found.push(lists);
  }
  for (const backend of others) await backend.close();
  return found;
}

/** A backend that several memories open one after the other. */
function keptOpen(backend) {
  return new Proxy(backend, {
    get: (target, name) => (name === 'close' ? async () => {} : target[name]),
  });
}

function compared(wanted, given) {
  const percent = (part, whole) => `${((100 * part) / whole).toFixed(2)} %`;
  const shared = wanted.flatMap((ids, at) => ids.filter((id) => given[at].includes(id)));
  const same = wanted.filter((ids, at) => ids.join() === given[at].join());
  return [
    wanted.length,
    percent(shared.length, wanted.flat().length),
    percent(same.length, wanted.length),
  ];
}

/** Scopes of this size are searched without a graph; here the server must build one for each. */
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
    if (attempt > 3 && result.status === 'green') return;
  }
  throw new Error('the graphs were not built within a minute');
}
