import { expect, it } from 'vitest';
import { inFile } from './in-file.ts';
import { fileWith } from './numbered-file.ts';
import { open, path, useStore } from './store.ts';

useStore();

it('a file with all numbers in use refuses another scope and another store, and says what to do', async () => {
  await fileWith(4_000_000);
  await inFile(path, (database) =>
    database.exec(`WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 4000000)
      INSERT OR IGNORE INTO scopes (number, name) SELECT n, 'scope ' || n FROM number`),
  );
  const memory = await open();
  const refusal = { code: 'storage_full', message: expect.stringContaining('mneme db copy') };
  await expect(memory.scope('late').store({ content: 'too late' })).rejects.toMatchObject(refusal);
  await expect(memory.scope('first').stores.create({ name: 'late' })).rejects.toMatchObject(
    refusal,
  );
  expect(await memory.scope('first').retrieve('ship')).toMatchObject({ memories: [{}] });
  await memory.scope('first').erase();
  await memory.scope('late').store({ content: 'a number is free again' });
});
