/**
 * Memory of one process that reads many small scopes on PostgreSQL, with a small heap: does it stay within its budget, and
 * how many of its answers need no scope to be read anew?
 */
import { postgresBackend } from '../../packages/postgres-backend/src/index.ts';
import { anyPostgres, whyNoPostgres } from '../../tools/postgres-server.mjs';
import { randomFrom } from '../../tools/random.mjs';
import { asks, fill, inProcess, openMemory, row, scaled } from './frame.mjs';
import { copyScope } from './postgres-neighbours.mjs';

const recordsEach = 100;
const heapMiB = 640;
const mebibyte = 1024 * 1024;
const schema = 'bench_scopes';

const backendOf = (connectionString, cacheBytes) =>
  postgresBackend({ connectionString, schema, cacheBytes, timeoutMs: 120_000 });

export async function run() {
  const reason = whyNoPostgres();
  if (reason) return console.log(`skipped: ${reason}`);
  const server = await anyPostgres();
  const [scopes, cacheBytes] = [scaled(10_000), scaled(512 * mebibyte)];
  try {
    const memory = await openMemory(backendOf(server.url));
    await fill(memory, { count: recordsEach });
    await memory.close();
    await copyScope({ url: server.url, schema, copies: scopes });
    const seen = await inProcess(import.meta.filename, { url: server.url, scopes, cacheBytes }, [
      '--expose-gc',
      `--max-old-space-size=${heapMiB}`,
    ]);
    const inMiB = (bytes) => `${Math.round(bytes / mebibyte)} MiB`;
    const of = `${scopes} scopes of ${recordsEach} records, budget ${inMiB(cacheBytes)}, heap at most ${heapMiB} MiB`;
    row(`${of}: memory in use beyond the first scope's`, inMiB(seen.used), 'at most the budget');
    row(`${of}: resident memory beyond it, at its peak`, inMiB(seen.resident));
    row(`${of}: bytes that one scope takes, a record`, Math.round(seen.each / recordsEach));
    row(
      `${of}: answers for scopes in any order that need none read anew`,
      seen.known.toFixed(2),
      '0.9',
    );
  } finally {
    await server.stop();
  }
}

/** Memory that is in use after a collection, and resident memory. */
function memoryNow() {
  const { rss } = process.memoryUsage();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return { used: heapUsed + external, resident: rss };
}

async function read({ url, scopes, cacheBytes }) {
  const backend = backendOf(url, cacheBytes);
  const memory = await openMemory(backend);
  await asks(memory)(0);
  const start = memoryNow();
  let first = 0;
  const most = { used: 0, resident: 0, each: 0 };
  for (let at = 1; at <= scopes; at++) {
    await asks(memory, `n${at}`)(at);
    if (at % 100 !== 0) continue;
    const now = memoryNow();
    for (const part of ['used', 'resident'])
      most[part] = Math.max(most[part], now[part] - start[part]);
    // Up to half of the budget nothing is dropped; the first scopes also fill what all share.
    if (at === 100) first = now.used;
    else if (most.used < cacheBytes / 2) most.each = (now.used - first) / (at - 100);
  }
  const { hits, misses } = backend.gauges().indexes;
  const next = randomFrom(7);
  for (let at = 0; at < scopes; at++) await asks(memory, `n${1 + Math.floor(next() * scopes)}`)(at);
  const after = backend.gauges().indexes;
  await memory.close();
  const known = after.hits - hits;
  console.log(JSON.stringify({ ...most, known: known / (known + after.misses - misses) }));
}

if (process.argv[1] === import.meta.filename) await read(JSON.parse(process.argv[2]));
