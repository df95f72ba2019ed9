/** Records and documents on a real PostgreSQL: against SQLite, against bare statements, among neighbours, in two servers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '../packages/core/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';
import { postgresBackend } from '../packages/postgres-backend/src/index.ts';
import { Keys } from '../packages/server/src/index.ts';
import { startMneme } from '../tools/mneme-server.mjs';
import { anyPostgres, whyNoPostgres } from '../tools/postgres-server.mjs';
import { freeEmbedder, ms, paired, quantile, random, row, textMaker } from './support.mjs';

const require = createRequire(
  new URL('../packages/postgres-backend/package.json', import.meta.url),
);
const pg = require('pg');

export async function run({ small = false } = {}) {
  const reason = whyNoPostgres();
  if (reason) return console.log(`skipped: ${reason}`);
  const server = await anyPostgres();
  const scale = small ? 0.1 : 1;
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await retrieveAgainstSqlite(server, Math.round(10_000 * scale));
    await retrieveAmongNeighbours(server, client, Math.round(1_000 * scale));
    await storeManyAgainstBare(server, client, Math.round(5_000 * scale));
    await updateAgainstBare(server, client);
    await twoServers(server, small ? 5 : 20);
  } finally {
    await client.end();
    await server.stop();
  }
}

const schemaOf = (name) => `bench_${name}_${process.pid}`;

async function open(server, schema) {
  return createMemory({
    maxStoreItems: 1_000_000,
    backend: postgresBackend({ connectionString: server.url, schema, timeoutMs: 120_000 }),
    embedder: freeEmbedder(),
  });
}

function inputs(count, seed) {
  const next = random(seed);
  const text = textMaker(next);
  return Array.from({ length: count }, () => ({
    content: text(),
    importance: 1 + Math.floor(next() * 5),
  }));
}

const fill = (memory, scope, count) =>
  memory.scope(scope).storeMany(inputs(count, 1), { onConflict: 'keepBoth' });

function queryMaker() {
  const text = textMaker(random(99), { words: 6 });
  return Array.from({ length: 64 }, text);
}

export async function retrieveAgainstSqlite(server, count) {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'));
  const sqlite = await createMemory({
    maxStoreItems: 1_000_000,
    backend: sqliteBackend({ path: join(folder, 'a.db') }),
    embedder: freeEmbedder(),
  });
  const postgres = await open(server, schemaOf('retrieve'));
  for (const memory of [sqlite, postgres]) await fill(memory, 'a', count);
  const queries = queryMaker();
  const retrieve = (memory) => (round) => memory.scope('a').retrieve(queries[round % 64]);
  const result = await paired(retrieve(postgres), retrieve(sqlite), { rounds: 200, warmUp: 64 });
  row(
    `retrieve at ${count} in a scope : the same on SQLite`,
    `${result.ratio.toFixed(2)} (${ms(result.first)} / ${ms(result.second)})`,
    'at most 2',
  );
  let shared = 0;
  for (const query of queries) {
    const [one, other] = await Promise.all(
      [sqlite, postgres].map(async (memory) =>
        (await memory.scope('a').retrieve(query)).memories.map(({ content }) => content),
      ),
    );
    shared += one.filter((content) => other.includes(content)).length / Math.max(1, one.length);
  }
  row('memories shared with SQLite', `${((100 * shared) / 64).toFixed(1)} %`, 'at least 99 %');
  const cold = await open(server, schemaOf('retrieve'));
  const start = performance.now();
  await cold.scope('a').retrieve(queries[0]);
  row(
    `first retrieve of a process at ${count} in a scope`,
    ms(performance.now() - start),
    'report',
  );
  for (const memory of [sqlite, postgres, cold]) await memory.close();
  rmSync(folder, { recursive: true });
}

/** The neighbours are copies of one scope, made inside the server. */
export async function retrieveAmongNeighbours(server, client, neighbours) {
  const memories = {};
  for (const kind of ['alone', 'among']) {
    memories[kind] = await open(server, schemaOf(kind));
    await fill(memories[kind], 'a', 1_000);
  }
  await client.query(`SET search_path TO "${schemaOf('among')}"; SET mneme.every_scope = 'on'`);
  for (const table of ['records', 'facets', 'vectors', 'scopes']) {
    const { rows } = await client.query(
      `SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS names FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = $1 AND column_name <> 'scope'`,
      [table],
    );
    const [{ names }] = rows;
    await client.query(
      `INSERT INTO ${table} (scope, ${names}) SELECT 'n' || g, ${names} FROM ${table}, generate_series(1, ${neighbours}) g WHERE scope = 'a'`,
    );
  }
  await client.query('ANALYZE');
  const queries = queryMaker();
  const retrieve = (memory) => (round) => memory.scope('a').retrieve(queries[round % 64]);
  const result = await paired(retrieve(memories.among), retrieve(memories.alone), {
    rounds: 200,
    warmUp: 20,
  });
  row(
    `retrieve at 1000 in a scope beside ${neighbours * 1000} records of ${neighbours} other scopes : alone`,
    `${result.ratio.toFixed(2)} (${ms(result.first)} / ${ms(result.second)})`,
    'at most 1.2',
  );
  for (const memory of Object.values(memories)) await memory.close();
  for (const kind of ['alone', 'among'])
    await client.query(`DROP SCHEMA "${schemaOf(kind)}" CASCADE`);
}

