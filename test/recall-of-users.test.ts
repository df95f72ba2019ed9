import { describe, expect, it } from 'vitest';
import { blockFor, remember } from '../lab/recall/user-blocks.mjs';
import { people } from '../lab/recall/users.mjs';
import { sharedMemory } from './memory.ts';

const memory = await sharedMemory({ secrets: 'allow' });
const users = await Promise.all(
  people().map(async (person) => ({ person, ...(await remember(memory, person)) })),
);

/** Over all messages: the share of expected lines found, and needless lines per message. */
async function measured(options: { profileShare?: number } = {}) {
  const blocks = await Promise.all(
    users.flatMap((user) =>
      user.person.messages.map((message) => blockFor(message, user, options)),
    ),
  );
  const wanted = blocks.flatMap(({ facts, turns }) => [...facts, ...turns]);
  const idle = blocks.filter(({ kind }) => kind === 'small-talk' || kind === 'general');
  return {
    there: wanted.filter(Boolean).length / wanted.length,
    noise: blocks.reduce((sum, { noise }) => sum + noise.length, 0) / blocks.length,
    loud: idle.filter(({ quiet }) => !quiet).length,
  };
}

describe('three users with 60 facts and 200 turns', () => {
  it('get 90% of the expected lines, and at most one needless line per three messages', async () => {
    const { there, noise, loud } = await measured();
    expect(there).toBeGreaterThanOrEqual(0.9);
    expect(noise).toBeLessThanOrEqual(1 / 3);
    expect(loud).toBe(0);
  });

  it('get 70% of the expected lines without the profile', async () => {
    const { there, noise } = await measured({ profileShare: 0 });
    expect(there).toBeGreaterThanOrEqual(0.7);
    expect(noise).toBeLessThanOrEqual(0.8);
  });
});
