/** Documents: the engine's cost over bare SQL, the server's over a bare handler, and the effect of a large store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '../packages/core/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';
import { analyse } from '../packages/language/src/text/index.ts';
import { Keys, listen } from '../packages/server/src/index.ts';
import {
  freeEmbedder,
  ms,
  paired,
  quantile,
  random,
  row,
  textMaker,
  vectorMaker,
} from './support.mjs';

const require = createRequire(new URL('../packages/kv-backend/package.json', import.meta.url));
const Database = require('better-sqlite3');

const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'));

export async function run({ small = false } = {}) {
  try {
    await updateAgainstBareSql(small ? 30 : 150);
    await readAgainstMap(small ? 50 : 300);
    await listInLargeStore(small ? 20 : 100);
    await manyConnections(small ? 1000 : 5000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lines of words, about this many bytes. */
function documentMaker(seed, bytes = 4096) {
  const line = textMaker(random(seed));
  return () => {
    let text = '';
    while (text.length < bytes - 80) text += `${line()}\n`;
    return text.padEnd(bytes, '.');
  };
}

async function openStore(name, embedder = freeEmbedder()) {
  const path = join(folder, name);
  const backend = sqliteBackend({ path });
  const memory = await createMemory({ backend, embedder });
  const store = await memory.scope('user:ada').stores.create({ name: 'bench' });
  return { path, backend, memory, store };
}

async function updateAgainstBareSql(rounds) {
  const { memory, store } = await openStore('update.db');
  const text = documentMaker(1);
  let document = await store.create({ path: '/a.md', content: text() });
  const bare = await bareUpdate();
  const contents = Array.from({ length: rounds * 3 + 60 }, text);
  let next = 0;
  const { first, second, ratio } = await paired(
    async () => {
      const precondition = { type: 'content_sha256', contentSha256: document.contentSha256 };
      document = await store.update('/a.md', { content: contents[next++], precondition });
    },
    () => bare(contents[next++ % contents.length]),
    { rounds },
  );
  row(
    'update of a 4 KB memory with precondition, engine : bare SQL of the same transaction',
    `${ratio.toFixed(2)} (${ms(first)} : ${ms(second)})`,
    'at most 1.5',
  );
  await memory.close();
}

/** The statements of one update on a file of the same form, in one thread, without analysis and checks. */
async function bareUpdate() {
  const { path, memory, store } = await openStore('bare.db');
  const text = documentMaker(2);
  const { id } = await store.create({ path: '/a.md', content: text() });
  await memory.close();
  const database = new Database(path);
  for (const pragma of [
    'foreign_keys = ON',
    'secure_delete = ON',
    'temp_store = MEMORY',
    'synchronous = FULL',
  ]) {
    database.pragma(pragma);
  }
  const prepare = (sql) => database.prepare(sql);
  const storeRow = prepare('SELECT * FROM document_stores WHERE id = ? AND scope = ?');
  const totals = prepare('SELECT documents, bytes FROM document_scopes WHERE name = ?');
  const current = prepare('SELECT * FROM documents WHERE store = ? AND path = ?');
  const earlier = prepare(
    'SELECT document_number FROM document_versions WHERE store = ? AND document = ? ORDER BY number DESC LIMIT 1',
  );
  const addVersion = prepare(
    `INSERT INTO document_versions (store, id, document, document_number, operation, created_at, path, content, sha256,
       size_bytes) VALUES (?, ?, ?, ?, 'modified', ?, ?, ?, ?, ?) RETURNING number`,
  ).pluck();
  const update = prepare(
    'UPDATE documents SET sha256 = ?, size_bytes = ?, version = ?, version_id = ?, updated_at = ? WHERE number = ?',
  );
  const chunkRows = prepare('SELECT row, length FROM document_chunks WHERE document = ?');
  const dropVector = prepare('DELETE FROM vectors WHERE row = ?');
  const dropChunk = prepare('DELETE FROM document_chunks WHERE row = ?');
  const addChunk = prepare(
    'INSERT INTO document_chunks (row, document, start, end, line, length, terms) VALUES (?, ?, 0, 0, 1, ?, ?)',
  );
  const addVector = prepare('INSERT INTO vectors (row, sum, rest) VALUES (?, 0, ?)');
  const addAudit = prepare(
    'INSERT INTO audit (at, action, scope, id, actor, reason) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const saveTotals = prepare('UPDATE document_scopes SET documents = ?, bytes = ? WHERE name = ?');
  const saveStore = prepare(
    'UPDATE document_stores SET changed_at = ?, chunk_count = ?, term_total = ?, next_row = ? WHERE number = ?',
  );
  const vector = vectorMaker(random(3));
  let number = 0;
  let nextRow = 1000;

  // Analysed before, because only the transaction is measured.
  const prepared = new Map();
  const chunksOf = (content) => {
    if (!prepared.has(content)) {
      const pieces = content.match(/[\s\S]{1,1200}/g);
      prepared.set(
        content,
        pieces.map((piece) => ({ terms: analyse(piece), vector: vector() })),
      );
    }
    return prepared.get(content);
  };
  const transaction = database.transaction((content, chunks) => {
    const at = new Date().toISOString();
    const found = storeRow.get(store.id, 'user:ada');
    const held = totals.get('user:ada');
    const row = current.get(found.number, '/a.md');
    const version = addVersion.get(
      found.number,
      `v${number}`,
      id,
      earlier.get(found.number, id).document_number + 1,
      at,
      '/a.md',
      content,
      `${number}`.padEnd(64, '0'),
      content.length,
    );
    update.run(`${number}`.padEnd(64, '0'), content.length, version, `v${number}`, at, row.number);
    for (const old of chunkRows.all(row.number)) {
      dropVector.run(BigInt(old.row));
      dropChunk.run(BigInt(old.row));
    }
    for (const chunk of chunks) {
      const place = BigInt(found.partition * 2 ** 31 + nextRow++);
      addChunk.run(place, row.number, chunk.terms.length, chunk.terms.join(' '));
      addVector.run(place, Buffer.from(chunk.vector.buffer));
    }
    addAudit.run(at, 'update', 'user:ada', id, 'application', 'updated');
    saveTotals.run(held.documents, held.bytes, 'user:ada');
    saveStore.run(at, chunks.length, 1000, nextRow, found.number);
    number += 1;
  });
  return (content) => {
    const chunks = chunksOf(content);
    const begin = process.hrtime.bigint();
    transaction.immediate(content, chunks);
    return process.hrtime.bigint() - begin;
  };
}

/** One request over a kept-alive connection; returns the body. */
function get(url, { agent, headers }) {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(Buffer.concat(parts))
          : reject(new Error(`${answer.statusCode} ${Buffer.concat(parts)}`)),
      );
    })
      .on('error', reject)
      .end();
  });
}

