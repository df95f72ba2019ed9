import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { MnemeError } from '@mneme/core';
import { type SqliteBackendOptions, sqliteBackend } from '@mneme/sqlite';
import { describe, expect, it } from 'vitest';
import { filesWith, passphrase } from './encrypted-file.ts';
import { closeAll as close, folder, open, path, useStore } from './store.ts';

const marker = 'zqxjkvmarker';

useStore({ key: passphrase, durability: 'normal' });

async function fill(): Promise<void> {
  const ada = (await open()).scope('ada');
  await ada.store({ content: `The heron of ${marker} sails`, tags: [marker] });
  const notes = await ada.stores.create({ name: marker });
  await notes.create({ path: `/${marker}`, content: `${marker} `.repeat(200) });
}

const refused = (options: Partial<SqliteBackendOptions>): Promise<MnemeError> =>
  open(options).then(
    () => expect.unreachable('it was opened'),
    (error) => error as MnemeError,
  );

describe('a file with a key', () => {
  it('is readable with a key given as passphrase, bytes or hex digits', async () => {
    await fill();
    await close();
    const { memories } = await (await open()).scope('ada').retrieve(`heron ${marker}`);
    expect(memories[0]?.content).toContain(marker);

    const raw = join(folder, 'raw.db');
    const key = new Uint8Array(32).fill(0xab);
    await (await open({ path: raw, key })).scope('ada').store({ content: 'Ada sails' });
    await close();
    for (const same of ['ab'.repeat(32), 'AB'.repeat(32), Buffer.from(key)]) {
      expect(await (await open({ path: raw, key: same })).scopes()).toEqual(['ada']);
      await close();
    }
    expect(await refused({ path: raw, key: 'ab'.repeat(31) })).toMatchObject({ code: 'wrong_key' });
  });

  it('contains no readable text, nor do its log and index, while open and after close', async () => {
    await fill();
    expect(filesWith(folder, marker)).toEqual([]);
    expect(filesWith(folder, 'CREATE TABLE')).toEqual([]);
    await close();
    expect(filesWith(folder, marker)).toEqual([]);
    expect(filesWith(folder, 'SQLite format')).toEqual([]);
  });

  it('is not opened with a wrong key or without one, which is reported, and is not changed', async () => {
    await fill();
    await close();
    const before = readFileSync(path);
    for (const key of ['another', new Uint8Array(32), 'ab'.repeat(32)]) {
      expect(await refused({ key })).toMatchObject({
        code: 'wrong_key',
        field: 'key',
        message: expect.stringMatching(/does not open .*memory\.db: give the one/),
      });
    }
    expect(await refused({ key: undefined })).toMatchObject({
      code: 'wrong_key',
      field: 'key',
      message: expect.stringMatching(/is missing: .*memory\.db is encrypted.*give the key/),
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is not created by opening a plain file with a key', async () => {
    await (await open({ key: undefined })).scope('ada').store({ content: 'Ada sails' });
    await close();
    const before = readFileSync(path);
    expect(await refused({})).toMatchObject({
      code: 'wrong_key',
      message: expect.stringMatching(/memory\.db is not encrypted: encrypt it first/),
    });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(await (await open({ key: undefined })).scopes()).toEqual(['ada']);
  });

  it('returns no data from a page changed on disk', async () => {
    await fill();
    await close();
    const bytes = readFileSync(path);
    const outcomes = new Set<string>();
    for (let page = 0; page < bytes.length / 4096; page += 4) {
      const at = page * 4096 + 100;
      const put = (byte: number) => {
        const file = openSync(path, 'r+');
        writeSync(file, Uint8Array.of(byte), 0, 1, at);
        closeSync(file);
      };
      put((bytes[at] as number) ^ 1);
      const outcome = await open()
        .then((opened) => opened.scope('ada').list())
        .then(
          ({ memories }) => memories[0]?.content ?? 'nothing',
          (error: MnemeError) => error.code,
        );
      outcomes.add(outcome);
      await close();
      put(bytes[at] as number);
    }
    expect([...outcomes].toSorted()).toEqual(['damaged', 'wrong_key']);
  });

  it('reports a damaged log, and reads an intact one', async () => {
    await fill();
    const copies = ['', '-wal'].map((end) => [end, readFileSync(path + end)] as const);
    await close();
    const put = () => {
      for (const [end, bytes] of copies) writeFileSync(path + end, bytes);
    };
    put();
    expect(await (await open()).scopes()).toEqual(['ada']);
    await close();
    const log = copies[1]?.[1] as Buffer;
    log[100] = (log[100] as number) ^ 1;
    put();
    expect(await refused({})).toMatchObject({ code: 'damaged' });
  });

  it('does not show the key in errors, in the inspected backend, or in statistics', async () => {
    const key = 'ff00'.repeat(16);
    const all: unknown[] = [];
    for (const bad of [
      `${key}\0`,
      ` ${' '.repeat(9)}`,
      key.repeat(20),
      Buffer.alloc(9, 'secret'),
    ]) {
      try {
        sqliteBackend({ path, key: bad });
        expect.unreachable('it was taken');
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_input', field: 'key' });
        all.push(error);
      }
    }
    const memory = await open({ key });
    await memory.scope('ada').store({ content: 'Ada sails' });
    all.push(await memory.stats(), await memory.audit(), memory, sqliteBackend({ path, key }));
    await close();
    all.push(await refused({ key: 'another secret' }), await refused({ key: undefined }));
    const said = inspect(all, { depth: 9, showHidden: true });
    for (const text of ['ff00ff00', 'secret', key]) expect(said).not.toContain(text);
  });

  it('requires a file, and a driver that supports encryption', () => {
    expect(() => sqliteBackend({ path: ':memory:', key: passphrase })).toThrow(
      /in memory.*leave it/,
    );
    expect(() => sqliteBackend({ path, key: passphrase, driver: 'node:sqlite' })).toThrow(
      /driver is 'node:sqlite', which supports no keys/,
    );
  });

  it('names a missing package and how to install it', () => {
    const hooks = `import { registerHooks } from 'node:module'; registerHooks({ resolve(name, context, next) {
      if (name === 'better-sqlite3-multiple-ciphers') throw Object.assign(new Error('Cannot find package ' + name), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(name, context); } });`;
    const program = `import('@mneme/sqlite').then(({ sqliteBackend }) => sqliteBackend({ path: ${JSON.stringify(path)}, key: 'k' }).open({}))
      .catch(({ code, message }) => console.log(code, message))`;
    const hooksUrl = `data:text/javascript,${encodeURIComponent(hooks)}`;
    const output = execFileSync(process.execPath, ['--import', hooksUrl, '-e', program], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    expect(output).toMatch(/^missing_dependency .*npm install better-sqlite3-multiple-ciphers\n$/);
  });
});
