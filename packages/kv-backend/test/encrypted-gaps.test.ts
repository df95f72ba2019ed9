import { expect, it } from 'vitest';
import { decryptedPages } from './encrypted-file.ts';
import { removeAtRandom } from './random-removals.ts';
import { folder, useStore } from './store.ts';

useStore();

const key = 'ab'.repeat(32);

// A seed that would leave words in gaps if the file were not rewritten.
const seed = 8;

it('once its receipt says so, no word of a deleted memory is left in the decrypted file', async () => {
  const pages = (path: string) => decryptedPages(path, `raw:${key}`);
  const { left, pending } = await removeAtRandom(folder, {
    ...{ seed, memories: 300, removals: 40 },
    ...{ key, pages },
  });
  expect(left).toEqual([]);
  expect(pending).toBeLessThan(40);
});
