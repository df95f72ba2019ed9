/** Writes one record after the other into a file until it is ended, and prints the milliseconds of each. */
import { createMemory } from '../packages/core/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';
import { freeEmbedder } from './support.mjs';

const memory = await createMemory({
  backend: sqliteBackend({ path: process.argv[2], durability: 'normal' }),
  embedder: freeEmbedder(),
});
const scope = memory.scope('small');
for (let at = 0; ; at++) {
  const start = performance.now();
  await scope.store({ content: `note ${at}`, onConflict: 'keepBoth' });
  process.stdout.write(`${performance.now() - start}\n`);
}
