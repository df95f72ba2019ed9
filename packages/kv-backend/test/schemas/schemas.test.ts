import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteBackend } from '@mneme/sqlite';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/drivers/index.ts';
import { prepareTables } from '../../src/store/prepare-tables.ts';
import { schemaVersion } from '../../src/store/schema.ts';
import { firstSchema, type Upgrade, upgrades } from '../../src/store/upgrades.ts';
import { packageVersion } from '../../src/version.ts';
import { inFile } from '../in-file.ts';
import { closing, folder, useStore } from '../store.ts';
import { firstEmbedder, live, openLife, readAll, readThen, secondEmbedder } from './life.ts';

const here = new URL('./', import.meta.url);
const released = readdirSync(here).flatMap((name) => /^(\d+)\.db$/.exec(name)?.[1] ?? []);

useStore();

const open = async (path: string, start?: string) =>
  closing(await openLife(sqliteBackend({ path }), start));

function copyOf(schema: string, name = 'old.db'): string {
  const path = join(folder, name);
  copyFileSync(new URL(`${schema}.db`, here), path);
  return path;
}

describe.each(released)('a file of schema %s', (schema) => {
  it('is read with all its data', async () => {
    const memory = await open(copyOf(schema));
    const then = readThen(schema);
    expect(await readAll(memory, then)).toMatchObject(then);
  });

  it('can be searched and written, and its unfinished change of the embedder continues', async () => {
    const then = readThen(schema);
    const memory = await open(copyOf(schema), '2026-04-01T00:00:00Z');
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
    expect(report).toMatchObject({
      before: await firstEmbedder.identity(),
      known: 3,
    });
    const [ship] = (await memory.scope('user:bob').retrieve('Heron')).memories;
    expect(ship?.content).toContain('Heron');
    await ada.erase();
    expect(await memory.scopes()).toEqual(['user:bob']);
    expect(then.scopes.map(({ name }) => name)).toEqual(['user:ada', 'user:bob']);
  });

  it('has the same tables as a new file after its upgrade', async () => {
    const old = copyOf(schema);
    const fresh = join(folder, 'new.db');
    for (const path of [old, fresh]) {
      const memory = await open(path);
      if (path === fresh) await live(memory);
      await memory.close();
    }
    expect(await inFile(old, tablesOf)).toEqual(await inFile(fresh, tablesOf));
  });

  it('is upgraded once when opened by many at the same time', async () => {
    const path = copyOf(schema);
    const memories = await Promise.all([1, 2, 3, 4].map(() => open(path)));
    const then = readThen(schema);
    for (const memory of memories) expect(await readAll(memory, then)).toMatchObject(then);
  });
});

/** The columns, in any order, and the indexes. */
function tablesOf(database: Database): object[] {
  return [
    ...database
      .prepare<object>(
        `SELECT s.name AS of, c.name, c.type, c."notnull", c.dflt_value, c.pk
         FROM sqlite_schema s JOIN pragma_table_info(s.name) c WHERE s.type = 'table' ORDER BY 1, 2`,
      )
      .all(),
    ...database
      .prepare<object>(
        `SELECT s.name, l."unique", l.partial, group_concat(i.name) AS columns
         FROM sqlite_schema s JOIN pragma_index_list(s.tbl_name) l ON l.name = s.name
           JOIN pragma_index_info(s.name) i
         WHERE s.type = 'index' GROUP BY 1 ORDER BY 1`,
      )
      .all(),
  ];
}

