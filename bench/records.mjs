/** Records on SQLite, against a plain scan in memory and bare inserts, and the effect of other tenants. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { createMemory } from '../packages/core/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';
import { freeEmbedder, ms, paired, quantile, random, row, textMaker } from './support.mjs';

const require = createRequire(new URL('../packages/kv-backend/package.json', import.meta.url));
const Database = require('better-sqlite3');

const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'));

export async function run({ small = false } = {}) {
  const scale = small ? 0.1 : 1;
  try {
    await retrieveAgainstScan(Math.round(10_000 * scale));
    await retrieveAmongNeighbours(Math.round(200_000 * scale));
    await storeManyAgainstRaw(Math.round(5_000 * scale));
    await openAndFirstRetrieve(Math.round(10_000 * scale));
    await eraseBesideWriter(Math.round(100_000 * scale));
    await eventLoopAndMemory(Math.round(100_000 * scale));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function filled(name, scopes) {
  const path = join(folder, name);
  const memory = await createMemory({
    maxStoreItems: 1_000_000,
    backend: sqliteBackend({ path, durability: 'normal' }),
    embedder: freeEmbedder(),
  });
  for (const { scope, count, seed, session } of scopes) {
    const next = random(seed);
    const text = textMaker(next);
    const inputs = Array.from({ length: count }, (_, index) => ({
      content: text(),
      importance: 1 + Math.floor(next() * 5),
      source: session
        ? { session: `s${Math.floor(index / 20)}`, sequence: index % 20, speaker: `p${index % 2}` }
        : {},
    }));
    await memory.scope(scope).storeMany(inputs, { onConflict: 'keepBoth' });
  }
  return { path, memory };
}

/** A file with these records, stored by `storeMany`. */
async function storedOnce(inputs, embedder) {
  const path = join(folder, 'stored-once.db');
  const memory = await createMemory({
    maxStoreItems: 1_000_000,
    backend: sqliteBackend({ path, durability: 'normal' }),
    embedder,
  });
  await memory.scope('a').storeMany(inputs, { onConflict: 'keepBoth' });
  await memory.close();
  return path;
}

const tables = [
  'scopes',
  'records',
  'record_facets',
  'vectors',
  'vectors_codes',
  'heads',
  'words',
  'audit',
];

function rowsOf(path) {
  const database = new Database(path);
  const rows = tables.map((table) => database.prepare(`SELECT * FROM ${table}`).raw().all());
  database.close();
  return rows;
}

let inserted = 0;

/** Milliseconds to insert rows of all tables into a new file with the same tables, indexes and settings. */
async function insertRows(rows, embedder) {
  const path = join(folder, `insert-${inserted++}.db`);
  const memory = await createMemory({ backend: sqliteBackend({ path }), embedder });
  await memory.close();
  const database = new Database(path);
  for (const setting of ['synchronous = NORMAL', 'secure_delete = ON', 'cache_size = -16000'])
    database.pragma(setting);
  const start = process.hrtime.bigint();
  database.transaction(() => {
    for (const [index, table] of tables.entries()) {
      if (rows[index].length === 0) continue;
      const places = rows[index][0].map(() => '?').join(', ');
      const insert = database.prepare(`INSERT INTO ${table} VALUES (${places})`);
      for (const row of rows[index]) insert.run(row);
    }
  })();
  const took = Number(process.hrtime.bigint() - start) / 1e6;
  database.close();
  return took;
}

/** What LangChain's MemoryVectorStore does: the cosine of every vector, in arrays of numbers, and one sort. */
function memoryScan(vectors) {
  const stored = vectors.map((vector) => [...vector]);
  return (vector) => {
    const query = [...vector];
    const found = stored.map((each, index) => {
      let sum = 0;
      let own = 0;
      let asked = 0;
      for (let at = 0; at < each.length; at++) {
        sum += each[at] * query[at];
        own += each[at] ** 2;
        asked += query[at] ** 2;
      }
      return { index, similarity: sum / Math.sqrt(own * asked) };
    });
    return found.sort((one, other) => other.similarity - one.similarity).slice(0, 10);
  };
}

