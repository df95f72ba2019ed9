// One of several processes that add their lines to one document, each with a precondition.
import { createMemory, DocumentError } from '@mneme/core';
import { sqliteBackend } from '../src/index.ts';

const [path, name, count] = process.argv.slice(2);
const memory = await createMemory({ backend: sqliteBackend({ path, durability: 'normal' }) });
const store = await memory.scope('user:ada').stores.open('notes', { create: true });

/** As two callers of one process. */
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

await Promise.all([addLines('a'), addLines('b')]);
await memory.close();
