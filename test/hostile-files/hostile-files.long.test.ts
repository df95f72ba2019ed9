import { afterAll, expect, it } from 'vitest';
import { Workplace } from '../cli/mneme.ts';
import { attack, libraryEntries } from './attack.ts';
import { commandEntries } from './commands.ts';
import { seedsFrom } from './make-hostile.ts';

const place = new Workplace();
afterAll(() => place.remove());

// MNEME_HOSTILE_SEED=5000 makes another thousand.
const first = Number(process.env.MNEME_HOSTILE_SEED ?? 1000);
const entries = { ...libraryEntries('better-sqlite3'), ...commandEntries(place) };

it.each(Array.from({ length: 40 }, (_, part) => first + part * 25))(
  'hostile files %i and the 24 after it run nothing, and read and write nothing elsewhere',
  async (seed) => {
    expect((await attack(entries, { seeds: seedsFrom(seed, 25) })).findings).toEqual([]);
  },
);
