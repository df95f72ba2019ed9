import { copyFile, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type Memory, type MemoryBackend, MnemeError } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { type StoreBackend, storeBackend } from '@mneme/store';
import { MemoryRows } from '@mneme/store/memory';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { inFile } from '../../kv-backend/test/in-file.ts';
import { fileKeyring, type Keyring, sealedBackend, unsealed } from '../src/index.ts';
import { memoryKeyring } from './memory-keyring.ts';
import { codeOf, open } from './sealing.ts';

type Kept = ConstructorParameters<typeof MemoryRows>[0];
const inMemory = (kept?: Kept): StoreBackend => storeBackend(new MemoryRows(kept));

describe('an erased scope', () => {
  let folder: string;
  let keyring: Keyring;
  let memory: Memory;
  const at = (name: string) => join(folder, name);
  const openFile = (name: string) =>
    open(sealedBackend(sqliteBackend({ path: at(name) }), { keyring }));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-sealed-'));
    keyring = fileKeyring({ path: at('keys.json'), masterKey: 'ab'.repeat(32) });
    memory = await openFile('memory.db');
  });
  afterEach(async () => {
    await memory.close();
    await rm(folder, { recursive: true });
  });

  async function fill(): Promise<{ id: string; other: string }> {
    const { id } = await memory.scope('ada').store({ content: 'Ada likes tea' });
    const notes = await memory.scope('ada').stores.open('notes', { create: true });
    await notes.write({ path: '/plan.md', content: 'Buy tea' });
    const other = await memory.scope('bo').store({ content: 'Bo likes coffee' });
    return { id, other: other.id };
  }

  async function backUp(): Promise<void> {
    await memory.close();
    await copyFile(at('memory.db'), at('backup.db'));
    memory = await openFile('memory.db');
  }

  it('cannot be read in an earlier backup, while other scopes can', async () => {
    const { id, other } = await fill();
    await backUp();
    const receipt = await memory.scope('ada').erase();
    expect(receipt).toMatchObject({ key: 'destroyed', bytes: 'removed', records: 1 });
    expect(receipt.notReached).not.toContain('backups, exports');
    await memory.close();
    memory = await openFile('backup.db');
    const ada = memory.scope('ada');
    for (const read of [
      () => ada.get(id),
      () => ada.list(),
      () => ada.history(id),
      () => ada.retrieve('Ada likes tea'),
      () => ada.stores.list(),
      () => ada.stores.open('notes'),
    ])
      expect(await codeOf(read())).toBe('wrong_key');
    expect((await memory.scope('bo').get(other))?.content).toBe('Bo likes coffee');
    expect(await memory.scopes()).toEqual(['ada', 'bo']);
    expect(await codeOf(memory.audit({ scope: 'ada' }))).toBe('wrong_key');
    expect((await memory.audit()).map(({ scope }) => scope)).toEqual(['bo']);
  });

  it('restored from a backup is erased by erasing it again', async () => {
    const { id } = await fill();
    await backUp();
    await memory.scope('ada').erase();
    await memory.close();
    memory = await openFile('backup.db');
    const ada = memory.scope('ada');
    expect((await ada.erase()).records).toBe(1);
    expect(await ada.get(id)).toBeUndefined();
    await ada.store({ content: 'Ada likes rum' });
    expect((await ada.retrieve('rum')).memories).toHaveLength(1);
  });

  it('restored from a backup is found by the doctor until it is erased again', async () => {
    await fill();
    expect((await memory.doctor()).healthy).toBe(true);
    await backUp();
    await memory.scope('ada').erase();
    await memory.close();
    memory = await openFile('backup.db');
    const { findings, healthy } = await memory.doctor();
    expect(healthy).toBe(false);
    const problem = expect.stringMatching(/sealed with a key that is not in the keyring/);
    expect(findings.map(({ kind }) => kind)).toEqual(['damaged', 'audit']);
    for (const { examples } of findings)
      for (const example of examples) expect(example).toMatchObject({ problem });
    for (const { scope } of findings[0]!.examples) expect(scope).toBe('ada');
    await memory.close();
    await inFile(at('backup.db'), (database) => database.exec('DELETE FROM vectors'));
    memory = await openFile('backup.db');
    expect(await memory.doctor({ fix: true })).toMatchObject({ healthy: false, fixed: 2 });
    await memory.scope('ada').erase();
    expect((await memory.doctor()).healthy).toBe(true);
  });

  it('is also erased from a separate document store, which takes documents again', async () => {
    await memory.close();
    memory = await createMemory({
      backend: sealedBackend(sqliteBackend({ path: at('records.db') }), { keyring }),
      documents: sealedBackend(sqliteBackend({ path: at('documents.db') }), { keyring }),
      embedder: letterEmbedder,
    });
    await fill();
    const ada = memory.scope('ada');
    expect(await ada.erase()).toMatchObject({
      key: 'destroyed',
      counts: { records: 1, stores: 1, documents: 1 },
    });
    expect((await ada.stores.list()).stores).toEqual([]);
    const notes = await ada.stores.open('notes', { create: true });
    await notes.write({ path: '/b', content: 'rum' });
    expect((await notes.read('/b'))?.content).toBe('rum');
  });

  it('gets a new key for later data, which stays readable', async () => {
    await fill();
    await backUp();
    await memory.scope('ada').erase();
    const { id } = await memory.scope('ada').store({ content: 'Ada likes rum' });
    expect((await memory.scope('ada').get(id))?.content).toBe('Ada likes rum');
    await memory.close();
    memory = await openFile('backup.db');
    expect(await codeOf(memory.scope('ada').list())).toBe('wrong_key');
  });

  it('has a verifiable receipt, and an audit line with actor and reason', async () => {
    await fill();
    const receipt = await memory.scope('ada').erase({ actor: 'Bo', reason: 'asked for by Ada' });
    expect(await memory.verifyReceipt(receipt)).toMatchObject({ valid: true, unchecked: [] });
    expect(await memory.audit({ scope: 'ada' })).toMatchObject([
      { action: 'erase', scope: 'ada', actor: 'Bo', reason: 'asked for by Ada' },
    ]);
    const { key: _, ...changed } = receipt;
    expect((await memory.verifyReceipt(changed)).valid).toBe(false);
  });

  it('is unreadable at once even if the store fails half-way, and is deleted when erased again', async () => {
    const { id } = await fill();
    await memory.close();
    const inner = sqliteBackend({ path: at('memory.db') });
    const { write } = inner.rows;
    inner.rows.write = async () => {
      throw new MnemeError('unavailable', 'the disk was pulled');
    };
    memory = await open(sealedBackend(inner, { keyring }));
    expect(await codeOf(memory.scope('ada').erase())).toBe('unavailable');
    expect(await codeOf(memory.scope('ada').get(id))).toBe('wrong_key');
    inner.rows.write = write;
    expect(await memory.scope('ada').erase()).toMatchObject({ key: 'destroyed', records: 1 });
    expect(await memory.scope('ada').get(id)).toBeUndefined();
  });

  it('is not reported as erased while the keyring is missing, and nothing is written or read', async () => {
    const { id } = await fill();
    await rename(at('keys.json'), at('away'));
    const { stores } = memory.scope('ada');
    for (const work of [
      () => memory.scope('ada').erase(),
      () => memory.scope('ada').store({ content: 'Ada likes rum' }),
      () => memory.scope('new').store({ content: 'Somebody likes rum' }),
      () => memory.scope('ada').retrieve('tea'),
      () => stores.create({ name: 'more' }),
    ])
      expect(await codeOf(work())).toBe('unavailable');
    expect((await readdir(folder)).filter((name) => name.startsWith('keys'))).toEqual([]);
    await rename(at('away'), at('keys.json'));
    expect((await memory.scope('ada').get(id))?.content).toBe('Ada likes tea');
    const rum = await memory.scope('new').store({ content: 'Somebody likes rum' });
    await memory.close();
    memory = await openFile('memory.db');
    expect((await memory.scope('new').get(rum.id))?.content).toBe('Somebody likes rum');
  });

  it('leaves the store sealed: it does not open without its keyring or with a new one', async () => {
    await fill();
    await memory.scope('ada').erase();
    await memory.scope('bo').erase();
    await memory.close();
    await rename(at('keys.json'), at('away'));
    const missing = fileKeyring({ path: at('keys.json'), masterKey: 'ab'.repeat(32) });
    const inner = () => sqliteBackend({ path: at('memory.db') });
    expect(await codeOf(open(sealedBackend(inner(), { keyring: missing })))).toBe('wrong_key');
    expect(await codeOf(open(unsealed(inner())))).toBe('wrong_key');
    expect(await readdir(folder)).not.toContain('keys.json');
    await rename(at('away'), at('keys.json'));
    memory = await openFile('memory.db');
    expect(await memory.audit({ scope: 'ada' })).toMatchObject([{ action: 'erase', scope: 'ada' }]);
  });

  it('keeps its key if the memory was closed before the erasure', async () => {
    const { id } = await fill();
    const ada = memory.scope('ada');
    await memory.close();
    expect(await codeOf(ada.erase())).toBe('closed');
    memory = await openFile('memory.db');
    expect((await memory.scope('ada').get(id))?.content).toBe('Ada likes tea');
  });
});

