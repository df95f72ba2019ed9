import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { schemaVersion } from '../src/file/file-schema.ts';
import { packageVersion } from '../src/version.ts';
import { inFile } from './in-file.ts';
import { openKept } from './kept.ts';
import { path, useStore } from './store.ts';

useStore();

const setVersion = (version: number) =>
  inFile(path, (database) => database.exec(`PRAGMA user_version = ${version}`));

describe('a file', () => {
  it.each([
    [4, /has schema 4, from an earlier Mneme.*export --records.*import --records/],
    [1, /has schema 1, from an earlier Mneme.*export --records.*import --records/],
    [-1, /has schema -1, from an earlier Mneme/],
    [0, /has schema 0, from an earlier Mneme/],
    [99, new RegExp(`later Mneme \\(schema 99\\); this is Mneme ${packageVersion}.*update Mneme`)],
  ])('of schema %i is refused with what to do, and does not change', async (version, said) => {
    await (await openKept()).close();
    await setVersion(version);
    const before = readFileSync(path);
    await expect(openKept()).rejects.toMatchObject({
      code: 'foreign_store',
      message: expect.stringMatching(said),
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('that a later Mneme has changed while it was open is not written any more', async () => {
    const kept = await openKept();
    await kept.add('The buoy is red');
    await setVersion(schemaVersion + 1);
    await expect(kept.add('The tide is high')).rejects.toMatchObject({
      code: 'foreign_store',
    });
  });
});

it('the version in messages is that of the package', () => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  expect((JSON.parse(text) as { version: string }).version).toBe(packageVersion);
});
