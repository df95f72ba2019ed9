import { afterAll, expect, it } from 'vitest';
import { Workplace } from '../cli/mneme.ts';
import { attack, libraryEntries } from './attack.ts';
import { commandEntries } from './commands.ts';
import { kindsOfChange, seedsFrom } from './make-hostile.ts';

const place = new Workplace();
afterAll(() => place.remove());

const nothing: unknown[] = [];

it('a file that somebody else made runs nothing, and reads and writes nothing elsewhere, however the library gets it', async () => {
  const { findings, refused } = await attack(libraryEntries('better-sqlite3'), {
    seeds: seedsFrom(0, kindsOfChange),
  });
  expect(findings).toEqual(nothing);
  // Otherwise the files would be harmless.
  expect(refused).toBeGreaterThan(kindsOfChange);
});

it('neither does it through any command that takes a file', async () => {
  const { findings } = await attack(commandEntries(place), { seeds: seedsFrom(100, 8) });
  expect(findings).toEqual(nothing);
});