function queryMaker() {
  const text = textMaker(random(99), { words: 6 });
  return Array.from({ length: 64 }, text);
}

/** Each query was asked once before, as in a program that has run for some seconds. */
const warm = { rounds: 128, warmUp: 64 };

async function retrieveAgainstScan(count) {
  for (const session of [false, true]) {
    const { memory } = await filled(`scan-${session}.db`, [
      { scope: 'a', count, seed: 1, session },
    ]);
    const text = textMaker(random(1));
    const scan = memoryScan(await freeEmbedder().embed(Array.from({ length: count }, text)));
    const scope = memory.scope('a');
    const queries = queryMaker();
    const vectors = await freeEmbedder().embed(queries);
    const found = await paired(
      (round) => scope.retrieve(queries[round % 64], { limit: 10 }),
      (round) => scan(vectors[round % 64]),
      warm,
    );
    const what = session ? 'turns of sessions, with their neighbours' : 'single records';
    row(
      `retrieve at ${count} records in a scope (${what}) against a scan of vectors in memory`,
      `${found.ratio.toFixed(2)} times (${ms(found.first)} against ${ms(found.second)}, p95 ${ms(found.firstP95)})`,
      'at most 0.3 times',
    );
    const recalled = await paired(
      (round) => scope.recall(queries[round % 64]),
      (round) => scope.retrieve(queries[round % 64], { limit: 10 }),
      warm,
    );
    row(
      `recall at ${count} records (${what}) against retrieve`,
      `${recalled.ratio.toFixed(2)} times (${ms(recalled.first)})`,
      'at most 1.3 times',
    );
    await memory.close();
  }
}

async function retrieveAmongNeighbours(others) {
  const alone = await filled('alone.db', [{ scope: 'mine', count: 1000, seed: 5 }]);
  const perScope = 1000;
  const crowd = await filled('crowd.db', [
    ...Array.from({ length: Math.ceil(others / perScope / 2) }, (_, index) => ({
      scope: `o${index}`,
      count: perScope,
      seed: 100 + index,
    })),
    { scope: 'mine', count: 1000, seed: 5 },
    ...Array.from({ length: Math.floor(others / perScope / 2) }, (_, index) => ({
      scope: `p${index}`,
      count: perScope,
      seed: 900 + index,
    })),
  ]);
  const queries = queryMaker();
  const result = await paired(
    (round) => crowd.memory.scope('mine').retrieve(queries[round % 64]),
    (round) => alone.memory.scope('mine').retrieve(queries[round % 64]),
  );
  row(
    `retrieve in a scope of 1,000: the file holds ${others} others against none`,
    `${result.ratio.toFixed(2)} times (${ms(result.first)} against ${ms(result.second)})`,
    'at most 1.2 times',
  );
  await alone.memory.close();
  await crowd.memory.close();
}

async function storeManyAgainstRaw(count) {
  const next = random(7);
  const text = textMaker(next);
  const contents = Array.from({ length: count }, text);
  const embedder = freeEmbedder();
  const vectors = new Map(contents.map((content) => [content, undefined]));
  for (const content of contents) vectors.set(content, (await embedder.embed([content]))[0]);
  const ready = { ...embedder, embed: async (texts) => texts.map((each) => vectors.get(each)) };
  let turn = 0;
  const timed = (write) => async () => {
    const backend = sqliteBackend({
      path: join(folder, `store-${turn++}.db`),
      durability: 'normal',
    });
    const memory = await createMemory({ maxStoreItems: 1_000_000, backend, embedder: ready });
    await memory.stats(); // The threads have started.
    await memory.scope('warm').store({ content: contents[0] });
    const start = process.hrtime.bigint();
    await write(memory.scope('a'));
    const took = Number(process.hrtime.bigint() - start) / 1e6;
    await memory.close();
    return took;
  };
  const inputs = contents.map((content) => ({ content }));
  const store = (options) => timed((scope) => scope.storeMany(inputs, options));
  const append = timed((scope) => scope.episodes.append(inputs, { session: 's' }));
  const rows = rowsOf(await storedOnce(inputs, ready));
  const raw = () => insertRows(rows, ready);
  const off = [];
  const appended = [];
  const bare = [];
  for (let round = 0; round < 5; round++) {
    off.push(await store({ onConflict: 'keepBoth' })());
    appended.push(await append());
    bare.push(await raw());
  }
  const ratioOf = (times) =>
    quantile(
      times.map((time, index) => time / bare[index]),
      0.5,
    );
  row(
    `storeMany of ${count} (policy keepBoth, vectors ready; texts are searched for secrets, words and keys made) against bare inserts of all rows that it leaves, into the same tables, in one transaction`,
    `${ratioOf(off).toFixed(2)} times (${ms(quantile(off, 0.5) / count)} against ${ms(quantile(bare, 0.5) / count)} each)`,
    'at most 1.5 times',
  );
  row(
    `episodes.append of ${count} turns against the same inserts`,
    `${ratioOf(appended).toFixed(2)} times (${ms(quantile(appended, 0.5) / count)} each)`,
    'at most 2.5 times',
  );
  const on = await store({})();
  row(
    `storeMany of ${count} with the default policy, which looks for what each text repeats or replaces, against the same`,
    `${(on / quantile(bare, 0.5)).toFixed(2)} times (${ms(on / count)} each)`,
    'report',
  );
}

