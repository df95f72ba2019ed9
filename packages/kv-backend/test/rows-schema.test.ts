import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inFile } from './in-file.ts';
import { openRows } from './kept.ts';
import { path, useStore } from './store.ts';

useStore();

const note = { scope: 'ada', id: 'a', at: 1, content: 'Ada likes tea' };
const key = ['ada', 'a'];
const change = (sql: string) => inFile(path, (database) => database.exec(sql));
const keeper = `CREATE TABLE kept (content);
  CREATE TRIGGER keeper BEFORE DELETE ON notes BEGIN INSERT INTO kept VALUES (OLD.content); END`;
const renamed = 'ALTER TABLE notes RENAME TO kept';

const strange = {
  'a trigger that keeps what is removed': keeper,
  'a view in place of a table': `${renamed}; CREATE VIEW notes AS SELECT * FROM kept`,
  'a view of its own': 'CREATE VIEW texts AS SELECT content FROM notes',
  'a table that Mneme would make otherwise': 'CREATE TABLE mine (a)',
  'a table with a default': `CREATE TABLE mine (a TEXT NOT NULL DEFAULT 'x', PRIMARY KEY (a))`,
  'a table with a check': 'CREATE TABLE mine (a TEXT NOT NULL CHECK (a), PRIMARY KEY (a))',
  'an index named otherwise': 'CREATE INDEX more ON notes (at)',
  'an index on an expression': 'CREATE INDEX notes_more ON notes (hex(zeroblob(at)))',
  'an index with a condition': 'CREATE INDEX notes_more ON notes (at) WHERE at > 7',
  'another index under the name of one':
    'DROP INDEX notes_by_at; CREATE INDEX notes_by_at ON notes (at)',
  'a virtual table': 'CREATE VIRTUAL TABLE found USING fts5(content)',
};

async function fill(): Promise<void> {
  const rows = await openRows();
  await rows.write('ada', { put: { notes: [note] } });
  await rows.close();
}

describe('a file of rows', () => {
  it.each(Object.entries(strange))('with %s is not opened', async (_, sql) => {
    await fill();
    await change(sql);
    await expect(openRows()).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringMatching(/schema of .* is not one of Mneme's/),
    });
  });

  it('that gets a trigger while it is open is not written any more, until the trigger is gone', async () => {
    const rows = await openRows();
    await rows.write('ada', { put: { notes: [note] } });
    await change(keeper);
    const remove = () => rows.write('ada', { remove: { notes: [key] } });
    await expect(remove()).rejects.toMatchObject({ code: 'damaged' });
    const kept = await inFile(path, (database) => database.prepare('SELECT * FROM kept').all());
    expect(kept).toEqual([]);
    await change('DROP TRIGGER keeper; DROP TABLE kept');
    expect(await remove()).toBe(true);
  });

  it('that loses a table while it is open is not written any more', async () => {
    const rows = await openRows();
    await change('DROP TABLE notes');
    await expect(rows.write('ada', { put: { notes: [note] } })).rejects.toMatchObject({
      code: 'damaged',
    });
  });

  it('is opened with statistics that ANALYZE has written', async () => {
    await fill();
    await change('ANALYZE');
    const rows = await openRows();
    expect(await rows.write('ada', { remove: { notes: [key] } })).toBe(true);
  });

  it('is not opened if it is a file of another program', async () => {
    await change('CREATE TABLE notes (scope TEXT)');
    await expect(openRows()).rejects.toMatchObject({ code: 'foreign_store', field: 'path' });
  });
});

const wrong = {
  'bytes in a text': ['content', `x'00ff'`],
  'a text in a number': ['at', `'many'`],
  'a fraction in an integer': ['at', '1.5'],
  'an integer beyond 2^53': ['at', '9007199254740993'],
  'a text in bytes': ['code', `'code'`],
  'a text that no memory holds': ['content', 'CAST(zeroblob(80 * 1024 * 1024) AS TEXT)'],
} as const;

describe('a value that its column cannot have', () => {
  it.each(Object.entries(wrong))('is refused when it is read: %s', async (_, [column, value]) => {
    const rows = await openRows();
    await rows.write('ada', { put: { notes: [note] } });
    await change(`UPDATE notes SET ${column} = ${value}`);
    const read = (columns: string[]) => rows.read('ada', [{ table: 'notes', any: [key], columns }]);
    await expect(read(['id', column])).rejects.toMatchObject({ code: 'damaged' });
    expect(await read(['id'])).toEqual([[{ id: 'a' }]]);
  });
});

it('an index that does not match its table is found by a check and at the next opening, and mended', async () => {
  await fill();
  const bytes = readFileSync(path);
  // The index comes last in the file.
  const entry = bytes.lastIndexOf('adaa');
  bytes.write('adab', entry);
  writeFileSync(path, bytes);
  await expect(openRows()).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringMatching(/missing from index/),
  });
  const rows = await openRows({ inspect: true });
  expect(await rows.check()).toMatchObject([{ kind: 'structure', mend: 'store' }]);
  await rows.mend();
  expect(await rows.check()).toEqual([]);
  const [found] = await rows.read('ada', [{ table: 'notes', index: 'by_at', is: ['ada'] }]);
  expect(found).toEqual([{ ...note, code: null }]);
});
