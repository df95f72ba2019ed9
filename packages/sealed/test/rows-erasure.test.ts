import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Memory } from '@mneme/core';
import { sqliteRows } from '@mneme/sqlite';
import { storeBackend } from '@mneme/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileKeyring, type Keyring, sealedRows, unsealedRows } from '../src/index.ts';
import { codeOf, open } from './sealing.ts';

describe('a scope of a store over sealed rows', () => {
  let folder: string;
  let keyring: Keyring;
  let memory: Memory;
  const at = (name: string) => join(folder, name);
  const openFile = (name: string) =>
    open(storeBackend(sealedRows(sqliteRows({ path: at(name) }), { keyring })));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-sealed-'));
    keyring = fileKeyring({ path: at('keys.json'), masterKey: 'ab'.repeat(32) });
    memory = await openFile('memory.db');
  });
  afterEach(async () => {
    await memory.close();
    await rm(folder, { recursive: true });
  });

  async function fillAndBackUp(): Promise<{ id: string; other: string }> {
    const { id } = await memory.scope('ada').store({ content: 'Ada likes tea' });
    const notes = await memory.scope('ada').stores.open('notes', { create: true });
    await notes.write({ path: '/plan.md', content: 'Buy tea' });
    const other = await memory.scope('bo').store({ content: 'Bo likes coffee' });
    await memory.close();
    await copyFile(at('memory.db'), at('backup.db'));
    memory = await openFile('memory.db');
    return { id, other: other.id };
  }

  async function restore(): Promise<void> {
    await memory.close();
    memory = await openFile('backup.db');
  }

  it('cannot be read in an earlier backup once it is erased, while other scopes can', async () => {
    const { id, other } = await fillAndBackUp();
    const receipt = await memory.scope('ada').erase({ actor: 'Bo', reason: 'asked for' });
    expect(receipt).toMatchObject({ key: 'destroyed', bytes: 'removed', records: 1 });
    expect(receipt.notReached).not.toContain('backups, exports');
    expect(await memory.audit({ scope: 'ada' })).toMatchObject([
      { action: 'erase', scope: 'ada', actor: 'Bo', reason: 'asked for' },
    ]);
    await restore();
    const ada = memory.scope('ada');
    for (const read of [() => ada.get(id), () => ada.list(), () => ada.retrieve('tea')])
      expect(await codeOf(read())).toBe('wrong_key');
    expect(await codeOf(ada.stores.list())).toBe('wrong_key');
    expect((await memory.scope('bo').get(other))?.content).toBe('Bo likes coffee');
    expect(await memory.scopes()).toEqual(['ada', 'bo']);
  });

  it('restored from a backup is erased by erasing it again, and can be written anew', async () => {
    const { id } = await fillAndBackUp();
    await memory.scope('ada').erase();
    await restore();
    const ada = memory.scope('ada');
    expect((await ada.erase()).records).toBe(1);
    expect(await ada.get(id)).toBeUndefined();
    await ada.store({ content: 'Ada likes rum' });
    expect((await ada.retrieve('rum')).memories).toHaveLength(1);
  });

  it('does not open without its keyring, or with another one', async () => {
    await fillAndBackUp();
    await memory.close();
    const other = fileKeyring({ path: at('other.json'), masterKey: 'ab'.repeat(32) });
    const rows = () => sqliteRows({ path: at('memory.db') });
    for (const given of [sealedRows(rows(), { keyring: other }), unsealedRows(rows())])
      expect(await codeOf(open(storeBackend(given)))).toBe('wrong_key');
    memory = await openFile('memory.db');
  });

  it('has ids that cannot be computed from a guessed fact', async () => {
    const { id } = await memory.scope('ada').store({ content: 'Ada likes tea' });
    const plain = await open(storeBackend(sqliteRows({ path: at('plain.db') })));
    expect((await plain.scope('ada').store({ content: 'Ada likes tea' })).id).not.toBe(id);
    await plain.close();
  });
});
