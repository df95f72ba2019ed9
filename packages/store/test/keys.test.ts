import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyBackendSuite } from '@mneme/conformance';
import { sqliteRows } from '@mneme/sqlite';
import { describe, expect, it } from 'vitest';
import { type StoreBackend, storeBackend } from '../src/index.ts';
import { MemoryRows } from '../src/memory/index.ts';
import type { Rows } from '../src/rows/rows.ts';

/** Stores over the same rows. */
function keysOf(make: () => Rows) {
  const opened: StoreBackend[] = [];
  const open = async () => {
    const backend = storeBackend(make());
    opened.push(backend);
    await backend.open({});
    return backend.keys;
  };
  const close = () => Promise.all(opened.map((backend) => backend.close()));
  return { open, close };
}

const inMemory = () => {
  const kept = new Map();
  return keysOf(() => new MemoryRows({ kept }));
};

describe('keys over rows in memory', () => {
  const create = async () => {
    const { open, close } = inMemory();
    return { keys: await open(), reopen: open, destroy: close };
  };
  keyBackendSuite({ describe, it, create });
});

describe('keys over rows in a SQLite file', () => {
  const create = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-keys-'));
    const { open, close } = keysOf(() =>
      sqliteRows({ path: join(folder, 'memory.db'), durability: 'normal' }),
    );
    const destroy = async () => {
      await close();
      await rm(folder, { recursive: true });
    };
    return { keys: await open(), reopen: open, destroy };
  };
  keyBackendSuite({ describe, it, create });
});

describe('keys', () => {
  const key = {
    id: 'key_1',
    hash: 'a'.repeat(64),
    scope: 'user:ada',
    access: 'read_write' as const,
    createdAt: '2026-03-01T09:00:00.000Z',
  };

  it('have ids of their own: a second key of one id is refused, whoever adds it', async () => {
    const { open, close } = inMemory();
    const [one, other] = [await open(), await open()];
    const added = await Promise.allSettled([one.addKey(key), other.addKey(key)]);
    expect(added.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(one.addKey(key)).rejects.toMatchObject({ code: 'conflict', field: 'id' });
    expect(await other.listKeys(undefined)).toEqual([key]);
    await close();
  });

  it('that two revoke at once carry one time', async () => {
    const { open, close } = inMemory();
    const [one, other] = [await open(), await open()];
    await one.addKey(key);
    const times = ['2026-03-02T09:00:00.000Z', '2026-03-03T09:00:00.000Z'] as const;
    const revoked = await Promise.all([
      one.revokeKey(key.id, times[0]),
      other.revokeKey(key.id, times[1]),
    ]);
    expect(revoked).toEqual([true, true]);
    expect(await one.getKey(key.id)).toEqual(await other.getKey(key.id));
    expect(times).toContain((await one.getKey(key.id))?.revokedAt);
    expect(await one.hasKey()).toBe(false);
    await close();
  });
});
