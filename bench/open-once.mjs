/** Opens a file once, asks once, prints the milliseconds since the process's modules were loaded. */
import { createRequire } from 'node:module';

const [kind, path] = process.argv.slice(2);
const start = process.hrtime.bigint();
if (kind === 'engine') {
  const { createMemory } = await import('../packages/core/src/index.ts');
  const { sqliteBackend } = await import('../packages/kv-backend/src/index.ts');
  const { freeEmbedder } = await import('./support.mjs');
  const memory = await createMemory({ backend: sqliteBackend({ path }), embedder: freeEmbedder() });
  await memory.scope('a').retrieve('w5 w30 w400');
  report();
  await memory.close();
} else {
  const require = createRequire(new URL('../packages/kv-backend/package.json', import.meta.url));
  const database = new (require('better-sqlite3'))(path);
  require('sqlite-vec').load(database);
  database
    .prepare('SELECT rowid FROM record_terms WHERE record_terms MATCH ? LIMIT 100')
    .all('"w5" OR "w30" OR "w400"');
  database
    .prepare('SELECT rowid FROM record_vectors WHERE embedding MATCH ? AND k = 100 AND scope = 1')
    .all(new Float32Array(256).fill(1 / 16));
  report();
}

function report() {
  process.stdout.write(String(Number(process.hrtime.bigint() - start) / 1e6));
}
