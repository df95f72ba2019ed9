/** Records and documents on a real PostgreSQL: against SQLite, against bare statements, among neighbours, in two servers. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { staticEmbedder } from '../../packages/embedders/src/index.ts';
import { postgresBackend } from '../../packages/postgres-backend/src/index.ts';
import { Keys } from '../../packages/server/src/index.ts';
import { tables } from '../../packages/store/src/index.ts';
import { startMneme } from '../../tools/mneme-server.mjs';
import { endProcess } from '../../tools/own-process.mjs';
import { anyPostgres, whyNoPostgres } from '../../tools/postgres-server.mjs';
import {
  asks,
  compare,
  fill,
  folder,
  ms,
  openFile,
  openMemory,
  queries,
  readyEmbedder,
  row,
  scaled,
  texts,
  timeOf,
} from './frame.mjs';
import { copyScope, pg } from './postgres-neighbours.mjs';
import { load, send } from './requests.mjs';

let server;
let client;

export async function run() {
  const reason = whyNoPostgres();
  if (reason) return console.log(`skipped: ${reason}`);
  server = await anyPostgres();
  client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await againstSqlite(scaled(10_000));
    await amongNeighbours(scaled(1_000));
    await whileOthersWrite(scaled(100_000), 40);
    await storeManyAgainstBare(scaled(5_000));
    await updateAgainstBare();
    await twoServers(scaled(20));
  } finally {
    await client.end();
    await server.stop();
  }
}

const schemaOf = (name) => `bench_${name}_${process.pid}`;
const backendOf = (name) =>
  postgresBackend({ connectionString: server.url, schema: schemaOf(name), timeoutMs: 120_000 });
const open = (name) => openMemory(backendOf(name));
const drop = (name) => client.query(`DROP SCHEMA "${schemaOf(name)}" CASCADE`);
const enter = (name) =>
  client.query(`SET search_path TO "${schemaOf(name)}"; SET mneme.every_scope = 'on'`);

async function againstSqlite(count) {
  const memories = [await open('retrieve'), await openFile('beside-postgres.db')];
  for (const memory of memories) await fill(memory, { count });
  await compare(
    `retrieve at ${count} in a scope : the same on SQLite`,
    memories.map((memory) => asks(memory)),
    { rounds: 200, reach: 'at most 2' },
  );
  memories.push(await open('retrieve'));
  const first = await timeOf(() => asks(memories[2])(0));
  row(`first retrieve of a process at ${count} in a scope`, ms(first));
  for (const memory of memories) await memory.close();
}

/** The neighbours are copies of one scope, made inside the server. */
async function amongNeighbours(neighbours) {
  const memories = [await open('among'), await open('alone')];
  for (const memory of memories) await fill(memory, { count: 1_000 });
  await copyScope({ url: server.url, schema: schemaOf('among'), copies: neighbours });
  await compare(
    `retrieve at 1000 in a scope beside ${neighbours * 1000} records of ${neighbours} other scopes : alone`,
    memories.map((memory) => asks(memory)),
    { rounds: 200, reach: 'at most 1.2' },
  );
  for (const memory of memories) await memory.close();
  await drop('among');
  await drop('alone');
}

/**
 * The others have written as much as the quiet scope has, and since then go on: each once a second, from another process,
 * which stands still while the other side is measured.
 */
async function whileOthersWrite(count, others) {
  const memories = [await open('busy'), await open('quiet')];
  for (const memory of memories) await fill(memory, { count });
  for (let at = 0; at < others; at++)
    await fill(memories[0], { scope: `n${at}`, count: count / others, seed: 2 + at });
  await client.query('ANALYZE');
  const script = fileURLToPath(new URL('./write-in-turn.mjs', import.meta.url));
  const args = [script, server.url, schemaOf('busy'), String(others)];
  const writer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(writer.stdout, 'data');
  const each = 20;
  const ask = (memory) => async (round) => {
    for (let at = 0; at < each; at++) await asks(memory)(round * each + at);
  };
  await compare(
    `retrieve at ${count} in a scope while ${others} others write : alone`,
    [
      async (round) => {
        writer.kill('SIGCONT');
        await ask(memories[0])(round);
        writer.kill('SIGSTOP');
      },
      ask(memories[1]),
    ],
    { rounds: 40, warmUp: 4, each, reach: 'at most 1.2' },
  );
  await endProcess(writer, 'SIGKILL');
  for (const memory of memories) await memory.close();
  await drop('busy');
  await drop('quiet');
}

/** The table of those that inherit from a large one that has the rows of a scope. */
const partOf = (table, scope) => `${table}_${createHash('sha256').update(scope).digest()[0] & 7}`;

