import { createMemory } from '@mneme/core';
import { storeBackend, tables } from '@mneme/store';
import { expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { postgresRows } from '../src/index.ts';
import { describeOnPostgres, newSchema } from './on-server.ts';
import { watchedPool } from './watched-pool.ts';

describeOnPostgres('A store over rows in PostgreSQL', (seat) => {
  it('answers calls about one scope with few transactions, each about one part of a divided table', async () => {
    const sent: string[] = [];
    const { pool, end } = watchedPool(seat.url(), (text, query) => {
      sent.push(text);
      return query();
    });
    const schema = newSchema();
    const backend = storeBackend(postgresRows({ pool, schema }));
    const memory = await createMemory({ backend, embedder: letterEmbedder });
    const ada = memory.scope('ada');
    await ada.storeMany([{ content: 'Drinks tea' }, { content: 'Sails on the lake' }]);
    await ada.retrieve('tea');
    const calls = {
      stats: () => ada.stats(),
      list: () => ada.list({}),
      store: () => ada.store({ content: 'Plays jazz' }, { onConflict: 'keepBoth' }),
    };
    const most = { stats: 1, list: 2, store: 3 };
    for (const [name, call] of Object.entries(calls)) {
      sent.length = 0;
      await call();
      const begun = sent.filter((text) => text.startsWith('BEGIN'));
      expect(begun.length, name).toBeLessThanOrEqual(most[name as keyof typeof most]);
      for (const [table, of] of Object.entries(tables))
        if ('large' in of)
          expect(sent.join('\n'), name).not.toMatch(new RegExp(`\\b${table} r\\b`));
    }
    await memory.close();
    await end();
    await seat.sql(`DROP SCHEMA "${schema}" CASCADE`);
  });
});
