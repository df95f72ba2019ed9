import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Memory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import Sqlite from 'better-sqlite3-multiple-ciphers';
import { beforeEach, describe, expect, it } from 'vitest';
import { filesWith, passphrase } from './encrypted-file.ts';
import { live, openLife, readLasting } from './life.ts';
import { closing, folder, openBoth, path, useStore } from './store.ts';

const marker = 'zqxjkvmarker';
// A process can use only one driver.
const driver = 'better-sqlite3-multiple-ciphers';

let copy: string;
useStore({ driver, durability: 'normal' });
beforeEach(() => {
  copy = join(folder, 'copy.db');
});

const open = (file = path, key?: string) => openBoth({ path: file, key });

const many = (count: number, of = 'note') =>
  Array.from({ length: count }, (_, index) => ({ content: `${of} ${index} of the ${marker}` }));
const fill = (memory: Memory, count: number) =>
  memory.scope('ada').storeMany(many(count), { onConflict: 'keepBoth' });

describe('a backup', () => {
  it('is a store with everything from the original', async () => {
    const backend = sqliteBackend({ path, driver });
    const life = closing(await openLife(backend));
    const then = await live(life);
    const report = await backend.backup({ path: copy });
    expect(report).toEqual({
      path: copy,
      bytes: statSync(copy).size,
      encrypted: false,
      records: expect.any(Number),
      documents: expect.any(Number),
      versions: expect.any(Number),
      damaged: [],
    });
    const { current, superseded, expired } = await life.stats();
    expect(report.records).toBe(current + superseded + expired);
    const said = await readLasting(life, then);
    const again = closing(await openLife(sqliteBackend({ path: copy, driver })));
    expect(await readLasting(again, then)).toEqual(said);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('taken while another process writes is a consistent snapshot with all acknowledged writes', async () => {
    const { backend } = await open();
    const writer = spawn(process.execPath, [
      join(import.meta.dirname, 'steady-writer.mjs'),
      path,
    ]) as ChildProcess & { stdout: NodeJS.ReadableStream };
    let output = '';
    writer.stdout.on('data', (text) => {
      output += text;
    });
    const goesOn = async () => {
      await Promise.race([once(writer.stdout, 'data'), once(writer, 'close')]);
      expect(writer.exitCode).toBe(null);
    };
    for (let round = 0; round < 5; round += 1) {
      while (output.split('\n').length < 8 * (round + 1)) await goesOn();
      const acknowledged = output.split('\n').length - 1;
      await backend.backup({ path: copy, overwrite: round > 0 });
      const backup = await open(copy);
      const { current } = await backup.memory.stats();
      // The writer stores three memories at a time.
      expect(current % 3).toBe(0);
      expect(current / 3).toBeGreaterThanOrEqual(acknowledged);
      const { memories } = await backup.memory
        .scope('ada')
        .retrieve('note 2 of round 1', { limit: 3 });
      expect(memories).toHaveLength(3);
      await backup.memory.close();
    }
    writer.kill('SIGKILL');
    await once(writer, 'close');
  });

  it('of an encrypted store has the same key, and no readable text', async () => {
    const { backend, memory } = await open(path, passphrase);
    await fill(memory, 20);
    expect(await backend.backup({ path: copy })).toMatchObject({ encrypted: true, records: 20 });
    expect(filesWith(folder, marker)).toEqual([]);
    await expect(open(copy)).rejects.toMatchObject({ code: 'wrong_key' });
    expect((await (await open(copy, passphrase)).memory.stats()).current).toBe(20);
  });

  it('has no byte of removed data, not even while those bytes are pending in the store', async () => {
    const { backend, memory } = await open();
    const { id } = await memory.scope('ada').store({ content: `The ${marker} sails` });
    await memory.scope('ada').store({ content: 'Ada stays' });
    const holder = spawn(process.execPath, [
      join(import.meta.dirname, 'snapshot-holder.mjs'),
      path,
    ]);
    await once(holder.stdout, 'data');
    await memory.scope('ada').delete(id);
    expect(filesWith(folder, marker)).not.toEqual([]);
    await backend.backup({ path: copy });
    expect(readFileSync(copy).includes(marker)).toBe(false);
    holder.kill('SIGKILL');
    await once(holder, 'close');
  });

  it('reports damage in the store', async () => {
    const { memory } = await open();
    const { id } = await memory.scope('ada').store({ content: 'Ada sails' });
    await memory.close();
    const database = new Sqlite(path);
    database.exec(`UPDATE records SET body = replace(body, 'sails', 'rows')`);
    database.close();
    const { backend } = await open();
    expect(await backend.backup({ path: copy })).toMatchObject({ records: 1, damaged: [id] });
  });

  it('does not block reads and writes', async () => {
    const { backend, memory } = await open();
    await fill(memory, 1500);
    let done = false;
    const backup = backend.backup({ path: copy }).finally(() => {
      done = true;
    });
    await fill(memory, 1);
    expect((await memory.scope('ada').list({ limit: 3 })).memories).toHaveLength(3);
    expect(done).toBe(false);
    await backup;
  });

  it('reports progress, and leaves no file when aborted', async () => {
    const { backend, memory } = await open();
    await fill(memory, 1500);
    const controller = new AbortController();
    const parts: number[] = [];
    const aborted = backend.backup({
      path: copy,
      signal: controller.signal,
      onProgress: ({ done, total }) => {
        parts.push(done / total);
        controller.abort();
      },
    });
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
    expect(parts).toEqual([expect.any(Number)]);
    await expect(backend.backup({ path: copy, signal: AbortSignal.abort() })).rejects.toMatchObject(
      {
        code: 'aborted',
      },
    );
    expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual([]);
    expect((await memory.stats()).current).toBe(1500);
  });

  it.skipIf(process.platform === 'win32')('is accessible only to its owner', async () => {
    const { backend } = await open();
    await backend.backup({ path: copy });
    expect(statSync(copy).mode & 0o777).toBe(0o600);
  });

  it('overwrites a file only with `overwrite`, and never its own store', async () => {
    const { backend, memory } = await open();
    await fill(memory, 3);
    writeFileSync(copy, 'a letter');
    await expect(backend.backup({ path: copy })).rejects.toMatchObject({
      code: 'conflict',
      field: 'path',
    });
    expect(readFileSync(copy, 'utf8')).toBe('a letter');
    expect(await backend.backup({ path: copy, overwrite: true })).toMatchObject({ records: 3 });
    await expect(backend.backup({ path, overwrite: true })).rejects.toMatchObject({
      field: 'path',
    });
    const other = await open(join(folder, 'other.db'));
    await other.memory.scope('bob').store({ content: 'Bob sails' });
    await expect(
      backend.backup({ path: join(folder, 'other.db'), overwrite: true }),
    ).rejects.toMatchObject({ code: 'busy', message: expect.stringMatching(/is open/) });
    await expect(backend.backup({ path: join(folder, 'no', 'copy.db') })).rejects.toMatchObject({
      code: 'unavailable',
      field: 'path',
    });
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(backend.backup({ path: pipe, overwrite: true })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'path',
    });
    expect(statSync(pipe).isFIFO()).toBe(true);
    await expect(backend.backup({ path: ' ' })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('is refused for a database in memory, and after close', async () => {
    const { backend, memory } = await open(':memory:');
    await expect(backend.backup({ path: copy })).rejects.toMatchObject({ code: 'unsupported' });
    await memory.close();
    await expect(backend.backup({ path: copy })).rejects.toMatchObject({ code: 'closed' });
  });
});
