import assert from 'node:assert/strict';
import type { KeyBackend, StoredKey } from '@mneme/core/backend';

export interface KeyContext {
  /** Those of a new place. */
  keys: KeyBackend;
  /** Those of the same place once more, as another process would open them. */
  another(): Promise<KeyBackend>;
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

/** What every place for the keys of a server must do. */
export const keyCases: Readonly<Record<string, (context: KeyContext) => Promise<void>>> = {
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
  'added and revoked elsewhere are known at the next call': async ({ keys, another }) => {
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
  'added by several writers at once are all stored': async ({ keys, another }) => {
    const sides = [keys, await another(), await another()];
    const added = Array.from({ length: 12 }, (_, index) => storedKey(index + 1));
    await Promise.all(added.map((key, index) => sides[index % sides.length]?.addKey(key)));
    const ids = (await keys.listKeys(undefined)).map(({ id }) => id).sort();
    assert.deepEqual(
      ids,
      added.map(({ id }) => id),
    );
  },
  'that two revoke at once carry one time': async ({ keys, another }) => {
    const [{ id }, other] = [storedKey(1), await another()];
    await keys.addKey(storedKey(1));
    const times = [revokedAt, '2026-03-03T09:00:00.000Z'] as const;
    const revoked = await Promise.all([
      keys.revokeKey(id, times[0]),
      other.revokeKey(id, times[1]),
    ]);
    assert.deepEqual(revoked, [true, true]);
    const found = await keys.getKey(id);
    assert.deepEqual(found, await other.getKey(id));
    assert.ok(times.some((time) => time === found?.revokedAt));
  },
};

/** What the places that a store has for them must do too. */
export const storedKeyCases: typeof keyCases = {
  ...keyCases,
  'have ids of their own: a second key of one id is refused, whoever adds it': async ({
    keys,
    another,
  }) => {
    const key = storedKey(1);
    const added = await Promise.allSettled([keys.addKey(key), (await another()).addKey(key)]);
    assert.deepEqual(added.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    await assert.rejects(keys.addKey(key), { code: 'conflict', field: 'id' });
    assert.deepEqual(await keys.listKeys(undefined), [key]);
  },
};
