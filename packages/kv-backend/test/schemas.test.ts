import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/drivers/index.ts';
import { schemaVersion } from '../src/store/schema.ts';
import { packageVersion } from '../src/version.ts';
import { inFile } from './in-file.ts';
import { firstEmbedder, live, openLife, readAll, readThen, secondEmbedder } from './life.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-schemas-'));
  path = join(folder, 'memory.db');
  copyFileSync(new URL('./schemas/4.db', import.meta.url), path);
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (start?: string) => openLife(sqliteBackend({ path }), start);
const then = readThen();

describe('a file that an earlier Mneme wrote', () => {
  it('is read with all its data', async () => {
    const memory = await open();
    expect(await readAll(memory, then)).toMatchObject(then);
    await memory.close();
  });

  it('can be searched and written, and its unfinished change of the embedder continues', async () => {
    const memory = await open('2026-04-01T00:00:00Z');
    const ada = memory.scope('user:ada');
    const [tea] = (await ada.retrieve('green tea')).memories;
    expect(tea?.content).toBe('Drinks green tea at four');
    const moved = await ada.store({ content: 'I now live in Oslo' }, { onConflict: 'supersede' });
    expect(moved.superseded).toHaveLength(1);
    const before = then.scopes[0]?.histories.find(([id]) => id === moved.superseded?.[0])?.[1];
    expect(await ada.history(moved.id)).toHaveLength((before?.length ?? 0) + 1);
    await ada.delete(tea!.id);
    const notes = await ada.stores.open('notes');
    expect((await notes.search('train')).documents[0]?.path).toBe('/trips/porto.md');
    await notes.update('/plan.md', { content: 'Ship on Tuesday' });

    const report = await memory.reembed({ embedder: secondEmbedder });
    expect(report).toMatchObject({ before: await firstEmbedder.identity(), known: 3 });
    const [ship] = (await memory.scope('user:bob').retrieve('Heron')).memories;
    expect(ship?.content).toContain('Heron');
    await ada.erase();
    expect(await memory.scopes()).toEqual(['user:bob']);
    await memory.close();
  });

  it('has the tables of a new one', async () => {
    const tables = (database: Database) =>
      database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all();
    const old = await inFile(path, tables);
    path = join(folder, 'new.db');
    const memory = await open();
    await live(memory);
    await memory.close();
    expect(await inFile(path, tables)).toEqual(old);
  });
});

it('a new file gets its tables once when it is opened by many at the same time', async () => {
  path = join(folder, 'new.db');
  const memories = await Promise.all([1, 2, 3, 4].map(() => open()));
  for (const [at, memory] of memories.entries())
    await memory.scope('ada').store({ content: `Page ${at}` }, { onConflict: 'keepBoth' });
  for (const memory of memories) {
    expect((await memory.stats()).current).toBe(4);
    await memory.close();
  }
});

describe('a file of another schema', () => {
  const makeNewer = (database: Database) =>
    database.exec(`PRAGMA user_version = 99;
      INSERT OR REPLACE INTO meta (key, value) VALUES ('written_by', '9.8.7')`);
  const newer = `written by Mneme 9\\.8\\.7 \\(schema 99\\); this is Mneme ${packageVersion}, which knows schema ${schemaVersion}: update`;

  it.each([
    ['newer', newer, makeNewer],
    [
      'older',
      'has schema 3, from before the first release.*: export it with the program that wrote it',
      (database: Database) => database.exec('PRAGMA user_version = 3'),
    ],
  ])('a %s one, is refused with what to do, and does not change', async (_, message, change) => {
    await inFile(path, change);
    const before = readFileSync(path);
    await expect(open()).rejects.toMatchObject({
      code: 'foreign_store',
      message: expect.stringMatching(message),
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is not written by a memory that opened it before its upgrade', async () => {
    const memory = await open();
    const bob = memory.scope('user:bob');
    await bob.store({ content: 'The buoy is red' });
    await inFile(path, makeNewer);
    await expect(bob.store({ content: 'The tide is high' })).rejects.toMatchObject({
      code: 'foreign_store',
      message: expect.stringMatching(newer),
    });
    await memory.close();
  });
});

it('the version written to files is that of the package', () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  expect((JSON.parse(text) as { version: string }).version).toBe(packageVersion);
});