describe('a keyring that does not destroy', () => {
  it('is detected, and nothing is erased or reported as erased', async () => {
    const deaf: Keyring = { ...memoryKeyring(), destroy: async () => true };
    const memory = await open(sealedBackend(inMemory(), { keyring: deaf }));
    const { id } = await memory.scope('ada').store({ content: 'Ada likes tea' });
    expect(await codeOf(memory.scope('ada').erase())).toBe('unavailable');
    expect((await memory.scope('ada').get(id))?.content).toBe('Ada likes tea');
  });
});

describe('a write during an erasure', () => {
  it('leaves no unreadable data', async () => {
    const kept = { kept: new Map() };
    const keyring = memoryKeyring();
    const inner = inMemory(kept);
    const other = await open(sealedBackend(inMemory(kept), { keyring }));
    const { write } = inner.rows;
    const memory = await open(sealedBackend(inner, { keyring }));
    // Another process erases the scope after the text is sealed and before it is written.
    inner.rows.write = async (scope, batch) => {
      inner.rows.write = write;
      await other.scope('ada').erase();
      return write.call(inner.rows, scope, batch);
    };
    await memory.scope('ada').store({ content: 'Ada likes tea' });
    expect(kept.kept.get('records').rows.size).toBe(0);
    const { id } = await memory.scope('ada').store({ content: 'Ada likes rum' });
    expect((await other.scope('ada').get(id))?.content).toBe('Ada likes rum');
  });
});

