import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type Memory, type StoreFile } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exportStore, importStore } from './store-folder.ts';

let folder: string;
let memory: Memory;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mneme-folder-'));
  memory = await createMemory({ backend: sqliteBackend({ path: ':memory:' }) });
});
afterEach(async () => {
  await memory.close();
  await rm(folder, { recursive: true });
});

function open(name: string) {
  return memory.scope('user:ada').stores.open(name, { create: true });
}

it('a store comes back from a folder as it went in, whatever its names', async () => {
  const store = await open('notes');
  const paths = [
    '/a/b.md',
    '/c',
    `/${'x'.repeat(1000)}/y`,
    '/CON',
    '/what?',
    '/~home',
    '/.mneme-paths.json',
    '/漢字',
  ];
  const files: StoreFile[] = paths.map((path) => ({ path, content: `\ufeff${path}\r\n` }));
  await store.import(files);
  expect(await exportStore(store, folder)).toEqual({ files: paths.length });
  expect(await readFile(join(folder, 'a', 'b.md'), 'utf8')).toBe('\ufeff/a/b.md\r\n');
  const other = await open('copy');
  expect(await importStore(other, folder)).toEqual({
    created: paths.length,
    changed: 0,
    unchanged: 0,
  });
  for (const { path, content } of files) expect((await other.read(path))?.content).toBe(content);
  expect(await importStore(other, folder)).toEqual({
    created: 0,
    changed: 0,
    unchanged: paths.length,
  });
});

it('an export needs an empty folder; an import follows no link and takes no bytes that are no text', async () => {
  const store = await open('notes');
  await writeFile(join(folder, 'there'), 'x');
  await expect(exportStore(store, folder)).rejects.toMatchObject({ field: 'folder' });
  await symlink('/etc/passwd', join(folder, 'link'));
  expect(await importStore(store, folder)).toMatchObject({ created: 1 });
  await writeFile(join(folder, 'bytes'), Uint8Array.of(0xff, 0xfe));
  await expect(importStore(store, folder)).rejects.toThrow('bytes is not UTF-8');
});
