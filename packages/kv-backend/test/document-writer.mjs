// One of several processes that append lines to one document with a precondition, overwrite another one without a
// precondition, and then store documents until the scope is full.
import { createMemory } from '@mneme/core';
import { DocumentError } from '@mneme/core/documents';
import { sqliteBackend } from '../src/index.ts';

const [path, name, count] = process.argv.slice(2);
const memory = await createMemory({
  backend: sqliteBackend({ path, durability: 'normal' }),
  documentLimits: { documentsPerScope: 12 },
});
const store = await memory.scope('user:ada').stores.open('notes', { create: true });

/** Two concurrent callers. */
async function addLines(caller) {
  for (let line = 0; line < Number(count); ) {
    const { content, contentSha256 } = await store.read('/log');
    try {
      await store.update('/log', {
        content: `${content}${name}.${caller}.${line}\n`,
        precondition: { type: 'content_sha256', contentSha256 },
      });
      line += 1;
    } catch (error) {
      if (!DocumentError.isInstance(error) || error.reason !== 'precondition_failed') throw error;
    }
  }
}

/** Ten concurrent callers. */
async function writeOver() {
  const callers = Array.from({ length: 10 }, (_, caller) => caller);
  await Promise.all(
    callers.map((caller) => store.write({ path: '/last', content: `${name} ${caller}` })),
  );
}

/** Ten concurrent callers, until the scope is full. */
async function fill() {
  const callers = Array.from({ length: 10 }, (_, caller) => caller);
  await Promise.all(
    callers.map(async (caller) => {
      try {
        await store.create({ path: `/${name}/${caller}`, content: '' });
      } catch (error) {
        if (!DocumentError.isInstance(error) || error.reason !== 'limit') throw error;
      }
    }),
  );
}

await Promise.all([addLines('a'), addLines('b'), writeOver()]);
await fill();
await memory.close();