/** The same rows in the same tables, in transactions of as many records. */
async function storeManyAgainstBare(count) {
  const backend = backendOf('store');
  const requests = [];
  const { commit } = backend;
  backend.commit = (request) => {
    if (request.scope === 'seed') requests.push(request);
    return commit(request);
  };
  const contents = texts(count, 1);
  const inputs = contents.map((content) => ({ content }));
  const memory = await openMemory(backend, readyEmbedder(contents));
  const store = (scope) => memory.scope(scope).storeMany(inputs, { onConflict: 'keepBoth' });
  await store('seed');
  await enter('store');
  const written = {};
  for (const table of ['records', 'facets', 'vectors', 'audit']) {
    const { rows } = await client.query(
      `SELECT row_to_json(t) AS row FROM ${table} t WHERE scope = 'seed' ORDER BY number`,
    );
    written[table] = rows.map((each) => each.row);
  }
  const batch = 1024;
  let scopes = 0;
  const bare = async () => {
    const scope = `bare${scopes++}`;
    for (let start = 1; start <= count; start += batch) {
      await client.query('BEGIN');
      for (const [table, rows] of Object.entries(written)) {
        const into = tables[table].large ? partOf(table, scope) : table;
        const some = rows.filter(({ number }) => number >= start && number < start + batch);
        await client.query(
          `INSERT INTO ${into} SELECT * FROM json_populate_recordset(NULL::${into}, $1)`,
          [JSON.stringify(some.map((each) => ({ ...each, scope })))],
        );
      }
      await client.query('COMMIT');
    }
  };
  // The engine's prepared input, without its own work.
  const commits = async () => {
    const scope = `c${scopes++}`;
    const ofScope = (each) => ({ ...each, scope });
    for (const request of requests) {
      const puts = request.puts.map((put) => ({ ...put, record: ofScope(put.record) }));
      await commit({ ...ofScope(request), puts, audit: request.audit.map(ofScope) });
    }
  };
  const works = {
    [`commits of ${count} records`]: commits,
    [`storeMany of ${count}, with the engine's own work`]: () => store(`s${scopes++}`),
  };
  for (const [what, work] of Object.entries(works))
    await compare(`${what} : bare inserts of the same rows, a record`, [work, bare], {
      ...{ rounds: 6, warmUp: 1, each: count },
      reach: 'at most 1.5',
    });
  await memory.close();
  await drop('store');
}

/** The statements of one document update, with its rows ready, on one connection. */
async function updateAgainstBare() {
  const memory = await open('documents');
  const store = await memory.scope('a').stores.create({ name: 'notes' });
  const contents = texts(100, 1, { words: 300 });
  const updater = async (path) => {
    let { contentSha256 } = await store.create({ path, content: 'first' });
    return async (round) => {
      const precondition = { type: 'content_sha256', contentSha256 };
      ({ contentSha256 } = await store.update(path, { content: contents[round], precondition }));
    };
  };
  const update = await updater('/plan.md');
  const other = await updater('/other.md');
  await other(98);
  await enter('documents');
  const seen = await statementsOf(() => other(99));
  const bare = async () => {
    await client.query(`BEGIN; SELECT set_config('mneme.scope', 'a', true)`);
    for (const { sql, parameters } of seen) {
      // Each version has its own id, which cannot be written twice.
      const fresh = sql.includes('INSERT INTO versions')
        ? parameters.with(Object.keys(tables.versions.columns).indexOf('id'), crypto.randomUUID())
        : parameters;
      await client.query(sql, fresh);
    }
    await client.query('COMMIT');
  };
  let round = 0;
  await compare(
    'document update with precondition : bare SQL of the same transaction',
    [() => update(round++), bare],
    { rounds: 60, warmUp: 5, reach: 'at most 1.5' },
  );
  await memory.close();
  await drop('documents');
}

/** What one call sends to the server. */
async function statementsOf(work) {
  const seen = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (sql, parameters, ...rest) {
    const { text = sql, values = parameters } = sql;
    if (!/^(BEGIN|COMMIT|ROLLBACK)/.test(text)) seen.push({ sql: text, parameters: values });
    return query.call(this, sql, parameters, ...rest);
  };
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return seen;
}

async function twoServers(seconds) {
  const backend = backendOf('servers');
  await fill(await openMemory(backend, staticEmbedder()), { count: 500 });
  const { key } = await new Keys(backend.keys).create({ scope: 'a' });
  await backend.close();
  const db = `${server.url}?schema=${schemaOf('servers')}`;
  const servers = await Promise.all([0, 1].map(() => startMneme(db, { home: folder })));
  const post = (at, path, body) =>
    send(servers[at % 2].url + path, { headers: { 'x-api-key': key }, body });
  const retrieve = (at) => post(at, '/v1/mneme/retrieve', { query: queries[at % 64] });
  await Promise.all([retrieve(0), retrieve(1)]);
  const notes = texts(100_000, 8);
  await load('two servers over 500 records', {
    seconds,
    ask: retrieve,
    write: (at) => post(at, '/v1/mneme/memories', { content: notes[at] }),
  });
  await Promise.all(servers.map((each) => each.end()));
}
