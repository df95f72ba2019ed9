/** Documents: the engine's cost over bare SQL, the server's over a bare handler, and the effect of a large store. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createMemory } from '../../packages/core/src/index.ts';
import { sqliteBackend, sqliteRows } from '../../packages/kv-backend/src/index.ts';
import { Keys, listen } from '../../packages/server/src/index.ts';
import { storeBackend } from '../../packages/store/src/index.ts';
import {
  compare,
  folder,
  freeEmbedder,
  openMemory,
  printRatio,
  scaled,
  textMaker,
} from './frame.mjs';
import { load, send } from './requests.mjs';
import { tee } from './tee.mjs';

const require = createRequire(new URL('../../packages/kv-backend/package.json', import.meta.url));
const Database = require('better-sqlite3');
const ofServer = createRequire(new URL('../../packages/server/package.json', import.meta.url));
const { Hono } = ofServer('hono');
const { createAdaptorServer } = ofServer('@hono/node-server');

export async function run() {
  await updateAgainstBareSql(scaled(150));
  await readAgainstMap(scaled(300));
  await listInLargeStore(scaled(100));
  await overRows({ rounds: scaled(150), files: scaled(2000) });
  await manyConnections(scaled(5000));
}

/** Lines of words, 4 KB. */
function documentMaker(seed) {
  const line = textMaker(seed);
  return () => {
    let text = '';
    while (text.length < 4000) text += `${line()}\n`;
    return text.padEnd(4096, '.');
  };
}

async function openStore(path) {
  const backend = sqliteBackend({ path });
  const memory = await openMemory(backend);
  const store = await memory.scope('user:ada').stores.create({ name: 'bench' });
  return { backend, memory, store };
}

/** The statements that a work sends to a store in memory, which runs in this thread: each with its method and parameters. */
async function statementsOf(work) {
  const seen = [];
  const kind = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1'));
  const methods = { run: kind.run, get: kind.get, all: kind.all };
  for (const [method, call] of Object.entries(methods))
    kind[method] = function (...parameters) {
      if (!/^(BEGIN|COMMIT|PRAGMA)/i.test(this.source))
        seen.push({ sql: this.source, method, parameters });
      return call.apply(this, parameters);
    };
  try {
    await work(() => seen.splice(0));
  } finally {
    Object.assign(kind, methods);
  }
}

async function updateAgainstBareSql(rounds) {
  const text = documentMaker(1);
  const contents = Array.from({ length: rounds + 61 }, text);
  const updater = async (store) => {
    let document = await store.create({ path: '/a.md', content: contents[0] });
    return async (content) => {
      const precondition = { type: 'content_sha256', contentSha256: document.contentSha256 };
      document = await store.update('/a.md', { content, precondition });
    };
  };
  // The same updates of a new store, one list of statements for each.
  const transactions = [];
  await statementsOf(async (take) => {
    const memory = await openMemory(sqliteBackend({ path: ':memory:' }));
    take();
    const store = await memory.scope('user:ada').stores.create({ name: 'bench' });
    const update = await updater(store);
    transactions.push(take());
    for (const content of contents.slice(1)) {
      await update(content);
      transactions.push(take());
    }
    await memory.close();
  });
  const path = join(folder, 'bare.db');
  await (await openMemory(sqliteBackend({ path }))).close();
  const database = new Database(path);
  for (const pragma of [
    'foreign_keys = ON',
    'secure_delete = ON',
    'temp_store = MEMORY',
    'synchronous = FULL',
  ])
    database.pragma(pragma);
  const prepared = new Map();
  const statement = (sql) => {
    if (!prepared.has(sql)) prepared.set(sql, database.prepare(sql));
    return prepared.get(sql);
  };
  const replay = database.transaction((statements) => {
    for (const { sql, method, parameters } of statements) statement(sql)[method](...parameters);
  });
  replay.immediate(transactions.shift());

  const { memory, store } = await openStore(join(folder, 'update.db'));
  const update = await updater(store);
  let next = 1;
  await compare(
    'update of a 4 KB memory with precondition : the same statements in one transaction',
    [() => update(contents[next++]), () => replay.immediate(transactions.shift())],
    { rounds, warmUp: 60, reach: 'at most 1.5' },
  );
  database.close();
  await memory.close();
}

async function startServer(name) {
  const { backend, memory, store } = await openStore(join(folder, name));
  const { key } = await new Keys(backend.keys).create({ scope: 'user:ada' });
  const keys = new Keys(backend.keys);
  const server = await listen({ memory, keys, port: 0, limits: { requestsPerMinute: 1e9 } });
  const headers = { 'x-api-key': key, 'anthropic-beta': 'agent-memory-2026-07-22' };
  const read = (id, url = server.url) =>
    send(`${url}/v1/memory_stores/${store.id}/memories/${id}`, { headers });
  const close = async () => {
    await server.close();
    await memory.close();
  };
  return { store, read, close };
}

