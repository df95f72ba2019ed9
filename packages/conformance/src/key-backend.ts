import assert from 'node:assert/strict';
import type { KeyBackend, StoredKey } from '@mneme/core/backend';
import {
  type ConformanceCase,
  casesOf,
  declareCases,
  type Lacks,
  type TestRunner,
} from './case.ts';

/** One fresh store without a key, not shared with another call. */
export interface KeyBackendStore {
  keys: KeyBackend;
  /** The same store as another process would open it. */
  reopen?(): Promise<KeyBackend>;
  /** Closes and removes the store. */
  destroy?(): Promise<unknown>;
}

/** An ability that a case needs; a backend without it skips the case with a reason. */
export type KeyBackendNeed = 'reopen';

export interface KeyBackendContext {
  keys: KeyBackend;
  another(): Promise<KeyBackend>;
}

/** One rule for backends of keys, as a case of the suite. */
export type KeyBackendCase = ConformanceCase<KeyBackendContext, KeyBackendNeed>;

/** What the key suite needs from a backend's test. */
export interface KeyBackendSuiteOptions extends TestRunner {
  create(): Promise<KeyBackendStore>;
  lacks?: Lacks<KeyBackendNeed>;
}

/**
 * Declares every case that a place for a server's keys must pass.
 *
 * @example
 * keyBackendSuite({ describe, it, create: async () => ({ keys: memoryKeys() }), lacks: { reopen: 'lives in memory' } });
 */
export function keyBackendSuite(options: KeyBackendSuiteOptions): void {
  const runCase = (each: KeyBackendCase) => runKeyBackendCase(each, options);
  declareCases(keyBackendCases, { ...options, runCase });
}

/** Runs one case in a new store, and removes it. */
async function runKeyBackendCase(
  conformanceCase: KeyBackendCase,
  { create }: KeyBackendSuiteOptions,
): Promise<void> {
  const place = await create();
  try {
    await conformanceCase.run({
      keys: place.keys,
      async another() {
        assert.ok(place.reopen, 'create() offers no reopen: offer it, or declare lacks.reopen');
        return place.reopen();
      },
    });
  } finally {
    await place.destroy?.();
  }
}

const revokedAt = '2026-03-02T09:00:00.000Z';

function storedKey(number: number, fields: Partial<StoredKey> = {}): StoredKey {
  return {
    id: `key_${number.toString(16).padStart(24, '0')}`,
    hash: number.toString(16).padStart(64, 'a'),
    scope: 'user:ada',
    access: 'read_write',
    createdAt: '2026-03-01T09:00:00.000Z',
    ...fields,
  };
}

/** All rules for backends of keys. */
const keyBackendCases = casesOf<KeyBackendCase>('keys', {
  'are none in a new place': async ({ keys }) => {
    assert.deepEqual(await keys.listKeys(undefined), []);
    assert.equal(await keys.getKey(storedKey(1).id), undefined);
    assert.equal(await keys.hasKey(), false);
  },
  'are there as long as one of any scope is not revoked': async ({ keys }) => {
    for (const number of [1, 2]) await keys.addKey(storedKey(number, { scope: `user:${number}` }));
    assert.equal(await keys.hasKey(), true);
    await keys.revokeKey(storedKey(2).id, revokedAt);
    assert.equal(await keys.hasKey(), true);
    await keys.revokeKey(storedKey(1).id, revokedAt);
    assert.equal(await keys.hasKey(), false);
  },
  'are listed in the order in which they were added, of one scope or of all': async ({ keys }) => {
    const added = [
      storedKey(3),
      storedKey(1, { scope: '用户:李', access: 'read_only' }),
      storedKey(2),
    ] as const;
    for (const key of added) await keys.addKey(key);
    for (const key of added) assert.deepEqual(await keys.getKey(key.id), key);
    assert.deepEqual(await keys.listKeys(undefined), added);
    assert.deepEqual(await keys.listKeys('user:ada'), [added[0], added[2]]);
    assert.deepEqual(await keys.listKeys('user'), []);
  },
  'carry the time of their first revocation, and stay in the list': async ({ keys }) => {
    const [revoked, other] = [storedKey(1), storedKey(2)];
    await keys.addKey(revoked);
    await keys.addKey(other);
    assert.equal(await keys.revokeKey(revoked.id, revokedAt), true);
    assert.equal(await keys.revokeKey(revoked.id, '2026-04-01T09:00:00.000Z'), true);
    const expected = { ...revoked, revokedAt };
    assert.deepEqual(await keys.getKey(revoked.id), expected);
    assert.deepEqual(await keys.listKeys(undefined), [expected, other]);
  },
  'that are not there are not revoked': async ({ keys }) => {
    assert.equal(await keys.revokeKey(storedKey(1).id, revokedAt), false);
    assert.deepEqual(await keys.listKeys(undefined), []);
  },
  'are returned as copies: changing one changes nothing in the store': async ({ keys }) => {
    const added = storedKey(1);
    await keys.addKey(added);
    added.access = 'read_only';
    for (const key of [await keys.getKey(added.id), ...(await keys.listKeys(undefined))]) {
      assert.ok(key);
      key.revokedAt = revokedAt;
    }
    assert.deepEqual(await keys.getKey(added.id), storedKey(1));
  },
  'added and revoked elsewhere are known at the next call': {
    needs: ['reopen'],
    async run({ keys, another }) {
      const other = await another();
      await keys.addKey(storedKey(1));
      assert.deepEqual(await other.getKey(storedKey(1).id), storedKey(1));
      for (let number = 2; number < 6; number++) {
        await other.addKey(storedKey(number));
        assert.deepEqual(await keys.getKey(storedKey(number).id), storedKey(number));
        await keys.revokeKey(storedKey(number).id, revokedAt);
        assert.equal((await other.getKey(storedKey(number).id))?.revokedAt, revokedAt);
      }
    },
  },
  'added by several writers at once are all stored': {
    needs: ['reopen'],
    async run({ keys, another }) {
      const sides = [keys, await another(), await another()];
      const added = Array.from({ length: 12 }, (_, index) => storedKey(index + 1));
      await Promise.all(added.map((key, index) => sides[index % sides.length]?.addKey(key)));
      const ids = (await keys.listKeys(undefined)).map(({ id }) => id).sort();
      assert.deepEqual(
        ids,
        added.map(({ id }) => id),
      );
    },
  },
});
