import { expect, it } from 'vitest';
import { inFile } from './in-file.ts';
import { open, path, useStore } from './store.ts';

useStore();

const keep = 'CREATE TABLE kept (content)';
const trigger = `CREATE TRIGGER keeper BEFORE DELETE ON records BEGIN INSERT INTO kept VALUES (OLD.body); END`;

const strange = {
  'a trigger that keeps what is deleted': `${keep}; ${trigger}`,
  'a view in place of a table, with a trigger': `ALTER TABLE record_facets RENAME TO kept; CREATE VIEW record_facets AS SELECT * FROM kept;
    CREATE TRIGGER records_in_facets INSTEAD OF DELETE ON record_facets BEGIN SELECT 1; END`,
  'a view in place of a table': `ALTER TABLE record_facets RENAME TO kept; CREATE VIEW record_facets AS SELECT * FROM kept`,
  'a missing trigger of Mneme': 'DROP TRIGGER records_in_scope',
  'a changed trigger of Mneme': `DROP TRIGGER records_in_scope; ${keep};
    CREATE TRIGGER records_in_scope AFTER INSERT ON records BEGIN INSERT INTO kept VALUES (NEW.body); END`,
};

it.each(Object.entries(strange))('a file with %s is not opened', async (_, sql) => {
  const memory = await open();
  await memory.scope('ada').store({ content: 'Ada likes tea', tags: ['tea'] });
  await memory.close();
  await inFile(path, (database) => database.exec(sql));
  await expect(open()).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringContaining('schema'),
  });
});

it('a trigger added while a memory is open makes its next write fail', async () => {
  const memory = await open();
  const { id } = await memory.scope('ada').store({ content: 'Ada likes tea' });
  await inFile(path, (database) => database.exec(strange['a trigger that keeps what is deleted']));
  await expect(memory.scope('ada').delete(id)).rejects.toMatchObject({ code: 'damaged' });
  await expect(memory.scope('ada').erase()).rejects.toMatchObject({ code: 'damaged' });
  await inFile(path, (database) => database.exec('DROP TRIGGER keeper'));
  await memory.scope('ada').delete(id);
  await memory.close();
  const kept = await inFile(path, (database) => database.prepare('SELECT * FROM kept').all());
  expect(kept).toEqual([]);
});

it('additional tables, indexes and views are accepted', async () => {
  await (await open()).close();
  await inFile(path, (database) =>
    database.exec(`ANALYZE; CREATE TABLE mine (a); CREATE INDEX mine_by_a ON mine (a);
      CREATE INDEX more ON records (created_at); CREATE VIEW facts AS SELECT body FROM records`),
  );
  const memory = await open();
  const { id } = await memory.scope('ada').store({ content: 'Ada likes tea' });
  await memory.scope('ada').delete(id);
});
