import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import type { BetaMemoryTool20250818Command } from '@anthropic-ai/sdk/resources/beta';
import { BetaLocalFilesystemMemoryTool } from '@anthropic-ai/sdk/tools/memory/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileMemoryTool, fileMemoryTool } from '../../src/index.ts';
import { commandsOf, type TreeUnderTest, treesUnderTest, withoutSizes } from './trees.ts';

/** Every command, and every failure of the specification. */
const story: BetaMemoryTool20250818Command[] = [
  { command: 'view', path: '/memories' },
  { command: 'create', path: '/memories/a.txt', file_text: 'one\ntwo\nthree\nfour\nfive\nsix\n' },
  { command: 'create', path: '/memories/a.txt', file_text: '' },
  { command: 'create', path: '/memories/d/e/f.md', file_text: 'x'.repeat(5632) },
  { command: 'create', path: '/memories/d', file_text: '' },
  { command: 'create', path: '/memories', file_text: '' },
  { command: 'create', path: '/memories/d/.hidden', file_text: 'h' },
  { command: 'create', path: '/memories/node_modules/x', file_text: 'no' },
  { command: 'view', path: '/memories/a.txt' },
  { command: 'view', path: '/memories/a.txt', view_range: [2, 4] },
  { command: 'view', path: '/memories/a.txt', view_range: [5, -1] },
  { command: 'view', path: '/memories/a.txt', view_range: [5, 99] },
  { command: 'view', path: '/memories/none' },
  { command: 'view', path: '/memories' },
  { command: 'view', path: '/memories/d' },
  { command: 'str_replace', path: '/memories/a.txt', old_str: 'three', new_str: '$& $1 $$ $`' },
  { command: 'str_replace', path: '/memories/a.txt', old_str: 'none', new_str: '' },
  { command: 'str_replace', path: '/memories/a.txt', old_str: 'o', new_str: '' },
  { command: 'str_replace', path: '/memories/none', old_str: 'o', new_str: '' },
  { command: 'str_replace', path: '/memories/d', old_str: 'o', new_str: '' },
  { command: 'insert', path: '/memories/a.txt', insert_line: 0, insert_text: 'zero\n' },
  { command: 'insert', path: '/memories/a.txt', insert_line: 8, insert_text: 'end' },
  { command: 'insert', path: '/memories/a.txt', insert_line: 99, insert_text: 'x' },
  { command: 'insert', path: '/memories/a.txt', insert_line: -1, insert_text: 'x' },
  { command: 'insert', path: '/memories/none', insert_line: 0, insert_text: 'x' },
  { command: 'insert', path: '/memories/d', insert_line: 0, insert_text: 'x' },
  { command: 'insert', path: '/memories', insert_line: 0, insert_text: 'x' },
  { command: 'view', path: '/memories/a.txt' },
  { command: 'rename', old_path: '/memories/a.txt', new_path: '/memories/d' },
  { command: 'rename', old_path: '/memories/a.txt', new_path: '/memories/a.txt' },
  { command: 'rename', old_path: '/memories/a.txt', new_path: '/memories' },
  { command: 'rename', old_path: '/memories/none', new_path: '/memories/n' },
  { command: 'rename', old_path: '/memories/a.txt', new_path: '/memories/x/y.txt' },
  { command: 'rename', old_path: '/memories/d', new_path: '/memories/dd' },
  { command: 'rename', old_path: '/memories', new_path: '/memories/n' },
  { command: 'view', path: '/memories/dd/e/f.md' },
  { command: 'delete', path: '/memories/x' },
  { command: 'delete', path: '/memories/x' },
  { command: 'delete', path: '/memories/dd/e/f.md' },
  { command: 'delete', path: '/memories' },
  { command: 'delete', path: '/memories/' },
  { command: 'create', path: '/memories/many', file_text: `first${'\n'.repeat(999_999)}` },
  { command: 'view', path: '/memories/many' },
  { command: 'str_replace', path: '/memories/many', old_str: 'first', new_str: 'one' },
];

