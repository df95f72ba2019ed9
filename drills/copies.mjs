import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { createMemory } from '@mneme/core';
import { postgresBackend } from '@mneme/postgres';
import { Keys } from '@mneme/server';
import { startMneme } from '../tools/mneme-server.mjs';
import { startPostgres, whyNoBinary } from '../tools/postgres-server.mjs';
import { randomFrom } from '../tools/random.mjs';
import { cutOff } from './support/remote-memory.mjs';
import { countReports, killFigures, Reports, readScope } from './support/reports.mjs';
import { startWriter } from './support/start-writer.mjs';

const require = createRequire(
  new URL('../packages/postgres-backend/package.json', import.meta.url),
);
const pg = require('pg');
/** Writers in one round, distributed over the copies. */
const lanes = 3;
const aims = ['any', 'any', 'any', 'erase', 'redact'];
const victims = ['client', 'copy', 'database'];

/** @type {import('./drill.mjs').Drill} */
export const copies = {
  name: 'copies',
  promise: 'Copies of a server lose nothing',
  rounds: 200,
  few: 3,
  seen: ['acknowledged writes'],
  async run({ rounds, seed, folder, progress }) {
    const skipped = whyNoBinary();
    if (skipped !== undefined) return { figures: {}, broken: [], skipped };
    const database = await startPostgres({ durable: true });
    const backend = postgresBackend({ connectionString: database.url, timeoutMs: 60_000 });
    const memory = await createMemory({ backend });
    const keys = new Keys(backend.keys);
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    pool.on('error', () => {}); // The database is stopped again and again.
    const start = () => startMneme(database.url, { home: folder });
    const servers = await Promise.all([start(), start()]);
    const random = randomFrom(seed);
    const figures = {
      'kills of three clients': 0,
      'kills of a copy': 0,
      'stops of PostgreSQL': 0,
      ...killFigures(),
    };
    const broken = [];
    const attacks = {
      async client() {
        figures['kills of three clients'] += 1;
      },
      async copy() {
        figures['kills of a copy'] += 1;
        const at = Math.floor(random() * servers.length);
        await servers[at].end('SIGKILL');
        servers[at] = await start();
      },
      async database() {
        figures['stops of PostgreSQL'] += 1;
        await database.kill();
        await database.start();
        await pause(random() * 100);
      },
    };
    try {
      for (let round = 0; round < rounds; round++) {
        const writers = await Promise.all(
          Array.from({ length: lanes }, async (_, lane) => {
            const scope = `w${round}-${lane}`;
            const { key } = await keys.create({ scope });
            const { url } = servers[lane % servers.length];
            const aim = aims[Math.floor(random() * aims.length)];
            const own = seed * 1_000_003 + round * lanes + lane;
            return { scope, writer: startWriter(`${url}#${key}`, { scope, seed: own, aim }) };
          }),
        );
        await Promise.all(writers.map(({ writer }) => writer.untilSaid('ready')));
        await pause(random() * 400);
        await attacks[victims[round % victims.length]]();
        for (const { writer } of writers) writer.child.kill('SIGKILL');
        for (const { scope, writer } of writers) {
          const code = await writer.ended;
          const { seen, reports } = await compared(memory, { scope, text: writer.text() });
          if (code !== null && code !== cutOff && !reports.erased)
            seen.wrong.push(`the writer ended with ${code}`);
          if (!writer.text().includes('ready')) seen.wrong.push('the writer did not begin');
          countReports({ figures, broken }, { scope, reports, seen });
        }
        const halves = await halvesIn(pool);
        figures['half written'] += halves.length;
        broken.push(...halves.map(({ what, scope }) => `${scope}: ${what}`));
        progress(round + 1);
      }
    } finally {
      await Promise.allSettled(servers.map((server) => server.end()));
      await memory.close();
      await pool.end();
      await database.stop();
    }
    return { figures, broken };
  },
};

/** A copy may still finish a request of a killed client, so differences are checked again a moment later. */
async function compared(memory, { scope, text }) {
  for (const isLast of [false, true]) {
    const reports = new Reports(text);
    try {
      const seen = reports.compare(await readScope(memory, scope));
      if (isLast || seen.wrong.length === 0) return { seen, reports };
    } catch (error) {
      // Erased while it was read.
      if (isLast || error.code !== 'not_found') throw error;
    }
    await pause(1000);
  }
}

/** Inconsistencies in the tables. */
async function halvesIn(pool) {
  const ofScope = 'WHERE x.scope = s.scope';
  const lacks = (table, condition) =>
    `NOT EXISTS (SELECT 1 FROM ${table} x ${ofScope} AND ${condition})`;
  const parts = {
    'a record without its vector': `records s WHERE kind IS NOT NULL AND embedded AND ${lacks('vectors', 'x.number = s.number')}`,
    'a passage without its vector': `chunks s WHERE embedded AND ${lacks('vectors', 'x.number = s.number')}`,
    'a vector of nothing': `vectors s WHERE ${lacks('records', 'x.number = s.number')} AND ${lacks('chunks', 'x.number = s.number')}`,
    'a field of nothing': `facets s WHERE ${lacks('records', 'x.number = s.number')}`,
    'a document without its text': `documents s WHERE ${lacks('versions', 'x.id = s.version_id AND x.content IS NOT NULL')}`,
    'a wrong count of records': `scopes s WHERE records <> (SELECT count(*) FROM records x ${ofScope} AND kind IS NOT NULL)`,
    'a wrong count of documents': `scopes s WHERE documents <> (SELECT count(*) FROM documents x ${ofScope})`,
    'a wrong size of documents': `scopes s WHERE document_bytes <> (SELECT coalesce(sum(size_bytes), 0) FROM versions x ${ofScope})`,
    'a wrong count of passages': `stores s WHERE chunks <> (SELECT count(*) FROM chunks x ${ofScope} AND x.store = s.id)`,
  };
  const selects = Object.entries(parts).map(
    ([what, from]) => `SELECT scope, '${what}' AS what FROM ${from}`,
  );
  const results = await pool.query(
    `BEGIN; SET LOCAL search_path TO mneme; SET LOCAL mneme.every_scope = 'on'; ${selects.join(' UNION ALL ')}; COMMIT`,
  );
  return results.flatMap(({ rows }) => rows);
}
