import { describe, expect, it } from 'vitest';
import { sharedMemory } from './memory.ts';

const now = '2026-03-18T10:00:00.000Z';
const dishes = 'soup,pasta,rice,salad,curry,bread,stew,dumplings,pancakes,pizza,beans'.split(',');

const guests = 'Bo,Cleo,Dan,Eva,Finn,Gus,Hana,Ivo,Jo,Kim,Lea,Max,Nia'.split(',');

/** A year of meals, two a day: more than the candidates of a query without a date. */
const dinners = Array.from({ length: 365 * 2 }, (_, index) => {
  const at = new Date(
    Date.UTC(2025, 2, 18, 12 + 7 * (index % 2)) + Math.floor(index / 2) * 86_400_000,
  );
  return {
    content: `Ada had ${dishes[index % dishes.length]} for ${index % 2 ? 'dinner' : 'lunch'} with ${guests[index % guests.length]}.`,
    occurredAt: at.toISOString(),
  };
});

const ada = (await sharedMemory({ clock: () => new Date(now) })).scope('user:ada');
await ada.storeMany(dinners, { onConflict: 'keepBoth' });

describe('a question that names a day', () => {
  const daysOf = async (query: string, options = {}) => {
    const { memories } = await ada.retrieve(query, { limit: 10, ...options });
    return memories.map(({ occurredAt }) => occurredAt.slice(0, 10));
  };

  it.each([
    ['What did Ada have on 4 July 2025?', '2025-07-04'],
    ['What did Ada have on 2025-07-04?', '2025-07-04'],
    ['What did Ada have yesterday?', '2026-03-17'],
    ['What did Ada have on Friday?', '2026-03-13'],
    ['Ada前天吃了什么？', '2026-03-16'],
    ['Ada在2025年7月4日吃了什么？', '2025-07-04'],
  ])('finds both meals of that day among the first ten: %s', async (query, day) => {
    const days = await daysOf(query);
    expect(days.filter((found) => found === day)).toHaveLength(2);
  });

  it('finds nothing outside the caller’s own bounds', async () => {
    const bounds = { occurredAt: { from: '2025-08-01T00:00:00.000Z' } };
    const days = await daysOf('What did Ada have on 4 July 2025?', bounds);
    expect(days).toHaveLength(10);
    expect(days.every((day) => day >= '2025-08-01')).toBe(true);
  });
});