async function readAgainstMap(rounds) {
  const { store, read, close } = await startServer('read.db');
  const { id } = await store.create({ path: '/a.md', content: documentMaker(4)() });
  const map = new Map([[id, (await read(id)).body]]);
  const app = new Hono();
  app.get('/v1/memory_stores/:store/memories/:memory', (context) =>
    context.body(map.get(context.req.param('memory')), 200, { 'content-type': 'application/json' }),
  );
  const bare = createAdaptorServer({ fetch: app.fetch });
  await new Promise((resolve) => bare.listen(0, '127.0.0.1', resolve));
  const bareUrl = `http://127.0.0.1:${bare.address().port}`;
  const many = async (work) => {
    for (let index = 0; index < 20; index++) await work();
  };
  await compare(
    'REST read of a 4 KB memory : hono handler with the same bytes from a Map',
    [() => many(() => read(id)), () => many(() => read(id, bareUrl))],
    { rounds, warmUp: 400, each: 20, reach: 'report: key and memory are read anew each time' },
  );
  bare.close();
  await close();
}

async function listInLargeStore(rounds) {
  const { memory, store: large } = await openStore(join(folder, 'list.db'));
  const few = await memory.scope('user:ada').stores.create({ name: 'small' });
  const files = (count) =>
    Array.from({ length: count }, (_, index) => ({
      path: `/d${index % 10}/${index}.md`,
      content: `text ${index}`,
    }));
  await large.import(files(2000));
  await few.import(files(20));
  const lists = (store) => async () => {
    for (let index = 0; index < 10; index++) await store.list({ limit: 20 });
  };
  await compare('list of 20 in a store of 2,000 : in one of 20', [lists(large), lists(few)], {
    rounds,
    each: 10,
    reach: 'at most 1.3',
  });
  await memory.close();
}

/** The same calls to documents over rows of a SQLite file and to today's tables of one. Answers must be equal. */
async function overRows({ rounds, files }) {
  const options = (name) => ({ path: join(folder, name), durability: 'normal' });
  const both = [storeBackend(sqliteRows(options('rows.db'))), sqliteBackend(options('tables.db'))];
  const { teed, take } = tee(both.map(({ documents }) => documents));
  const memory = await createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: freeEmbedder,
    documents: {
      name: 'both',
      documents: teed,
      open: (given) => Promise.all(both.map((each) => each.open(given))),
      close: () => Promise.all(both.map((each) => each.close())),
    },
  });
  const store = await memory.scope('user:ada').stores.create({ name: 'bench' });
  const text = documentMaker(6);
  const words = textMaker(7, { words: 4 });
  const pathOf = (index) => `/d${index % 10}/${index % 7}/${index}.md`;
  await store.import(
    Array.from({ length: files }, (_, at) => ({ path: pathOf(at), content: text().slice(-1500) })),
  );
  await store.search(words());
  take();
  const works = {
    write: (at) => store.write({ path: pathOf(at), content: text() }),
    read: (at) => store.read(pathOf(at)),
    list: () => store.list({ limit: 20 }),
    'list of folders': () => store.list({ limit: 20, depth: 1 }),
    'list with contents': (at) => store.list({ pathPrefix: `/d${at % 10}/`, withContent: true }),
    search: () => store.search(words()),
    'search below a path': (at) => store.search(words(), { pathPrefix: `/d${at % 10}/` }),
    versions: () => store.versions({ limit: 20 }),
    'versions of an operation': () => store.versions({ operation: 'modified', limit: 20 }),
    rename: (at) => store.update(pathOf(at), { path: `/renamed/${at}.md` }),
    delete: (at) => store.delete(`/renamed/${at}.md`),
  };
  for (const [name, work] of Object.entries(works)) {
    for (let round = 0; round < rounds; round++) await work(round);
    for (const [method, times] of Object.entries(take()))
      printRatio(`${name}: ${method} over rows : over tables`, times, 'at most 1.1');
  }
  await memory.close();
}

async function manyConnections(requests) {
  const { store, read, close } = await startServer('many.db');
  const text = documentMaker(5);
  const ids = [];
  for (let index = 0; index < 100; index++)
    ids.push((await store.create({ path: `/${index}`, content: text() })).id);
  await load('REST reads, client in the same process', {
    requests,
    ask: (at) => read(ids[at % ids.length]),
    write: async () => {
      await store.update('/0', { content: text() });
      return { status: 200 };
    },
  });
  await close();
}
