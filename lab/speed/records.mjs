/** Records on SQLite, against a plain scan in memory and bare inserts, and the effect of other tenants. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  asks,
  compare,
  fill,
  folder,
  freeEmbedder,
  median,
  ms,
  openFile,
  printRatio,
  queries,
  readyEmbedder,
  row,
  scaled,
  texts,
  timeOf,
} from './frame.mjs';

const require = createRequire(new URL('../../packages/kv-backend/package.json', import.meta.url));
const Database = require('better-sqlite3');

export async function run() {
  await retrieves(scaled(10_000));
  await amongNeighbours(scaled(200_000));
  await storeManyAgainstBare(scaled(5_000));
  await eraseBesideWriter(scaled(100_000));
}

const filled = async (name, what) => fill(await openFile(name), what);

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

const turnOf = (index) => ({
  kind: 'episode',
  source: { session: `s${Math.floor(index / 20)}`, sequence: index % 20, speaker: `p${index % 2}` },
});

async function retrieves(count) {
  const scan = memoryScan(await freeEmbedder.embed(texts(count, 1)));
  const vectors = await freeEmbedder.embed(queries);
  const kinds = { 'single records': undefined, 'turns of sessions': turnOf };
  const large = await filled('large.db', { count: count * 10 });
  for (const [what, inputOf] of Object.entries(kinds)) {
    const memory = await filled(`${what}.db`, { count, inputOf });
    const retrieve = asks(memory);
    const recall = (round) => memory.scope('a').recall(queries[round % 64]);
    await compare(
      `retrieve at ${count} records in a scope (${what}) : a scan of the vectors in memory`,
      [retrieve, (round) => scan(vectors[round % 64])],
      { rounds: 128, reach: 'at most 0.3' },
    );
    await compare(`recall at ${count} records (${what}) : retrieve`, [recall, retrieve], {
      rounds: 128,
      reach: 'at most 1.3',
    });
    if (inputOf === undefined)
      await compare(`retrieve at ${count * 10} records : at ${count}`, [asks(large), retrieve], {
        reach: 'at most 4',
      });
    await memory.close();
  }
  await large.close();
}

async function amongNeighbours(others) {
  const mine = { scope: 'mine', count: 1000, seed: 5 };
  const alone = await filled('alone.db', mine);
  const crowd = await openFile('crowd.db');
  for (let seed = 100; seed < 100 + others / 1000; seed++) {
    if (seed === 100 + others / 2000) await fill(crowd, mine);
    await fill(crowd, { scope: `o${seed}`, count: 1000, seed });
  }
  await compare(
    `retrieve in a scope of 1,000 with ${others} others in the file : alone`,
    [asks(crowd, 'mine'), asks(alone, 'mine')],
    { reach: 'at most 1.2' },
  );
  await alone.close();
  await crowd.close();
}

const tables = 'scopes records record_facets vectors vectors_codes heads words audit'.split(' ');

/** Milliseconds to insert rows of all tables into a new file with the same tables, indexes and settings. */
async function insertRows(name, rows) {
  const memory = await openFile(name);
  await memory.close();
  const database = new Database(join(folder, name));
  for (const setting of ['synchronous = NORMAL', 'secure_delete = ON', 'cache_size = -16000'])
    database.pragma(setting);
  const insertAll = database.transaction(() => {
    for (const [index, table] of tables.entries()) {
      if (rows[index].length === 0) continue;
      const places = rows[index][0].map(() => '?').join(', ');
      const insert = database.prepare(`INSERT INTO ${table} VALUES (${places})`);
      for (const each of rows[index]) insert.run(each);
    }
  });
  const took = await timeOf(insertAll);
  database.close();
  return took;
}

async function storeManyAgainstBare(count) {
  const contents = texts(count, 7);
  const inputs = contents.map((content) => ({ content }));
  const embedder = readyEmbedder(contents);
  let files = 0;
  const store = async (options) => {
    const memory = await openFile(`store-${files++}.db`, { embedder });
    await memory.scope('warm').store(inputs[0]); // The threads have started.
    const took = await timeOf(() => memory.scope('a').storeMany(inputs, options));
    await memory.close();
    return took / count;
  };
  const keepBoth = { onConflict: 'keepBoth' };
  const once = await openFile('once.db', { embedder });
  await once.scope('a').storeMany(inputs, keepBoth);
  await once.close();
  const database = new Database(join(folder, 'once.db'));
  const rows = tables.map((table) => database.prepare(`SELECT * FROM ${table}`).raw().all());
  database.close();
  const times = [[], []];
  for (let round = 0; round < 5; round++) {
    times[0].push(await store(keepBoth));
    times[1].push((await insertRows(`bare-${round}.db`, rows)) / count);
  }
  printRatio(
    `storeMany of ${count} (keepBoth, vectors ready) : bare inserts of all rows that it leaves, in one transaction, a record`,
    times,
    'at most 1.5',
  );
  row(
    `storeMany of ${count} with the default policy, which looks for what each text repeats or replaces`,
    `${ms(await store({}))} a record`,
  );
}

async function eraseBesideWriter(count) {
  const memory = await filled('erase.db', { scope: 'large', count, seed: 13 });
  const program = fileURLToPath(new URL('./write-once-more.mjs', import.meta.url));
  const writer = spawn(process.execPath, [program, join(folder, 'erase.db')]);
  const took = [];
  const enough = Promise.withResolvers();
  createInterface({ input: writer.stdout }).on('line', (line) => {
    if (took.push(Number(line)) === 100) enough.resolve();
  });
  await enough.promise;
  const alone = took.splice(0).slice(20);
  const erased = await timeOf(() => memory.scope('large').erase());
  const beside = took.splice(0);
  writer.kill();
  const said = (times) => `p50 ${ms(median(times))}, longest ${ms(Math.max(...times))}`;
  row(
    `erase of ${count} records: waits of another process that writes one record after the other`,
    `${said(beside)}, ${beside.length} writes; before it ${said(alone)}; the erasure takes ${ms(erased)}`,
    'longest 200 ms',
  );
  await memory.close();
}
