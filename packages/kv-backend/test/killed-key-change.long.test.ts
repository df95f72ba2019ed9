import { describe, expect, it } from 'vitest';
import { KilledKeyChange, keys } from './killed-key-change.ts';

const changes = {
  'an encryption': { after: keys.first },
  'a new key': { before: keys.first, after: keys.second },
  'a decryption': { before: keys.first },
};

describe.each(Object.entries(changes))('%s that is killed', (_, change) => {
  it('at any call that changes a file leaves either the old or the new state', {
    timeout: 600_000,
  }, async () => {
    const killed = new KilledKeyChange(change);
    await killed.prepare(20);
    const states = await killed.runToTheEnd();
    expect(states.length).toBeGreaterThan(15);
    expect(states.lastIndexOf('before')).toBe(states.indexOf('after') - 1);
    killed.destroy();
  });

  it('at any moment leaves either the old or the new state', { timeout: 1_200_000 }, async () => {
    const killed = new KilledKeyChange(change);
    await killed.prepare(1500);
    const begin = performance.now();
    expect(await killed.run({})).toBe('after');
    const wholeMs = performance.now() - begin;
    const states = new Set<string>();
    for (let round = 0; round < 70; round += 1)
      states.add(await killed.run({ afterMs: (round / 70) * wholeMs }));
    expect([...states].toSorted()).toEqual(['after', 'before']);
    killed.destroy();
  });
});
