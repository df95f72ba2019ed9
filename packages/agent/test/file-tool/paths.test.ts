import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileMemoryTool, fileMemoryTool } from '../../src/index.ts';
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
