import { describe, expect, it } from 'vitest';
import { sharedMemory } from './memory.ts';

const people = ['Ada', 'Bruno'] as const;
const things =
  'the kiln,my old bike,the choir,that lemon cake,the boat,our garden,the violin,a new lamp,the dog';
const places =
  'at the harbour,in Lyon,by the lake,at work,behind the station,in the hills,at my aunt’s';
const said = [
  ({ other, thing, place }) => `${other}, did you see ${thing} ${place}?`,
  ({ thing, place }) => `Yes, I took ${thing} with me when I was ${place}.`,
  ({ other, thing }) => `${other}! I can't believe you still have ${thing}, wow!`,
  ({ thing }) => `What will you do with ${thing} now?`,
  ({ other, place }) => `Thanks, ${other}. I would love to stay ${place} for a whole summer.`,
  ({ thing, place }) => `We looked for ${thing} ${place} all day, and then it rained.`,
  ({ other }) => `That sounds great, ${other}! How was it?`,
  ({ other, thing, place }) => `${other}'s cousin broke ${thing} ${place}, but I repaired it.`,
] satisfies ((of: { other: string; thing: string; place: string }) => string)[];

/** A dialogue of two in 15 sessions of 20 turns: they name each other, ask, and repeat subjects. */
const turns = Array.from({ length: 300 }, (_, index) => {
  const speaker = people[index % 2] as string;
  const of = {
    other: people[(index + 1) % 2] as string,
    thing: pick(things, index * 5 + Math.floor(index / 20)),
    place: pick(places, index * 3 + Math.floor(index / 9)),
  };
  const form = said[(index * 7 + Math.floor(index / 8)) % said.length] as (typeof said)[number];
  return {
    content: form(of),
    kind: 'episode' as const,
    source: { speaker, session: `day ${Math.floor(index / 20)}`, sequence: index % 20 },
  };
});

function pick(list: string, index: number): string {
  const all = list.split(',');
  return all[index % all.length] as string;
}

const ada = (await sharedMemory()).scope('user:ada');
await ada.storeMany(turns, { onConflict: 'keepBoth' });

describe('a turn of a dialogue with its own text as the query', () => {
  /** The ranks of turns if the query is their text, changed by `alter`. */
  async function placesOf(
    alter: (text: string) => string,
    { every }: { every: number },
  ): Promise<number[]> {
    const found: number[] = [];
    for (const { content } of turns.filter((_, index) => index % every === 0)) {
      const { memories } = await ada.retrieve(alter(content), { limit: 50 });
      found.push(memories.findIndex((one) => one.content === content) + 1);
    }
    return found;
  }

  it('comes first, whatever names and neighbours it has', async () => {
    const asked = await placesOf((text) => text, { every: 1 });
    expect(asked).toEqual(turns.map(() => 1));
  });

  it('comes first without capitals and punctuation', async () => {
    const typed = await placesOf((text) => ` ${text.toLowerCase().replace(/[,.!?]/g, ' ')}`, {
      every: 7,
    });
    expect(typed.filter((place) => place !== 1)).toEqual([]);
  });

  it('is among the first three without one of its words', async () => {
    const shortened = await placesOf((text) => text.replace(/ \S+(?= \S+ \S+$)/, ''), { every: 7 });
    expect(shortened.filter((place) => place < 1 || place > 3)).toEqual([]);
  });
});
