import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { changeFileKey, sqliteBackend } from '@mneme/sqlite';
import { describe, expect, it } from 'vitest';
import { filesWith, passphrase } from './encrypted-file.ts';
import { live, openLife, readLasting } from './life.ts';
import { folder, open, path, useStore } from './store.ts';

const marker = 'zqxjkvmarker';
// A process can use only one driver.
const driver = 'better-sqlite3-multiple-ciphers';

useStore({ driver });

async function fill(key?: string): Promise<void> {
  const memory = await open({ key });
  await memory.scope('ada').store({ content: `The heron of ${marker} sails` });
  await memory.close();
}

const contents = async (key?: string) => {
  const memory = await open({ key });
  const { memories } = await memory.scope('ada').list();
  await memory.close();
  return memories.map(({ content }) => content);
};

describe('a change of the key', () => {
  it('keeps all data, from plain to encrypted, to another key, and back', async () => {
    let memory = await openLife(sqliteBackend({ path, driver }));
    const then = await live(memory);
    const before = await readLasting(memory, then);
    await memory.close();
    let key: string | undefined;
    for (const newKey of [passphrase, 'ab'.repeat(32), undefined]) {
      expect(await changeFileKey({ path, key, newKey })).toEqual({ changed: true });
      expect(readFileSync(path).includes('SQLite format')).toBe(newKey === undefined);
      memory = await openLife(sqliteBackend({ path, key: newKey, driver }));
      expect(await readLasting(memory, then)).toEqual(before);
      await memory.close();
      key = newKey;
    }
  });

  it('leaves no plain text in the file or next to it, not even from the log of a crashed store', async () => {
    await fill();
    const memory = await open();
    await memory.scope('ada').store({ content: `Late ${marker} sails` });
    const files = ['', '-wal'].map((end) => [end, readFileSync(path + end)] as const);
    await memory.close();
    for (const [end, bytes] of files) writeFileSync(path + end, bytes);
    expect(filesWith(folder, marker)).toEqual(['memory.db', 'memory.db-wal']);
    await changeFileKey({ path, newKey: passphrase });
    expect(filesWith(folder, marker)).toEqual([]);
    expect(filesWith(folder, 'CREATE TABLE')).toEqual([]);
    expect(await contents(passphrase)).toEqual([
      `Late ${marker} sails`,
      `The heron of ${marker} sails`,
    ]);
  });

  it('reports that nothing was done if the file already has the new key', async () => {
    await fill(passphrase);
    expect(await changeFileKey({ path, newKey: passphrase })).toEqual({ changed: false });
    expect(await changeFileKey({ path, key: 'another', newKey: passphrase })).toEqual({
      changed: false,
    });
  });

  it('changes nothing with a wrong key, a missing file or a foreign file', async () => {
    await fill(passphrase);
    const before = readFileSync(path);
    for (const key of [undefined, 'another'])
      await expect(changeFileKey({ path, key, newKey: 'third' })).rejects.toMatchObject({
        code: 'wrong_key',
        field: 'key',
      });
    expect(readFileSync(path).equals(before)).toBe(true);
    await expect(
      changeFileKey({ path: join(folder, 'absent.db'), newKey: 'k' }),
    ).rejects.toMatchObject({ code: 'not_found', field: 'path' });
    writeFileSync(path, `${'no database '.repeat(99)}`);
    await expect(changeFileKey({ path, newKey: 'k' })).rejects.toMatchObject({
      code: 'foreign_store',
    });
    expect(readdirSync(folder)).toEqual(['memory.db']);
    expect(readFileSync(path, 'utf8')).toContain('no database');
  });

  it('is refused while the file is open, without harm to those who use it', async () => {
    await fill();
    const change = () => changeFileKey({ path, newKey: passphrase, busyTimeoutMs: 50 });
    const busy = { code: 'busy', message: expect.stringMatching(/open elsewhere.*close it/) };
    const memory = await open();
    await expect(change()).rejects.toMatchObject(busy);
    await memory.scope('ada').store({ content: 'Ada goes on' });
    await memory.close();

    const holder = spawn(process.execPath, [
      join(import.meta.dirname, 'snapshot-holder.mjs'),
      path,
    ]) as ChildProcess & { stdout: NodeJS.ReadableStream };
    await once(holder.stdout, 'data');
    await expect(change()).rejects.toMatchObject(busy);
    // As written by another process that is changing the key.
    writeFileSync(`${path}-mneme-rewritten`, 'not mine');
    await expect(change()).rejects.toMatchObject(busy);
    expect(readFileSync(`${path}-mneme-rewritten`, 'utf8')).toBe('not mine');
    holder.kill('SIGKILL');
    await once(holder, 'close');
    expect(await contents()).toHaveLength(2);
    expect(await change()).toEqual({ changed: true });
    expect(readdirSync(folder)).toEqual(['memory.db']);
  });

  it('is made once if several processes start it, and reported to the others', async () => {
    await fill();
    const changer = join(import.meta.dirname, 'key-changer.mjs');
    const ends = await Promise.all(
      [1, 2, 3].map(async () => {
        const child = spawn(process.execPath, [changer, path, '', passphrase], { stdio: 'ignore' });
        return (await once(child, 'close'))[0] as number;
      }),
    );
    expect(ends).toEqual([0, 0, 0]);
    expect(await contents(passphrase)).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['memory.db']);
  });

  it.skipIf(process.platform === 'win32')(
    'keeps the mode of the file and symbolic links to it',
    async () => {
      await fill();
      chmodSync(path, 0o640);
      const link = join(folder, 'link.db');
      symlinkSync(path, link);
      await changeFileKey({ path: link, newKey: passphrase });
      expect(statSync(path).mode & 0o777).toBe(0o640);
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(filesWith(folder, marker)).toEqual([]);
    },
  );

  it('is refused for a file with another hard link, which would stay plain', async () => {
    await fill();
    linkSync(path, join(folder, 'other.db'));
    await expect(changeFileKey({ path, newKey: passphrase })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/another name/),
    });
    expect(await contents()).toHaveLength(1);
  });
});

describe('the next open cleans up after a change that was killed', () => {
  const left = (name: string) => `${path}-mneme-${name}`;

  it('before the copy replaced the file: removes the copy and the second name of the file', async () => {
    await fill();
    writeFileSync(left('rewritten'), marker);
    writeFileSync(left('rewritten-journal'), marker);
    writeFileSync(left('scratch'), '');
    writeFileSync(`${path}-journal`, '');
    linkSync(path, left('replaced'));
    expect(await contents()).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['memory.db']);
  });

  it('after that: overwrites and removes the plain file', async () => {
    await fill();
    renameSync(path, join(folder, 'plain.db'));
    await fill(passphrase);
    renameSync(join(folder, 'plain.db'), left('replaced'));
    expect(filesWith(folder, marker)).toEqual(['memory.db-mneme-replaced']);
    expect(await contents(passphrase)).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['memory.db']);
  });

  it.skipIf(process.platform === 'win32')(
    'but does not touch files that somebody else linked there',
    async () => {
      await fill();
      const precious = join(folder, 'precious');
      writeFileSync(precious, 'precious');
      symlinkSync(precious, left('replaced'));
      linkSync(precious, left('rewritten'));
      await contents();
      expect(readdirSync(folder)).toEqual(['memory.db', 'precious']);
      expect(readFileSync(precious, 'utf8')).toBe('precious');
    },
  );

  it('and an overwritten file does not open as an empty store', async () => {
    await fill();
    writeFileSync(path, new Uint8Array(statSync(path).size));
    await expect(open()).rejects.toMatchObject({ code: 'wrong_key' });
  });
});
