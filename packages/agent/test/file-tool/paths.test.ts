import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directory, type FileMemoryTool, fileMemoryTool } from '../../src/index.ts';
import { commandsOf, type TreeUnderTest, treesUnderTest } from './trees.ts';

const below = (...names: string[]) => names.map((name) => `/memories/${name}`);

const tricks: Record<string, string[]> = {
  'outside the folder': [
    '',
    '/',
    'memories/a',
    '/memoriesX/a',
    '/memoriesX',
    '/Memories/a',
    '/etc',
  ],
  'with dots as segments': below('..', '../etc/passwd', 'a/../../etc/passwd', './a', '...', '..a'),
  'with empty segments': ['//memories/a', ...below('/a', 'a//')],
  encoded: below(
    '%2e%2e%2fetc',
    '%2E%2E/etc',
    '%252e%252e/etc',
    '..%2fetc',
    'a%00',
    '%c0%ae%c0%ae/e',
  ),
  'with backslashes': ['/memories\\a', ...below('a\\b', '..\\..\\etc')],
  'with control characters': below('a\0b', 'a\nb', 'a\rb', 'a\u001bb', 'a\u007f', 'a\u0085b'),
  'with invisible characters': below('a\u200bb', 'a\u202eb', 'a\u2066b', 'a\ufeffb', 'a\u2028b'),
  'not in normal form': below('\ud800', 'e\u0301', '\u212b'),
  'with a dot or a space at an end': below('a..', 'a./b', 'a /b', 'a\u00a0'),
  hidden: below('.git/config', 'sub/.GIT/hooks/pre-commit', '.mneme-lock', 'GIT~1/config', 'HEAD'),
  'hidden in disguise': below(
    ...['\uff0egit/config', '\u2024envrc', '\ufe0f.git/config', '\u034f.npmrc'],
    ...['\u3164.vscode/tasks.json', ' .husky/pre-commit'],
  ),
  'with a colon': below('a:b', 'a\uff1ab', 'a::$DATA', 'C:', 'a\uf03ab'),
  'with a meaning for Windows': below(
    ...['desktop.ini', 'x.scf', 'AUX.md', 'con .txt', 'CONOUT$', 'lpt9.x.y', 'COM\u00b9'],
    ...['\uff23\uff2f\uff2e', 'pr\ufe0fn', 'CLOCK$', 'CON', 'nul.txt', 'Com1'],
  ),
  'too long or too deep': [
    ...below('a'.repeat(256), 'é'.repeat(128), 'a'.repeat(100_000)),
    ...[`/memories${'/a'.repeat(600)}`, `/memories${'/a'.repeat(21)}`],
  ],
};

describe.each(treesUnderTest)('paths of %s', (_name, make) => {
  let tree: TreeUnderTest;
  let tool: FileMemoryTool;

  beforeEach(async () => {
    tree = await make();
    tool = fileMemoryTool(tree.files);
  });
  afterEach(() => tree.close());
  const { create, view, replace, insert, remove, rename } = commandsOf(() => tool);

  it.each(Object.keys(tricks))(
    '%s are refused by every command and change nothing',
    async (kind) => {
      await create('/memories/kept', 'kept');
      const before = await view('/memories');
      for (const path of tricks[kind] ?? []) {
        for (const call of [
          () => view(path),
          () => create(path, 'x'),
          () => replace(path, 'a', 'b'),
          () => insert(path, 0, 'b'),
          () => remove(path),
          () => rename(path, '/memories/n'),
          () => rename('/memories/kept', path),
        ]) {
          await expect(call(), JSON.stringify(path)).rejects.toMatchObject({
            code: 'invalid_input',
          });
        }
      }
      expect(await view('/memories')).toBe(before);
    },
  );

  it('with harmless names are accepted', async () => {
    for (const name of [
      'a..b',
      'Thoughts…',
      '会议：纪要.md',
      'console',
      'comm1',
      'headline.md',
      'about~.md',
      'a b',
      '漢字',
      '🧠.md',
      '100%',
      "it's",
      '-rf',
      '$HOME',
      '*',
      'é',
    ]) {
      const path = `/memories/${name}`;
      await create(path, name);
      expect(await view(path)).toContain(`     1\t${name}`);
    }
  });

  it('with an allowed name are accepted, and others refused', async () => {
    const allowing = fileMemoryTool(tree.files, { allowNames: ['.github'] });
    const { create: make } = commandsOf(() => allowing);
    await make('/memories/.github/a.md');
    for (const path of [
      '/memories/.github/.git/config',
      '/memories/.GitHub/a',
      '/memories/.mneme-lock',
    ])
      await expect(make(path)).rejects.toMatchObject({ code: 'invalid_input', field: 'path' });
  });
});

const odd = ['Re\u0301sume\u0301.md', '2026-11-27T10:00.md', 'aux.md', 'a. ', 'sub:way/CON.md'];

describe.skipIf(process.platform === 'win32')('what lies in a folder under an odd name', () => {
  it.each(odd)('%j is read, edited, renamed and removed, and never made', async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'mneme-odd-'));
    const path = `/memories/${name}`;
    try {
      const tool = fileMemoryTool(directory(folder));
      const { create, view, replace, insert, remove, rename } = commandsOf(() => tool);
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), 'one\n');
      expect(await view('/memories')).toContain(name);
      expect(await view(path)).toContain('one');
      await replace(path, 'one', 'two');
      await insert(path, 0, 'zero');
      await rename(path, '/memories/plain.md');
      expect(await view('/memories/plain.md')).toContain('two');
      await expect(rename('/memories/plain.md', path)).rejects.toMatchObject({
        code: 'invalid_input',
      });
      await expect(create(path, 'x')).rejects.toMatchObject({ code: 'invalid_input' });
      writeFileSync(join(folder, name), 'again\n');
      await remove(path);
      expect(await view('/memories')).not.toContain(name.split('/').at(-1));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('a document that was written elsewhere is read, renamed and removed', async () => {
    const memory = await createMemory({ backend: sqliteBackend({ path: ':memory:' }) });
    const store = await memory.scope('ada').stores.open('notes', { create: true });
    const { view, rename, remove } = commandsOf(() => fileMemoryTool(store));
    for (const path of ['/CON.md', '/a:b.md']) await store.create({ path, content: 'one' });
    expect(await view('/memories/CON.md')).toContain('one');
    await rename('/memories/CON.md', '/memories/plain.md');
    await remove('/memories/a:b.md');
    expect(await view('/memories')).toMatch(/plain\.md$/);
    expect(await view('/memories')).not.toContain('a:b.md');
    await memory.close();
  });
});

it('a number that a model wrote as text is the number of a line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-line-'));
  const tool = fileMemoryTool(directory(folder));
  const { create, view, insert } = commandsOf(() => tool);
  await create('/memories/a.md', 'one\nthree\n');
  await insert('/memories/a.md', '1' as unknown as number, 'two');
  expect(await view('/memories/a.md')).toContain('2\ttwo');
  rmSync(folder, { recursive: true });
});