async function openAndFirstRetrieve(count) {
  const { path, memory } = await filled('open.db', [{ scope: 'a', count, seed: 3 }]);
  await memory.close();
  const here = new URL('./open-once.mjs', import.meta.url).pathname;
  const take = (kind) => {
    const { stdout, stderr } = spawnSync(process.execPath, [here, kind, path], {
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(stderr);
    return Number(stdout);
  };
  const result = await (async () => {
    const engine = [];
    const raw = [];
    for (let round = 0; round < 7; round++) {
      engine.push(take('engine'));
      raw.push(take('raw'));
    }
    return { engine: quantile(engine, 0.5), raw: quantile(raw, 0.5) };
  })();
  row(
    'opening a file and the first retrieve in a new process, static embedder, against opening it raw',
    `${ms(result.engine)} against ${ms(result.raw)}`,
    'report',
  );
}

async function eraseBesideWriter(count) {
  const { path, memory } = await filled('erase.db', [{ scope: 'large', count, seed: 13 }]);
  const writer = spawn(process.execPath, [
    new URL('./write-once-more.mjs', import.meta.url).pathname,
    path,
  ]);
  const took = [];
  const enough = Promise.withResolvers();
  createInterface({ input: writer.stdout }).on('line', (line) => {
    if (took.push(Number(line)) === 100) enough.resolve();
  });
  await enough.promise;
  const alone = took.splice(0).slice(20);
  const start = performance.now();
  await memory.scope('large').erase();
  const erased = performance.now() - start;
  const beside = took.splice(0);
  writer.kill();
  row(
    `erase of ${count} records: longest wait of another process that writes one record after the other`,
    `${ms(Math.max(...beside))} (p50 ${ms(quantile(beside, 0.5))} of ${beside.length} writes; before it p50 ${ms(quantile(alone, 0.5))}, longest ${ms(Math.max(...alone))}; the erasure takes ${ms(erased)})`,
    '200 ms',
  );
  await memory.close();
}

async function eventLoopAndMemory(count) {
  const { memory } = await filled('large.db', [{ scope: 'a', count, seed: 11 }]);
  const scope = memory.scope('a');
  const queries = queryMaker();
  await scope.retrieve(queries[0]);
  // Node counts the timer's own millisecond as delay.
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const times = [];
  delay.enable();
  for (let round = 0; round < 60; round++) {
    const start = process.hrtime.bigint();
    await scope.retrieve(queries[round % 64]);
    times.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  delay.disable();
  row(
    `event loop delay p99 while retrieving at ${count} records in one scope`,
    `${ms(delay.percentile(99) / 1e6 - 1)} (a retrieve takes ${ms(quantile(times, 0.5))}, p95 ${ms(quantile(times, 0.95))})`,
    'under 10 ms',
  );
  row(
    `resident memory at ${count} records`,
    `${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`,
    'report',
  );
  await memory.close();
}
