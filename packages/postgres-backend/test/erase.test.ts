import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemory } from '@mneme/core';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import {
  type OwnPostgresServer,
  startPostgres,
  whyNoBinary,
} from '../../../tools/postgres-server.mjs';
import { postgresBackend } from '../src/index.ts';

const reason = whyNoBinary();
const word = 'zanzibarquux';

/** Whether a file of the tables, their indexes or their long texts has the word. */
function isInTables({ folder }: OwnPostgresServer): boolean {
  const base = join(folder, 'base');
  return readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .some(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(word));
}

describe.skipIf(reason)(`Erasing in PostgreSQL${reason ? ` [skipped: ${reason}]` : ''}`, () => {
  it('leaves words in the files of the tables until VACUUM FULL, as its receipt says', async () => {
    const server = await startPostgres();
    const backend = postgresBackend({ connectionString: server.url });
    const memory = await createMemory({ backend, embedder: letterEmbedder });
    const client = new pg.Client({ connectionString: server.adminUrl });
    await client.connect();
    const ada = memory.scope('ada');
    for (let number = 0; number < 20; number++) {
      const others = `The harbour of note ${number} ${'is deep '.repeat(20)}`;
      await memory.scope('bob').store({ content: others }, { onConflict: 'keepBoth' });
      const source = { session: word, externalId: `${word} ${number}` };
      const own = { content: `${word} ${others}`, tags: [word], source };
      await ada.store(own, { onConflict: 'keepBoth' });
    }
    const notes = await ada.stores.open('notes', { create: true });
    const long = Array.from({ length: 3000 }, (_, at) => `${word} ${(at * 7919) % 3001}`);
    await notes.write({ path: `/${word}`, content: long.join(' ') });
    const receipt = await ada.erase();
    await client.query('CHECKPOINT');
    // This is why the receipt does not promise more. If it were gone, the receipt could say so.
    expect(isInTables(server)).toBe(true);
    expect(receipt.bytes).toBe('pending');
    expect(receipt.bytesReason).toContain('VACUUM FULL');
    await client.query('VACUUM FULL');
    await client.query('CHECKPOINT');
    expect(isInTables(server)).toBe(false);
    await client.end();
    await memory.close();
    await server.stop();
  });
});
