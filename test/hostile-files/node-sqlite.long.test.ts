import { expect, it } from 'vitest';
import { attack, libraryEntries } from './attack.ts';
import { seedsFrom } from './make-hostile.ts';

const first = Number(process.env.MNEME_HOSTILE_SEED ?? 1000);
const driver = 'node:sqlite';

it.each(Array.from({ length: 20 }, (_, part) => first + part * 50))(
  "hostile files %i and the 49 after it run nothing with Node's own SQLite",
  async (seed) => {
    const { findings } = await attack(libraryEntries(driver), {
      driver,
      seeds: seedsFrom(seed, 50),
    });
    expect(findings).toEqual([]);
  },
);