/** The same rows in the same tables, in transactions of as many records, from ready texts. */
export async function storeManyAgainstBare(server, client, count) {
  const schema = schemaOf('store');
  const backend = postgresBackend({ connectionString: server.url, schema, timeoutMs: 120_000 });
  const requests = [];
  const { commit } = backend;
  backend.commit = (request) => {
    if (request.scope === 'seed') requests.push(request);
    return commit(request);
  };
  // Making texts and vectors is not measured.
  const texts = inputs(count, 1);
  const { embed, ...free } = freeEmbedder();
  const vectors = new Map();
  for (const { content } of texts) vectors.set(content, (await embed([content]))[0]);
  const memory = await createMemory({
    maxStoreItems: 1_000_000,
    backend,
    embedder: {
      ...free,
      embed: async (wanted) => wanted.map((text) => vectors.get(text)),
    },
  });
  const fill = (scope) => memory.scope(scope).storeMany(texts, { onConflict: 'keepBoth' });
  await fill('seed');
  await client.query(`SET search_path TO "${schema}"; SET mneme.every_scope = 'on'`);
  const tables = {};
  for (const table of ['records', 'facets', 'vectors']) {
    const { rows } = await client.query(
      `SELECT row_to_json(t) AS row FROM ${table} t WHERE scope = 'seed' ORDER BY number`,
    );
    tables[table] = rows.map(({ row: each }) => each);
  }
  const lines = await client.query(
    `SELECT scope, at, entry FROM audit WHERE scope = 'seed' ORDER BY number`,
  );
  const batch = 1024;
  let scopes = 0;
  const bare = async () => {
    const scope = `bare${scopes++}`;
    for (let start = 0; start < count; start += batch) {
      await client.query('BEGIN');
      for (const [table, rows] of Object.entries(tables)) {
        const part = rows
          .filter(({ number }) => number >= start && number < start + batch)
          .map((each) => ({ ...each, scope }));
        await client.query(
          `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
          [JSON.stringify(part)],
        );
      }
      const part = lines.rows.slice(start, start + batch).map((each) => ({ ...each, scope }));
      await client.query(
        'INSERT INTO audit (scope, at, entry) SELECT scope, at, entry FROM json_to_recordset($1) AS x (scope text, at text, entry text)',
        [JSON.stringify(part)],
      );
      await client.query('COMMIT');
    }
  };
  // The engine's prepared input, without its own work.
  const commits = async () => {
    const scope = `c${scopes++}`;
    for (const request of requests) {
      const ofScope = (each) => ({ ...each, scope });
      const puts = request.puts.map((put) => ({ ...put, record: ofScope(put.record) }));
      await commit({ ...ofScope(request), puts, audit: request.audit.map(ofScope) });
    }
  };
  const written = await paired(commits, bare, { rounds: 6, warmUp: 1 });
  row(
    `commits of ${count} records : bare inserts of the same rows`,
    `${written.ratio.toFixed(2)} (${ms(written.first / count)} / ${ms(written.second / count)} a record)`,
    'at most 1.5',
  );
  const result = await paired(() => fill(`s${scopes++}`), bare, {
    rounds: 6,
    warmUp: 1,
  });
  row(
    `storeMany of ${count}, with the engine's own work : bare inserts of the same rows`,
    `${result.ratio.toFixed(2)} (${ms(result.first / count)} / ${ms(result.second / count)} a record)`,
    'at most 1.5',
  );
  await memory.close();
  await client.query(`DROP SCHEMA "${schema}" CASCADE`);
}

/** The statements of one document update, with its rows ready, on one connection. */
export async function updateAgainstBare(server, client) {
  const schema = schemaOf('documents');
  const memory = await open(server, schema);
  const store = await memory.scope('a').stores.create({ name: 'notes' });
  const text = (round) => `Round ${round}. ${textMaker(random(round + 1), { words: 300 })()}`;
  const updater = async (path) => {
    let { contentSha256 } = await store.create({ path, content: text(0) });
    return async (round) => {
      const precondition = { type: 'content_sha256', contentSha256 };
      ({ contentSha256 } = await store.update(path, { content: text(round + 1), precondition }));
    };
  };
  const update = await updater('/plan.md');
  const other = await updater('/other.md');
  await other(0);
  await client.query(`SET search_path TO "${schema}"`);
  const seen = await statementsOf(other);
  const bare = async () => {
    await client.query(`BEGIN; SELECT set_config('mneme.scope', 'a', true)`);
    for (const { sql, parameters } of seen) {
      // Each version has its own id, which cannot be written twice.
      const fresh = sql.includes('INSERT INTO versions')
        ? parameters.with(2, crypto.randomUUID())
        : parameters;
      await client.query(sql, fresh);
    }
    await client.query('COMMIT');
  };
  if (seen.length > 0) {
    const result = await paired(update, bare, { rounds: 60, warmUp: 5 });
    row(
      'document update with precondition : bare SQL of the same transaction',
      `${result.ratio.toFixed(2)} (${ms(result.first)} / ${ms(result.second)})`,
      'at most 1.5',
    );
  }
  await memory.close();
  await client.query(`DROP SCHEMA "${schema}" CASCADE`);
}

/** One writer and 64 readers over two copies of the server. */
export async function twoServers(server, seconds) {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'));
  const db = `${server.url}?schema=${schemaOf('servers')}`;
  const backend = postgresBackend({ connectionString: server.url, schema: schemaOf('servers') });
  await backend.open({});
  const { key } = await new Keys(backend.keys).create({ scope: 'a' });
  await backend.close();
  const servers = await Promise.all([0, 1].map(() => startMneme(db, { home: folder })));
  const post = async (at, path, body) => {
    const response = await fetch(servers[at % 2].url + path, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const facts = inputs(500, 7);
  for (const [at, { content }] of facts.entries())
    await post(at, '/v1/mneme/memories', { content, category: 'factual_knowledge' });
  const queries = queryMaker();
  const end = performance.now() + seconds * 1000;
  const times = [];
  const failures = new Map();
  let written = 0;
  const noted = (status) => {
    if (status !== 200) failures.set(status, (failures.get(status) ?? 0) + 1);
  };
  const reader = async (at) => {
    for (let round = at; performance.now() < end; round++) {
      const start = performance.now();
      noted(await post(at, '/v1/mneme/retrieve', { query: queries[round % 64] }));
      times.push(performance.now() - start);
    }
  };
  const writer = async () => {
    const more = inputs(100_000, 8);
    for (; performance.now() < end; written++)
      noted(
        await post(written, '/v1/mneme/memories', {
          content: more[written].content,
          category: 'factual_knowledge',
        }),
      );
  };
  await Promise.all([writer(), ...Array.from({ length: 64 }, (_, at) => reader(at))]);
  const errors = [...failures].map(([status, count]) => `${count} of ${status}`).join(', ');
  row(
    'two servers, 64 readers, one writer: requests a second, p50, p99, writes, errors',
    `${((times.length + written) / seconds).toFixed(0)}/s, ${ms(quantile(times, 0.5))}, ${ms(quantile(times, 0.99))}, ${written}, ${errors || 0}`,
    'report, 0 errors',
  );
  await Promise.all(servers.map((each) => each.end()));
  rmSync(folder, { recursive: true, force: true });
}

/** What one call sends to the server: its statements are recorded on a connection that passes them on. */
async function statementsOf(work) {
  const seen = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (sql, parameters, ...rest) {
    if (typeof sql === 'string' && !/^(BEGIN|COMMIT|ROLLBACK)/.test(sql))
      seen.push({ sql, parameters });
    return query.call(this, sql, parameters, ...rest);
  };
  try {
    await work(2);
  } finally {
    pg.Client.prototype.query = query;
  }
  return seen;
}
