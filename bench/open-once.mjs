/** Opens a file once, asks once, prints the milliseconds since the process has loaded its modules. */
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
  database.prepare('SELECT body FROM records LIMIT 100').all();
  report();
}

function report() {
  process.stdout.write(String(Number(process.hrtime.bigint() - start) / 1e6));
}
