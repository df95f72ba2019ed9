import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileMemoryTool, fileMemoryTool } from '../../src/index.ts';
import { commandsOf, type TreeUnderTest, treesUnderTest } from './trees.ts';

describe.each(treesUnderTest)('the file tool over %s', (_name, make) => {
  let tree: TreeUnderTest;
  let tool: FileMemoryTool;

  beforeEach(async () => {
    tree = await make();
    tool = fileMemoryTool(tree.files, { allowNames: ['.hidden'] });
  });
  afterEach(() => tree.close());

  const { create, view, replace, insert, remove, rename } = commandsOf(() => tool);
  /** Rejects with exactly this message. */
  const fails = async (call: Promise<unknown>, message: string) => {
    const error = await call.then(
      (result) => new Error(`resolved: ${result}`),
      (reason: Error) => reason,
    );
    expect(error.message).toBe(message);
  };

  it('shows a directory two levels deep, without hidden items', async () => {
    await create('/memories/b.txt', 'x'.repeat(5632));
    await create('/memories/a/one.md', 'one');
    await create('/memories/a/deep/two.md', 'two');
    await create('/memories/.hidden', 'no');
    await create('/memories/node_modules/x', 'no');
    const lines = (await view('/memories')).split('\n');
    expect(lines[0]).toBe(
      "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:",
    );
    expect(lines[1]).toMatch(/^[\d.]+[BKM]\t\/memories$/);
    expect(lines.slice(2).map((line) => line.split('\t')[1])).toEqual([
      '/memories/a/',
      '/memories/a/deep/',
      '/memories/a/one.md',
      '/memories/b.txt',
    ]);
    expect(lines.at(-1)).toBe('5.5K\t/memories/b.txt');
    const sub = (await view('/memories/a/')).split('\n');
    expect(sub.slice(2).map((line) => line.split('\t')[1])).toEqual([
      '/memories/a/deep/',
      '/memories/a/deep/two.md',
      '/memories/a/one.md',
    ]);
  });

  it('shows an empty memory', async () => {
    expect(await view('/memories')).toMatch(/:\n[\d.]+[BK]\t\/memories$/);
  });

  it('shows a file, or a range of it', async () => {
    await create('/memories/a', 'one\ntwo\nthree\n');
    const head = "Here's the content of /memories/a with line numbers:";
    expect(await view('/memories/a')).toBe(
      `${head}\n     1\tone\n     2\ttwo\n     3\tthree\n     4\t`,
    );
    expect(await view('/memories/a', [2, 3])).toBe(`${head}\n     2\ttwo\n     3\tthree`);
    expect(await view('/memories/a', [3, -1])).toBe(`${head}\n     3\tthree\n     4\t`);
    expect(await view('/memories/a', [3, 99])).toBe(`${head}\n     3\tthree\n     4\t`);
    await expect(view('/memories/a', [3, 1])).rejects.toThrow('Invalid `view_range` parameter');
    await expect(view('/memories/a', [1])).rejects.toThrow('Invalid `view_range` parameter');
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

  it('creates a file, but never overwrites one', async () => {
    expect(await create('/memories/a', '')).toBe('File created successfully at: /memories/a');
    await fails(create('/memories/a', 'x'), 'File /memories/a already exists');
    await create('/memories/d/x', '');
    await fails(create('/memories/d', 'x'), 'File /memories/d already exists');
    await fails(create('/memories', 'x'), 'File /memories already exists');
    await fails(create('/memories/a/b', 'x'), 'The path /memories/a is not a directory.');
  });

  it('replaces text and shows the lines around it', async () => {
    await create('/memories/a', '1\n2\n3\n4\n5\n6\n7');
    expect(await replace('/memories/a', '4', 'four')).toBe(
      'The memory file has been edited. Here is the snippet showing the change (with line numbers):\n     2\t2\n     3\t3\n     4\tfour\n     5\t5\n     6\t6',
    );
    expect(await replace('/memories/a', '3\nfour', 'x\ny\nz')).toContain(
      '     3\tx\n     4\ty\n     5\tz',
    );
    expect(await view('/memories/a')).toContain(
      '     2\t2\n     3\tx\n     4\ty\n     5\tz\n     6\t5',
    );
  });

  it('inserts the new text literally', async () => {
    await create('/memories/a', 'price: X');
    await replace('/memories/a', 'X', "$& $1 $$ $` $'");
    expect(await view('/memories/a')).toContain("price: $& $1 $$ $` $'");
  });

  it('reports an old text that is missing or not unique', async () => {
    await create('/memories/a', 'a\nb a a\nc');
    await fails(
      replace('/memories/a', 'z', 'x'),
      'No replacement was performed, old_str `z` did not appear verbatim in /memories/a.',
    );
    await fails(
      replace('/memories/a', 'a', 'x'),
      'No replacement was performed. Multiple occurrences of old_str `a` in lines: 1, 2. Please ensure it is unique',
    );
    await create('/memories/b', 'x\ntwo two');
    await fails(
      replace('/memories/b', 'two', 'x'),
      'No replacement was performed. Multiple occurrences of old_str `two` in lines: 2. Please ensure it is unique',
    );
    await fails(
      replace('/memories/a', '', 'x'),
      'No replacement was performed, old_str `` did not appear verbatim in /memories/a.',
    );
  });

  it('inserts lines, but not beyond the end of the file', async () => {
    await create('/memories/a', 'one\ntwo');
    expect(await insert('/memories/a', 0, 'zero\n')).toBe('The file /memories/a has been edited.');
    await insert('/memories/a', 3, 'three');
    expect(await view('/memories/a')).toContain(
      '     1\tzero\n     2\tone\n     3\ttwo\n     4\tthree',
    );
    for (const line of [-1, 5, 1.5]) {
      await fails(
        insert('/memories/a', line, 'x'),
        `Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, 4]`,
      );
    }
  });

  it('deletes files, and directories with their contents', async () => {
    await create('/memories/d/a', '');
    await create('/memories/d/e/b', '');
    await create('/memories/keep', '');
    expect(await remove('/memories/d')).toBe('Successfully deleted /memories/d');
    expect(await remove('/memories/keep')).toBe('Successfully deleted /memories/keep');
    await fails(
      view('/memories/d/a'),
      'The path /memories/d/a does not exist. Please provide a valid path.',
    );
    await fails(remove('/memories/d'), 'The path /memories/d does not exist');
    await fails(remove('/memories'), 'Cannot delete the /memories directory itself');
    await fails(remove('/memories/'), 'Cannot delete the /memories directory itself');
  });

  it('renames files and directories, but never overwrites', async () => {
    await create('/memories/d/a', 'A');
    await create('/memories/x', 'X');
    expect(await rename('/memories/d', '/memories/new/place')).toBe(
      'Successfully renamed /memories/d to /memories/new/place',
    );
    expect(await view('/memories/new/place/a')).toContain('     1\tA');
    await fails(
      rename('/memories/x', '/memories/new'),
      'The destination /memories/new already exists',
    );
    await fails(rename('/memories/x', '/memories/x'), 'The destination /memories/x already exists');
    await fails(rename('/memories/none', '/memories/y'), 'The path /memories/none does not exist');
    await fails(rename('/memories', '/memories/y'), 'Cannot rename the /memories directory itself');
    await fails(rename('/memories/x', '/memories'), 'The destination /memories already exists');
    await expect(rename('/memories/new', '/memories/new/in/it')).rejects.toThrow('is inside it');
    await expect(rename('/memories/new', '/memories/x/y')).rejects.toThrow(
      '/memories/x is not a directory',
    );
  });

  it('names a missing path, and a path that is not a file', async () => {
    const missing = 'The path /memories/none does not exist. Please provide a valid path.';
    await fails(view('/memories/none'), missing);
    await fails(replace('/memories/none', 'a', 'b'), missing);
    await fails(insert('/memories/none', 0, 'b'), missing);
    await create('/memories/d/a', '');
    await fails(replace('/memories/d', 'a', 'b'), 'The path /memories/d is not a file.');
    await fails(insert('/memories/d', 0, 'b'), 'The path /memories/d is not a file.');
    await fails(insert('/memories', 0, 'b'), 'The path /memories is not a file.');
  });

  it('keeps a file of more than 999,999 lines, and refuses to show it', async () => {
    const tooMany = 'File /memories/a has too many lines (1000000). Maximum is 999,999 lines.';
    await create('/memories/a', `first${'\n'.repeat(999_999)}`);
    await fails(view('/memories/a'), tooMany);
    await replace('/memories/a', 'first', 'one');
    await fails(view('/memories/a'), tooMany);
  });

  it('refuses inputs of a wrong type with a message', async () => {
    await fails(
      create('/memories/a', 5 as unknown as string),
      'The parameter `file_text` must be a string.',
    );
    await fails(
      view(undefined as unknown as string),
      'The path must be a string that starts with /memories.',
    );
  });
});
