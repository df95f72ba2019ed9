import {
  copyFile,
  mkdtemp,
  open as openFile,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MnemeError } from '@mneme/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileKeyring } from '../src/index.ts';
import { parseMasterKey } from '../src/keyring/master-key.ts';

const masterKey = 'ab'.repeat(32);
let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mneme-keyring-'));
  path = join(folder, 'keys.json');
});
afterEach(() => rm(folder, { recursive: true }));

const failure = async (work: Promise<unknown>): Promise<MnemeError> => {
  const error = await work.then(
    () => expect.unreachable('it resolved'),
    (reason: unknown) => reason,
  );
  expect(MnemeError.isInstance(error)).toBe(true);
  return error as MnemeError;
};
const open = (master: string | Uint8Array = masterKey) => fileKeyring({ path, masterKey: master });

describe('a keyring in a file', () => {
  it('creates a key of 32 bytes once, and returns it to all callers', async () => {
    expect(await open().get('a')).toBeUndefined();
    const key = await open().make('a');
    expect(key).toHaveLength(32);
    expect(await open().make('a')).toEqual(key);
    expect(await open().get('a')).toEqual(key);
    expect(await open().make('b')).not.toEqual(key);
  });

  it('returns the same key to concurrent callers with the same name', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => open().make('a')));
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
  });

  it('is readable only by its owner, has no plain key, and has nothing next to it', async () => {
    const key = Buffer.from(await open().make('a'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const bytes = await readFile(path);
    for (const trace of [key, key.toString('hex'), key.toString('base64'), masterKey])
      expect(bytes.includes(trace)).toBe(false);
    expect(await readdir(folder)).toEqual(['keys.json']);
  });

  it('removes a destroyed key at once for all who have it open, and leaves no byte of it', async () => {
    const [one, other] = [open(), open()];
    await one.make('a');
    const kept = await one.make('b');
    expect(await other.get('a')).toBeDefined();
    const { keys } = JSON.parse(await readFile(path, 'utf8')) as { keys: Record<string, string> };
    expect(await one.destroy('a')).toBe(true);
    expect(await other.get('a')).toBeUndefined();
    expect(await other.get('b')).toEqual(kept);
    expect(await one.destroy('a')).toBe(false);
    for (const name of await readdir(folder))
      expect(await readFile(join(folder, name), 'utf8')).not.toContain(keys.a);
  });

  it('overwrites the file that it replaces, because its blocks may remain on disk', async () => {
    await open().make('a');
    const old = await openFile(path, 'r');
    await open().destroy('a');
    const { buffer, bytesRead } = await old.read(Buffer.alloc(4096), 0, 4096, 0);
    await old.close();
    expect(bytesRead).toBeGreaterThan(0);
    expect(buffer.subarray(0, bytesRead).every((byte) => byte === 0)).toBe(true);
  });

  it('removes files of a killed process with the next change', async () => {
    await open().make('a');
    await copyFile(path, `${path}.tmp`);
    const left = await openFile(`${path}.tmp`, 'r');
    await open().destroy('a');
    const { buffer, bytesRead } = await left.read(Buffer.alloc(4096), 0, 4096, 0);
    await left.close();
    expect(buffer.subarray(0, bytesRead).every((byte) => byte === 0)).toBe(true);
    expect(await readdir(folder)).toEqual(['keys.json']);
  });

  it('is changed at the target of a link', async () => {
    const link = join(folder, 'link.json');
    await open().make('a');
    await symlink(path, link);
    await fileKeyring({ path: link, masterKey }).make('b');
    expect(await open().get('b')).toBeDefined();
  });

  it('refuses another master key, is not changed, and shows neither key', async () => {
    await open().make('a');
    const before = await readFile(path, 'utf8');
    const wrong = open('cd'.repeat(32));
    for (const work of [() => wrong.get('a'), () => wrong.make('a'), () => wrong.make('b')]) {
      const { code, message } = await failure(work());
      expect(code).toBe('wrong_key');
      expect(message).toContain(path);
      expect(message).not.toContain('cdcd');
    }
    expect(await readFile(path, 'utf8')).toBe(before);
  });

  it('can be rewrapped with another master key, with the same data keys', async () => {
    const keyring = open();
    const keys = [await keyring.make('a'), await keyring.make('b')];
    const next = Buffer.alloc(32, 7);
    expect(await keyring.rewrap(next)).toBe(2);
    expect(await keyring.get('a')).toEqual(keys[0]);
    expect(await open(next).get('b')).toEqual(keys[1]);
    expect((await failure(open().get('a'))).code).toBe('wrong_key');
  });

  it.each([
    ['no JSON', '{'],
    ['of a later version', '{"version":2,"keys":{}}'],
    ['without keys', '{"version":1}'],
    ['with a key that is not a string', '{"version":1,"keys":{"a":1}}'],
  ])('that is %s is refused and not changed', async (_, text) => {
    await writeFile(path, text);
    expect((await failure(open().get('a'))).code).toBe('unavailable');
    expect((await failure(open().make('a'))).code).toBe('unavailable');
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('refuses a key that was changed or moved to another name', async () => {
    await open().make('a');
    await open().make('b');
    const file = JSON.parse(await readFile(path, 'utf8')) as { keys: Record<string, string> };
    file.keys.a = file.keys.b!;
    await writeFile(path, JSON.stringify(file));
    expect((await failure(open().get('a'))).code).toBe('damaged');
  });
});

describe('a master key', () => {
  const bytes = Buffer.from(masterKey, 'hex');

  it.each([
    bytes,
    masterKey,
    masterKey.toUpperCase(),
    `${masterKey}\n`,
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ])('is accepted as %s', (given) => {
    expect(Buffer.from(parseMasterKey(given, 'masterKey'))).toEqual(bytes);
  });

  it.each([
    'a passphrase',
    '',
    masterKey.slice(2),
    `${masterKey}ab`,
    bytes.subarray(1),
    42,
    undefined,
    null,
  ])('is not %j, and the error does not show it', (given) => {
    try {
      parseMasterKey(given, 'masterKey');
      expect.unreachable('it was taken');
    } catch (error) {
      const { code, field, message } = error as MnemeError;
      expect([code, field]).toEqual(['invalid_input', 'masterKey']);
      expect(message).not.toMatch(/passphrase|abab|42/);
    }
  });
});