describe('a sealed store', () => {
  it('is examined scope by scope, although the store below has them in another order', async () => {
    const kept = { kept: new Map() };
    const backend = sealedBackend(inMemory(kept), { keyring: memoryKeyring() });
    const memory = await open(backend);
    const scopes = Array.from({ length: 12 }, (_, at) => `s${at}`);
    for (const [at, scope] of scopes.entries())
      if (at % 3 === 0) await memory.scope(scope).stores.create({ name: 'notes' });
      else await memory.scope(scope).store({ content: 'Ada likes tea' });
    expect((await memory.doctor()).healthy).toBe(true);
    for (const row of kept.kept.get('scopes').rows.values()) row.sums = null;
    const { faults } = await backend.checkStore!({ limit: 1000 });
    expect(faults.map(({ scope }) => scope).sort()).toEqual(scopes.sort());
  });

  it('is distinguished from one with a scope of a similar name', async () => {
    const kept = { kept: new Map() };
    const memory = await open(unsealed(inMemory(kept)));
    await memory.scope('m1.ada.tea').store({ content: 'Ada likes tea' });
    expect(await (await open(unsealed(inMemory(kept)))).scopes()).toEqual(['m1.ada.tea']);
  });

  it('has ids that cannot be computed from a guessed fact and are equal for two writers', async () => {
    const idIn = async (backend: MemoryBackend) =>
      (await (await open(backend)).scope('ada').store({ content: 'Ada likes tea' })).id;
    const keyring = memoryKeyring();
    const sealed = () => sealedBackend(inMemory(), { keyring });
    const plainId = await idIn(inMemory());
    expect(await idIn(inMemory())).toBe(plainId);
    const id = await idIn(sealed());
    expect(id).not.toBe(plainId);
    expect(await idIn(sealed())).toBe(id);
    expect(await idIn(sealedBackend(inMemory(), { keyring: memoryKeyring() }))).not.toBe(id);
  });

  it('requires a valid backend and keyring', async () => {
    const backend = inMemory();
    const attempts: [() => unknown, RegExp][] = [
      [
        () => sealedBackend(undefined as never, { keyring: memoryKeyring() }),
        /^backend.rows is missing/,
      ],
      [() => sealedBackend(backend, undefined as never), /^keyring is missing.*fileKeyring/],
      [() => sealedBackend(backend, { keyring: {} as never }), /^keyring has no make/],
      [() => sealedBackend(backend, { keyrings: 1 } as never), /did you mean keyring/],
    ];
    for (const [attempt, message] of attempts) expect(attempt).toThrow(message);
    const short: Keyring = { ...memoryKeyring(), make: async () => new Uint8Array(16) };
    const refused = open(sealedBackend(backend, { keyring: short }));
    await expect(refused).rejects.toThrow(/a key of 32 bytes/);
  });
});
