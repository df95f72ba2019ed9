import { afterAll, beforeAll, expect, it } from 'vitest';
import { KilledKeyChange, keys } from './killed-key-change.ts';

const encryption = new KilledKeyChange({ after: keys.first });
beforeAll(() => encryption.prepare(20));
afterAll(() => encryption.destroy());

it('an encryption that is killed at any call that changes a file leaves the store as it was or encrypted, and nothing plain beside that', async () => {
  const states = await encryption.runToTheEnd();
  expect(states.length).toBeGreaterThan(15);
  expect(states.lastIndexOf('before')).toBe(states.indexOf('after') - 1);
});
