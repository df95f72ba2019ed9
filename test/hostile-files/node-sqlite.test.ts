import { expect, it } from 'vitest';
import { attack, libraryEntries } from './attack.ts';
import { kindsOfChange, seedsFrom } from './make-hostile.ts';

it("a file that somebody else made runs nothing with Node's own SQLite", async () => {
  const driver = 'node:sqlite';
  const seeds = seedsFrom(200, kindsOfChange);
  expect((await attack(libraryEntries(driver), { driver, seeds })).findings).toEqual([]);
});