async function startServer(name) {
  const { backend, memory, store } = await openStore(name);
  const keys = new Keys(backend.keys);
  const { key } = await keys.create({ scope: 'user:ada' });
  const server = await listen({ memory, keys, port: 0, limits: { requestsPerMinute: 1e9 } });
  const headers = { 'x-api-key': key, 'anthropic-beta': 'agent-memory-2026-07-22' };
  return { memory, store, server, headers };
}

async function readAgainstMap(rounds) {
  const { Hono } = await import(
    new URL('../packages/server/node_modules/hono/dist/index.js', import.meta.url)
  );
  const { createAdaptorServer } = await import(
    new URL('../packages/server/node_modules/@hono/node-server/dist/index.mjs', import.meta.url)
  );
  const { memory, store, server, headers } = await startServer('read.db');
  const { id } = await store.create({ path: '/a.md', content: documentMaker(4)() });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const url = `${server.url}/v1/memory_stores/${store.id}/memories/${id}`;
  const bytes = (await get(url, { agent, headers })).toString();
  const map = new Map([[id, bytes]]);
  const bare = new Hono();
  bare.get('/v1/memory_stores/:store/memories/:memory', (context) =>
    context.body(map.get(context.req.param('memory')), 200, { 'content-type': 'application/json' }),
  );
  const bareServer = createAdaptorServer({ fetch: bare.fetch });
  await new Promise((resolve) => bareServer.listen(0, '127.0.0.1', resolve));
  const bareUrl = `http://127.0.0.1:${bareServer.address().port}/v1/memory_stores/${store.id}/memories/${id}`;
  const bareAgent = new Agent({ keepAlive: true, maxSockets: 1 });
  const many = async (target, options) => {
    for (let index = 0; index < 20; index++) await get(target, options);
  };
  const { first, second, ratio } = await paired(
    () => many(url, { agent, headers }),
    () => many(bareUrl, { agent: bareAgent, headers }),
    { rounds, warmUp: 400 },
  );
  row(
    'REST read of a 4 KB memory : hono handler with the same bytes from a Map',
    `${ratio.toFixed(2)} (${ms(first / 20)} : ${ms(second / 20)})`,
    'report: key and memory are read anew each time',
  );
  agent.destroy();
  bareAgent.destroy();
  bareServer.close();
  await server.close();
  await memory.close();
}

async function listInLargeStore(rounds) {
  const { memory, store: large } = await openStore('list.db');
  const smallStore = await memory.scope('user:ada').stores.create({ name: 'small' });
  const files = (count) =>
    Array.from({ length: count }, (_, index) => ({
      path: `/d${index % 10}/${index}.md`,
      content: `text ${index}`,
    }));
  await large.import(files(2000));
  await smallStore.import(files(20));
  for (const options of [{ limit: 20 }, { limit: 20, depth: 1 }]) {
    const many = async (store) => {
      for (let index = 0; index < 10; index++) await store.list(options);
    };
    const { first, second, ratio } = await paired(
      () => many(large),
      () => many(smallStore),
      { rounds, warmUp: 10 },
    );
    row(
      `list of 20 in a store of 2,000 : in one of 20${options.depth ? ', rolled up' : ''}`,
      `${ratio.toFixed(2)} (${ms(first / 10)} : ${ms(second / 10)})`,
      options.depth ? 'report' : 'at most 1.3',
    );
  }
  await memory.close();
}

async function manyConnections(requests) {
  const { memory, store, server, headers } = await startServer('many.db');
  const text = documentMaker(5);
  const ids = [];
  for (let index = 0; index < 100; index++) {
    ids.push((await store.create({ path: `/${index}`, content: text() })).id);
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let working = true;
  let writes = 0;
  const writer = (async () => {
    while (working) {
      await store.update('/0', { content: text() });
      writes += 1;
    }
  })();
  const times = [];
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      while (next < requests) {
        const id = ids[next++ % ids.length];
        const begin = performance.now();
        await get(`${server.url}/v1/memory_stores/${store.id}/memories/${id}`, { agent, headers });
        times.push(performance.now() - begin);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  working = false;
  await writer;
  row(
    'REST reads at 64 connections with one writer at work (client in the same process)',
    `${Math.round(requests / seconds)} a second, p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}; ${Math.round(writes / seconds)} writes a second`,
    'report',
  );
  agent.destroy();
  await server.close();
  await memory.close();
}
