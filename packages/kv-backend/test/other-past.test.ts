import { join } from 'node:path';
import { createMemory, type Memory } from '@mneme/core';
import { sqliteRows } from '@mneme/sqlite';
import { storeBackend } from '@mneme/store';
import { expect, it } from 'vitest';
import { loadDriver } from '../src/drivers/index.ts';
import { firstEmbedder } from './life.ts';
import { closing, folder, path, useStore } from './store.ts';

useStore();

async function foundBy(memory: Memory): Promise<string[]> {
  const { memories } = await memory.scope('ada').retrieve('tea lake jazz', {
    ...{ limit: 20, minRelevance: 0 },
  });
  return memories.map(({ content }) => content).sort();
}

it('a running memory answers what is there now after its tables were filled from a backup, and new writes up to the same revision', async () => {
  const open = async () => {
    const rows = sqliteRows({ path });
    const backend = storeBackend(rows);
    return { rows, memory: closing(await createMemory({ backend, embedder: firstEmbedder })) };
  };
  const { rows, memory } = await open();
  const ada = memory.scope('ada');
  await ada.storeMany([{ content: 'Drinks tea' }, { content: 'Sails on the lake' }]);
  await foundBy(memory);
  const backup = join(folder, 'backup.db');
  await rows.backup({ path: backup });
  await ada.store({ content: 'Plays jazz' });
  expect(await foundBy(memory)).toContain('Plays jazz');

  const driver = await loadDriver('better-sqlite3');
  const [database, earlier] = [driver.open(path), driver.open(backup)];
  const tables = database
    .prepare<{ name: string }>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'`,
    )
    .all()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('sqlite_'));
  database.exec('BEGIN');
  for (const name of tables) {
    database.exec(`DELETE FROM ${name}`);
    for (const row of earlier.prepare<object>(`SELECT * FROM ${name}`).all()) {
      const places = Object.keys(row).map(() => '?');
      const insert = `INSERT INTO ${name} (${Object.keys(row)}) VALUES (${places})`;
      database.prepare(insert).run(...Object.values(row));
    }
  }
  database.exec('COMMIT');
  database.close();
  earlier.close();
  const other = await open();
  await other.memory.scope('ada').store({ content: 'Swims in the lake' });

  const found = await foundBy(other.memory);
  expect(found).toHaveLength(3);
  expect(found).not.toContain('Plays jazz');
  expect(await foundBy(memory)).toEqual(found);
});