describe.each(treesUnderTest)('the file tool over %s', (_name, make) => {
  let tree: TreeUnderTest;
  let tool: FileMemoryTool;

  beforeEach(async () => {
    tree = await make();
    tool = fileMemoryTool(tree.files, { allowNames: ['.hidden'] });
  });
  afterEach(() => tree.close());

  const { create, view, replace, insert, rename } = commandsOf(() => tool);

  it('returns the same texts as the SDK’s own implementation', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-parity-'));
    const theirs = betaMemoryTool(await BetaLocalFilesystemMemoryTool.init(folder));
    const answer = (tool: typeof theirs, command: BetaMemoryTool20250818Command) =>
      (async () => withoutSizes(String(await tool.run(command))))().catch(
        (error: Error) => `failed: ${error.message}`,
      );
    for (const command of story) {
      const expected = await answer(theirs, command);
      const about = JSON.stringify(command).slice(0, 200);
      expect(await answer(betaMemoryTool(tool), command), about).toBe(expected);
    }
    await rm(folder, { recursive: true });
  });

  it('names the parameter that each refusal is about', async () => {
    const inside = { old_path: '/memories/d', new_path: '/memories/d/in/it' };
    await create('/memories/d/x', '');
    await expect(tool.rename({ command: 'rename', ...inside })).rejects.toMatchObject({
      field: 'new_path',
    });
    let refused = 0;
    for (const command of story) {
      const error = await tool[command.command](command as never).catch((error) => error);
      if (error.code !== 'invalid_input') continue;
      refused += 1;
      expect(Object.keys(command), error.message).toContain(error.field);
    }
    expect(refused).toBeGreaterThan(5);
  });

  it('shows long files in parts and says how to continue', async () => {
    const lines = Array.from({ length: 6000 }, (_, index) => `line ${index + 1}`);
    await create('/memories/a', lines.join('\n'));
    const seen: string[] = [];
    for (let from: number | undefined = 1; from !== undefined; ) {
      const text = await view('/memories/a', [from, -1]);
      expect(text.length).toBeLessThan(50_300);
      const next = /To read on, view with view_range \[(\d+), -1\]/.exec(text)?.[1];
      seen.push(...(text.match(/line \d+/g) ?? []));
      from = next === undefined ? undefined : Number(next);
    }
    expect(seen).toEqual(lines);
  });

  it('replaces a text of several lines, and refuses one that a line has twice', async () => {
    await create('/memories/a', 'one\ntwo two\nthree');
    expect(await replace('/memories/a', 'one\ntwo two', 'x\ny\n')).toBe(
      'The memory file has been edited. Here is the snippet showing the change (with line numbers):\n     1\tx\n     2\ty\n     3\t\n     4\tthree',
    );
    await create('/memories/b', 'x\ntwo two');
    await expect(replace('/memories/b', 'two', 'x')).rejects.toThrow('in lines: 2. Please');
    await expect(replace('/memories/b', '', 'x')).rejects.toThrow('did not appear verbatim');
  });

  it.each([
    [
      'a range that ends before it begins',
      () => view('/memories/a', [3, 1]),
      'Invalid `view_range`',
    ],
    ['half a range', () => view('/memories/a', [1]), 'Invalid `view_range` parameter'],
    ['half a line', () => insert('/memories/a', 1.5, 'x'), 'Invalid `insert_line` parameter: 1.5'],
    [
      'a text that is none',
      () => create('/memories/b', 5 as never),
      '`file_text` must be a string',
    ],
    ['a path that is none', () => view(undefined as never), 'The path must be a string'],
    ['a root that only begins like it', () => view('/memoriesX'), 'must start with /memories'],
    ['a file as a directory', () => create('/memories/a/b', 'x'), '/memories/a is not a directory'],
    ['a file as the target', () => rename('/memories/d', '/memories/a/b'), 'is not a directory'],
    ['a move into itself', () => rename('/memories/d', '/memories/d/in/it'), 'is inside it'],
  ])('refuses %s', async (_, call, message) => {
    await create('/memories/a', 'one');
    await create('/memories/d/x', '');
    await expect(call()).rejects.toThrow(message);
  });
});
