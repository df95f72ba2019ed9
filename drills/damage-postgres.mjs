import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startPostgres, whyNoBinary } from '../tools/postgres-server.mjs';
import { randomFrom } from '../tools/random.mjs';
import { askDamaged } from './support/ask-damaged.mjs';
import { answersOf, live, openLife } from './support/damaged-life.mjs';

const require = createRequire(
  new URL('../packages/postgres-backend/package.json', import.meta.url),
);
const pg = require('pg');
const pageSize = 8192;

/**
 * Each damages a file of a table, an index or long texts, or a row by a statement. Only what PostgreSQL can see: it takes
 * an older page or a page of zeros for right.
 */
const damages = {
  nothing: {},
  'a byte flipped': { file: (bytes, random) => flip(bytes, { random, count: 1 }) },
  'bytes flipped': { file: (bytes, random) => flip(bytes, { random, count: 20 }) },
  'the head of a page changed': {
    file(bytes, random) {
      const page = Math.floor((random() * bytes.length) / pageSize) * pageSize;
      flip(bytes.subarray(page, page + 24), { random, count: 1 });
    },
  },
  'two pages swapped': {
    file(bytes, random) {
      const page = () => Math.floor((random() * bytes.length) / pageSize) * pageSize;
      const [one, other] = [page(), page()];
      const kept = Buffer.from(bytes.subarray(one, one + pageSize));
      bytes.copyWithin(one, other, other + pageSize);
      kept.copy(bytes, other);
    },
  },
  'a record cut off': { table: 'mneme.records', set: 'body = left(body, 50)' },
  'the text of another record': {
    table: 'mneme.records',
    set: 'body = (SELECT body FROM mneme.records ORDER BY id LIMIT 1)',
  },
  'a vector cut off': { table: 'mneme.vectors', set: 'code = substr(code, 1, 7)' },
  'a line of the audit cut off': { table: 'mneme.audit', set: 'entry = left(entry, 20)' },
};

function flip(bytes, { random, count }) {
  for (let index = 0; index < count; index++)
    bytes[Math.floor(random() * bytes.length)] ^= 1 << Math.floor(random() * 8);
}

/** @type {import('./drill.mjs').Drill} */
export const damagePostgres = {
  name: 'damage-postgres',
  promise: 'Damage is reported',
  rounds: 108,
  few: 9,
  seen: ['refused', 'right'],
  async run({ rounds, seed, progress }) {
    const skipped = whyNoBinary();
    if (skipped !== undefined) return { figures: {}, broken: [], skipped };
    const figures = { damages: 0, 'refused to open': 0, refused: 0, right: 0, wrong: 0, raw: 0 };
    const broken = [];
    const server = await startPostgres({ checksums: true });
    try {
      const { truth, paths } = await prepare(server);
      const whole = await server.copy();
      const names = Object.keys(damages);
      for (let round = 0; round < rounds; round++) {
        const name = names[round % names.length];
        const say = (kind, ...said) => {
          figures[kind] += 1;
          const tooMuch = kind.startsWith('refused') && name === 'nothing';
          if (kind === 'wrong' || kind === 'raw' || tooMuch)
            broken.push(`round ${round}, ${name}: ${kind}: ${said.join(': ')}`);
        };
        const random = randomFrom(seed * 100_003 + round);
        await server.restore(whole, (folder) => {
          const path = join(folder, paths[Math.floor(random() * paths.length)]);
          const bytes = readFileSync(path);
          damages[name].file?.(bytes, random);
          writeFileSync(path, bytes);
        });
        if (damages[name].table !== undefined) await changeRow(server, damages[name], random);
        await askDamaged(server.url, truth, say);
        figures.damages += 1;
        progress(round + 1);
      }
    } finally {
      await server.stop();
    }
    return { figures, broken };
  },
};

/** A filled server, whose log has nothing that would mend a damaged page, and the right answers. */
async function prepare(server) {
  const life = await openLife(server.url);
  await live(life);
  const questions = await answersOf(life);
  const truth = await answersOf(life, questions);
  await life.memory.close();
  const paths = await withClient(server, async (client) => {
    await client.query('VACUUM (FREEZE)');
    const { rows } = await client.query(
      `SELECT pg_relation_filepath(c.oid) AS path FROM pg_class c JOIN pg_class t ON c.oid IN (t.oid, t.reltoastrelid)
         OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid IN (t.oid, t.reltoastrelid))
       WHERE t.relnamespace = 'mneme'::regnamespace AND t.relkind = 'r' AND pg_relation_size(c.oid) > 0 ORDER BY c.relname`,
    );
    await client.query('CHECKPOINT');
    return rows.map(({ path }) => path);
  });
  return { truth, paths };
}

async function changeRow(server, { table, set }, random) {
  await withClient(server, async (client) => {
    const { rows } = await client.query(
      `SELECT tableoid::regclass AS part, ctid FROM ${table} ORDER BY part, ctid`,
    );
    const { part, ctid } = rows[Math.floor(random() * rows.length)];
    await client.query(`UPDATE ${part} SET ${set} WHERE ctid = $1`, [ctid]);
  });
}

async function withClient(server, work) {
  const client = new pg.Client({ connectionString: server.adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
