import {
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type Memory } from '@mneme/core';
import type { StoreFile } from '@mneme/core/documents';
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

it('a store is unchanged after an export and an import, for any names', async () => {
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
    '/constructor',
  ];
  const allowNames = ['CON', '.mneme-paths.json'];
  const files: StoreFile[] = paths.map((path) => ({ path, content: `\ufeff${path}\r\n` }));
  await store.import(files);
  expect(await exportStore(store, folder, { allowNames })).toEqual({
    files: paths.length,
    leftOut: [],
  });
  expect(await readFile(join(folder, 'a', 'b.md'), 'utf8')).toBe('\ufeff/a/b.md\r\n');
  const other = await open('copy');
  expect(await importStore(other, folder)).toEqual({
    created: paths.length,
    changed: 0,
    unchanged: 0,
    leftOut: [],
  });
  for (const { path, content } of files) expect((await other.read(path))?.content).toBe(content);
  expect(await importStore(other, folder)).toEqual({
    created: 0,
    changed: 0,
    unchanged: paths.length,
    leftOut: [],
  });
});

it('an export needs an empty folder; an import follows no links and skips files that are not text, or are large, which it does not read whole', async () => {
  const store = await open('notes');
  await writeFile(join(folder, 'there'), 'x');
  await expect(exportStore(store, folder)).rejects.toMatchObject({ field: 'folder' });
  await symlink('/etc/passwd', join(folder, 'link'));
  expect(await importStore(store, folder)).toMatchObject({ created: 1 });
  await writeFile(join(folder, 'bytes'), Uint8Array.of(0xff, 0xfe));
  await writeFile(join(folder, 'later'), 'y');
  await writeFile(join(folder, 'large'), '');
  await truncate(join(folder, 'large'), 600 * 1024 * 1024);
  const imported = { created: 1, changed: 0, unchanged: 1, leftOut: ['bytes', 'large'] };
  expect(await importStore(store, folder)).toEqual(imported);
});

it('an export leaves out and reports names that tools act on, unless asked for', async () => {
  const store = await open('notes');
  const acting = [
    '/.envrc',
    '/.git/config',
    '/NUL.txt',
    '/a/.vscode/tasks.json',
    '/a/HEAD',
    '/a/b:c',
    '/git~1/config',
    '/x. ',
    '/\uff0egit/config',
  ];
  await store.import(['/a/b.md', ...acting].map((path) => ({ path, content: 'x' })));
  const { files, leftOut } = await exportStore(store, folder);
  expect({ files, leftOut: leftOut.sort() }).toEqual({ files: 1, leftOut: acting });
  expect(await readdir(folder, { recursive: true })).toEqual(['a', join('a', 'b.md')]);
  expect((await lstat(join(folder, 'a'))).mode & 0o777).toBe(0o700);
  expect((await lstat(join(folder, 'a', 'b.md'))).mode & 0o777).toBe(0o600);
  const asked = join(folder, 'asked');
  const allowNames = ['.envrc', 'NUL.txt'];
  expect(await exportStore(store, asked, { allowNames })).toMatchObject({ files: 3 });
  const names = await readdir(asked);
  expect(names).toContain('.envrc');
  expect(names).not.toContain('NUL.txt');
});
