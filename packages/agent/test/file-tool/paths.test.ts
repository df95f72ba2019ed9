import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileMemoryTool, fileMemoryTool } from '../../src/index.ts';
import { commandsOf, type TreeUnderTest, treesUnderTest } from './trees.ts';

const tricks = [
  '',
  '/',
  'memories/a',
  '/memoriesX/a',
  '/memoriesX',
  '/Memories/a',
  '/etc/passwd',
  '/memories/..',
  '/memories/../etc/passwd',
  '/memories/a/../../etc/passwd',
  '/memories/./a',
  '/memories//a',
  '/memories/a//',
  '//memories/a',
  '/memories/%2e%2e%2fetc',
  '/memories/%2E%2E/etc',
  '/memories/%252e%252e/etc',
  '/memories/..%2fetc',
  '/memories/a%00',
  '/memories/%c0%ae%c0%ae/etc',
  '/memories/a\\b',
  '/memories/..\\..\\etc',
  '/memories\\a',
  '/memories/a\0b',
  '/memories/a\nb',
  '/memories/a\rb',
  '/memories/a\u001bb',
  '/memories/a\u007f',
  '/memories/a\u0085b',
  '/memories/a\u200bb',
  '/memories/a\u202eb',
  '/memories/a\u2066b',
  '/memories/a\ufeffb',
  '/memories/a\u2028b',
  '/memories/\ud800',
  '/memories/e\u0301',
  '/memories/\u212b',
  '/memories/..a',
  '/memories/...',
  '/memories/a..',
  '/memories/a./b',
  '/memories/a /b',
  '/memories/a\u00a0',
  '/memories/.git/config',
  '/memories/sub/.GIT/hooks/pre-commit',
  '/memories/\uff0egit/config',
  '/memories/\u2024envrc',
  '/memories/\ufe0f.git/config',
  '/memories/\u034f.npmrc',
  '/memories/\u3164.vscode/tasks.json',
  '/memories/ .husky/pre-commit',
  '/memories/GIT~1/config',
  '/memories/HEAD',
  '/memories/desktop.ini',
  '/memories/x.scf',
  '/memories/a:b',
  '/memories/a\uff1ab',
  '/memories/a::$DATA',
  '/memories/C:',
  '/memories/a\uf03ab',
  '/memories/AUX.md',
  '/memories/con .txt',
  '/memories/CONOUT$',
  '/memories/lpt9.x.y',
  '/memories/COM\u00b9',
  '/memories/\uff23\uff2f\uff2e',
  '/memories/pr\ufe0fn',
  '/memories/CLOCK$',
  '/memories/CON',
  '/memories/nul.txt',
  '/memories/Com1',
  '/memories/.mneme-lock',
  `/memories/${'a'.repeat(256)}`,
  `/memories/${'é'.repeat(128)}`,
  `/memories${'/a'.repeat(600)}`,
  `/memories${'/a'.repeat(21)}`,
  `/memories/${'a'.repeat(100_000)}`,
];

describe.each(treesUnderTest)('path tricks against %s', (_name, make) => {
  let tree: TreeUnderTest;
  let tool: FileMemoryTool;

  beforeEach(async () => {
    tree = await make();
    tool = fileMemoryTool(tree.files);
  });
  afterEach(() => tree.close());
  const { create, view, replace, insert, remove, rename } = commandsOf(() => tool);

  it('are refused by every command and change nothing', async () => {
    await create('/memories/kept', 'kept');
    const before = await view('/memories');
    for (const path of tricks) {
      for (const call of [
        () => view(path),
        () => create(path, 'x'),
        () => replace(path, 'a', 'b'),
        () => insert(path, 0, 'b'),
        () => remove(path),
        () => rename(path, '/memories/n'),
        () => rename('/memories/kept', path),
      ]) {
        await expect(call(), JSON.stringify(path)).rejects.toMatchObject({ code: 'invalid_input' });
      }
    }
    expect(await view('/memories')).toBe(before);
  });

  it('do not include harmless names, which are accepted', async () => {
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

  it('accepts allowed names and refuses others', async () => {
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
