import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inFile } from './in-file.ts';
import { firstEmbedder } from './life.ts';
import { folder, open, path, useStore } from './store.ts';

useStore();

const keep = 'CREATE TABLE kept (content)';
const trigger = `CREATE TRIGGER keeper BEFORE DELETE ON records BEGIN INSERT INTO kept VALUES (OLD.body); END`;

const strange = {
  'a trigger that keeps what is deleted': `${keep}; ${trigger}`,
  'a view in place of a table, with a trigger': `ALTER TABLE record_facets RENAME TO kept; CREATE VIEW record_facets AS SELECT * FROM kept;
    CREATE TRIGGER records_in_facets INSTEAD OF DELETE ON record_facets BEGIN SELECT 1; END`,
  'a view in place of a table': `ALTER TABLE record_facets RENAME TO kept; CREATE VIEW record_facets AS SELECT * FROM kept`,
  'a view of its own': 'CREATE VIEW facts AS SELECT body FROM records',
  'a table of its own': 'CREATE TABLE mine (a)',
  'an index of its own': 'CREATE INDEX more ON records (created_at)',
  'an index on an expression': `DROP INDEX heads_changed; CREATE INDEX heads_changed ON heads (hex(zeroblob(scope)))`,
  'a virtual table': 'CREATE VIRTUAL TABLE found USING fts5(body)',
  'a computed column': `ALTER TABLE audit ADD COLUMN big AS (hex(zeroblob(1000000)))`,
  'a column with a check': `ALTER TABLE audit ADD COLUMN big TEXT CHECK (length(big) < 9)`,
  'a column with another default': `ALTER TABLE audit ADD COLUMN big TEXT DEFAULT 'x'`,
  'a table under the name of one of Mneme':
    'DROP TABLE words; CREATE TABLE words (scope, start, bucket, data)',
  'a table named like that of an embedder':
    'CREATE TABLE vectors_2 (row INTEGER PRIMARY KEY, sum, rest)',
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
  const kept = await inFile(path, (database) => database.prepare('SELECT * FROM kept').all());
  expect(kept).toEqual([]);
  await inFile(path, (database) => database.exec('DROP TRIGGER keeper; DROP TABLE kept'));
  await memory.scope('ada').delete(id);
});

it('names what is foreign, and how to mend it', async () => {
  await (await open()).close();
  await inFile(path, (database) => database.exec('CREATE VIEW facts AS SELECT body FROM records'));
  await expect(open()).rejects.toThrow(/its view "facts" is not one of Mneme's.*drop it/);
});

it('statistics that ANALYZE has written are accepted', async () => {
  await (await open()).close();
  await inFile(path, (database) => database.exec('ANALYZE'));
  const memory = await open();
  const { id } = await memory.scope('ada').store({ content: 'Ada likes tea' });
  await memory.scope('ada').delete(id);
});

it.each(['retired', 'next', 'table'])(
  'a name of a table in "%s" that is SQL is refused, and not run',
  async (place) => {
    await (await open()).close();
    const made = join(folder, 'made.db');
    const table = `vectors; DROP TABLE vectors_codes; COMMIT; ATTACH '${made}' AS x; CREATE TABLE x.made (a); --`;
    const hostile = { embedder: await firstEmbedder.identity(), table };
    const spaces = {
      retired: { table: 'vectors', retired: [hostile] },
      next: { table: 'vectors', next: hostile, retired: [] },
      table: { table, retired: [] },
    }[place];
    await inFile(path, (database) =>
      database
        .prepare(`INSERT OR REPLACE INTO meta (key, value) VALUES ('spaces', ?)`)
        .run(JSON.stringify(spaces)),
    );
    await expect(open()).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining('"spaces" in the table meta'),
    });
    expect(existsSync(made)).toBe(false);
  },
);