describe('an upgrade', () => {
  const addColumn: Upgrade = (database) => database.exec('ALTER TABLE audit ADD COLUMN extra TEXT');
  const version = (database: Database) =>
    database.prepareColumn<number>('PRAGMA user_version').get();
  const hasColumn = (database: Database) =>
    database
      .prepareColumn(`SELECT 1 FROM pragma_table_info('audit') WHERE name = 'extra'`)
      .get() === 1;

  it('that fails does not change the file', async () => {
    const path = copyOf('2');
    const fail: Upgrade = (database) => {
      addColumn(database);
      throw new Error('the machine burns');
    };
    await inFile(path, (database) => {
      expect(() => prepareTables(database, { path, steps: [fail] })).toThrow('the machine burns');
      expect([version(database), hasColumn(database)]).toEqual([2, false]);
      prepareTables(database, { path, steps: [addColumn] });
      expect([version(database), hasColumn(database)]).toEqual([3, true]);
    });
  });

  it('that is killed half-way does not change the file, and is repeated', async () => {
    const path = copyOf('2');
    const sources = new URL('../../src/', here).href;
    const script = `
      import { driver } from '${sources}drivers/better-sqlite3.ts';
import { prepareTables } from '${sources}store/prepare-tables.ts';
      const die = (database) => {
        database.exec('DELETE FROM records; ALTER TABLE audit ADD COLUMN extra TEXT');
        process.kill(process.pid, 'SIGKILL');
      };
      prepareTables(driver.open(${JSON.stringify(path)}), { path: '', steps: [die] });`;
    const { signal, stderr } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
      { encoding: 'utf8' },
    );
    expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' });
    await inFile(path, (database) => {
      expect([version(database), hasColumn(database)]).toEqual([2, false]);
    });
    const memory = await open(path);
    expect(await readAll(memory, readThen('2'))).toMatchObject(readThen('2'));
  });

  it('runs all missing steps, each once', async () => {
    const path = copyOf('2');
    const done: number[] = [];
    const steps = [1, 2, 3].map(
      (number): Upgrade =>
        () =>
          void done.push(number),
    );
    await inFile(path, (database) => {
      prepareTables(database, { path, steps: steps.slice(0, 1) });
      prepareTables(database, { path, steps: steps.slice(0, 1) });
      database.exec('PRAGMA user_version = 2');
      prepareTables(database, { path, steps });
      expect(version(database)).toBe(5);
    });
    expect(done).toEqual([1, 1, 2, 3]);
  });

  it('that would leave a dangling reference is refused', async () => {
    const path = copyOf('2');
    const orphan: Upgrade = (database) => database.exec('DELETE FROM scopes');
    await inFile(path, (database) => {
      expect(() => prepareTables(database, { path, steps: [orphan] })).toThrow(
        /could not be upgraded from schema 2/,
      );
      expect(database.prepareColumn('SELECT count(*) FROM scopes').get()).toBe(4);
    });
  });
});

describe('a file of a newer schema', () => {
  const makeNewer = (database: Database) =>
    database.exec(`PRAGMA user_version = 99;
      INSERT OR REPLACE INTO meta (key, value) VALUES ('written_by', '9.8.7')`);
  const refusal = {
    code: 'foreign_store',
    message: expect.stringMatching(
      `written by Mneme 9\\.8\\.7 \\(schema 99\\); this is Mneme ${packageVersion}, which knows schema ${schemaVersion}`,
    ),
  };

  it('is refused with the version of Mneme that wrote it', async () => {
    const path = copyOf('2');
    await inFile(path, makeNewer);
    const before = readFileSync(path);
    await expect(open(path)).rejects.toMatchObject(refusal);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is not written by a memory that opened it before its upgrade', async () => {
    const path = copyOf('2');
    const memory = await open(path);
    const bob = memory.scope('user:bob');
    await bob.store({ content: 'The buoy is red' });
    await inFile(path, makeNewer);
    await expect(bob.store({ content: 'The tide is high' })).rejects.toMatchObject(refusal);
  });
});

it('a file from before the first schema that is upgraded is refused, and does not change', async () => {
  const path = copyOf('2');
  await inFile(path, (database) => database.exec('PRAGMA user_version = 1'));
  const before = readFileSync(path);
  await expect(open(path)).rejects.toMatchObject({
    code: 'foreign_store',
    message: expect.stringContaining('has schema 1, from before the first release'),
  });
  expect(readFileSync(path).equals(before)).toBe(true);
});

it('every schema has an upgrade to the next', () => {
  expect(schemaVersion).toBe(firstSchema + upgrades.length);
});

it('the version written to files is that of the package', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect((JSON.parse(text) as { version: string }).version).toBe(packageVersion);
});

it('every schema that is upgraded has a file; the current one gets its file at release', () => {
  const before = upgrades.map((_, at) => firstSchema + at);
  expect(released.map(Number)).toEqual(expect.arrayContaining(before));
});
