import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directory, type FileMemoryTool, fileMemoryTool } from '../../src/index.ts';
import { commandsOf } from './trees.ts';

let folder: string;
let outside: string;
let tool: FileMemoryTool;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mneme-inside-'));
  outside = await mkdtemp(join(tmpdir(), 'mneme-outside-'));
  await writeFile(join(outside, 'secret'), 'not for models');
  tool = fileMemoryTool(directory(folder, { durability: 'normal' }));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
  await rm(outside, { recursive: true });
});

const namesInFolder = async () => (await readdir(folder)).sort();
const viaLink = 'Path would escape /memories directory via symlink';

const { create, view, replace, remove, rename: move, ...commands } = commandsOf(() => tool);
const insert = (path: string, text: string) => commands.insert(path, 0, text);

describe('a folder of plain files', () => {
  it('is /memories itself, accessible only to its owner', async () => {
    await create('/memories/a/b.md', 'text');
    expect(await readFile(join(folder, 'a', 'b.md'), 'utf8')).toBe('text');
    expect((await lstat(join(folder, 'a', 'b.md'))).mode & 0o777).toBe(0o600);
    expect((await lstat(join(folder, 'a'))).mode & 0o777).toBe(0o700);
    await writeFile(join(folder, 'mine.txt'), 'by hand');
    expect(await view('/memories/mine.txt')).toContain('     1\tby hand');
  });

  it('is accessible only to its owner also with a umask of 0, after every command', async () => {
    const umask = process.umask(0);
    try {
      const root = join(folder, 'new', 'memories');
      tool = fileMemoryTool(directory(root));
      await create('/memories/a/b.md', 'old');
      await replace('/memories/a/b.md', 'old', 'new');
      await insert('/memories/a/b.md', 'first');
      await move('/memories/a/b.md', '/memories/c/d/b.md');
      const modes = await Promise.all(
        ['..', '.', 'a', 'c', 'c/d', 'c/d/b.md'].map(async (name) => {
          const { mode } = await lstat(join(root, name));
          return (mode & 0o777).toString(8);
        }),
      );
      expect(modes).toEqual(['700', '700', '700', '700', '700', '600']);
      expect(await readdir(root, { recursive: true })).toEqual(['a', 'c', 'c/d', 'c/d/b.md']);
    } finally {
      process.umask(umask);
    }
  });

  it('preserves the mode of an edited file', async () => {
    await writeFile(join(folder, 'run'), 'echo');
    for (const mode of [0o755, 0o666, 0o640, 0o600, 0o444]) {
      await chmod(join(folder, 'run'), mode);
      await insert('/memories/run', '#');
      await replace('/memories/run', '#\n', '');
      expect((await lstat(join(folder, 'run'))).mode & 0o777).toBe(mode);
    }
  });

  it('neither shows nor edits files that are not UTF-8, and keeps their bytes', async () => {
    const marked = '\ufefftext\r\n';
    await writeFile(join(folder, 'marked'), marked);
    await insert('/memories/marked', '');
    expect(await readFile(join(folder, 'marked'), 'utf8')).toBe(`\n${marked}`);
    const cases = ['a\xff', 'caf\xe9', '\xc0\xaf', '\xed\xa0\x80', '\xff\xfea\0', 'cut \xe6\xbc'];
    for (const bytes of cases.map((text) => Buffer.from(text, 'latin1'))) {
      await writeFile(join(folder, 'bytes'), bytes);
      for (const call of [
        () => view('/memories/bytes'),
        () => insert('/memories/bytes', 'x'),
        () => replace('/memories/bytes', 'a', 'b'),
      ])
        await expect(call()).rejects.toThrow('is not UTF-8 text');
      expect(await readFile(join(folder, 'bytes'))).toEqual(bytes);
    }
  });

  it('does not list names with line breaks', async () => {
    await writeFile(join(folder, 'a\n9K\tfake'), '');
    await writeFile(join(folder, 'b\u001b[2J'), '');
    await writeFile(join(folder, 'c\u202e'), '');
    await create('/memories/real', 'x');
    expect((await view('/memories')).split('\n').slice(2)).toEqual(['1B\t/memories/real']);
  });

  it('leaves no temporary files and no lock', async () => {
    await create('/memories/a', '1');
    await insert('/memories/a', '2');
    await create('/memories/d/x', '1');
    await remove('/memories/d');
    expect(await namesInFolder()).toEqual(['a']);
  });

  it('removes what a killed process has left, at any depth, with its next change', async () => {
    await mkdir(join(folder, 'd', '.mneme-1.trash'), { recursive: true });
    await writeFile(join(folder, 'd', '.mneme-1.trash', 'x'), 'removed');
    await writeFile(join(folder, 'd', '.mneme-2.tmp'), 'half a mem');
    await writeFile(join(folder, '.mneme-folder.lock'), '');
    await symlink(outside, join(folder, '.mneme-3.tmp'));
    await create('/memories/a', '1');
    expect(await namesInFolder()).toEqual(['.mneme-3.tmp', 'a', 'd']);
    expect([await readdir(join(folder, 'd')), await readdir(outside)]).toEqual([[], ['secret']]);
  });

  it('replaces an edited file as a whole, so that a crash leaves the old text or the new one', async () => {
    await create('/memories/a', 'old');
    const opened = await open(join(folder, 'a'));
    await replace('/memories/a', 'old', 'new');
    expect(await opened.readFile('utf8')).toBe('old');
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('new');
    await opened.close();
  });

  it('changes nothing after losing its lock, or if it cannot lock', async () => {
    const lock = join(folder, '.mneme-folder.lock');
    await create('/memories/a', '1');
    const edited = directory(folder).edit(['a'], (text) => {
      rmSync(lock);
      return `${text}2`;
    });
    await expect(edited).rejects.toMatchObject({ code: 'busy' });
    await symlink(join(outside, 'new'), lock);
    const refused = directory(folder).edit(['a'], (text) => `${text}2`);
    await expect(refused).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.not.stringContaining('/'),
    });
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('1');
    expect(await readdir(outside)).toEqual(['secret']);
    await rm(lock);
  });

  it.each<[string, () => void]>([
    ['changed', () => writeFileSync(join(folder, 'a'), 'theirs')],
    ['replaced', () => renameSync(join(folder, 'b'), join(folder, 'a'))],
    ['removed', () => rmSync(join(folder, 'a'))],
  ])('writes nothing if another program has %s the file meanwhile', async (_, meddle) => {
    await create('/memories/a', 'ours');
    await writeFile(join(folder, 'b'), 'theirs');
    const edited = directory(folder).edit(['a'], (text) => {
      meddle();
      return `${text} edited`;
    });
    await expect(edited).rejects.toMatchObject({ code: 'conflict' });
    expect(await readFile(join(folder, 'a'), 'utf8').catch(() => 'theirs')).toBe('theirs');
    expect((await namesInFolder()).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('refuses symbolic links in every command and does not touch their targets', async () => {
    await symlink(outside, join(folder, 'link'));
    await symlink(join(outside, 'secret'), join(folder, 'file'));
    await symlink(join(outside, 'none'), join(folder, 'dangling'));
    await create('/memories/real', 'x');
    const names = [
      '/memories/link',
      '/memories/link/secret',
      '/memories/file',
      '/memories/dangling',
    ];
    for (const path of names) {
      for (const call of [
        () => view(path),
        () => create(path, 'x'),
        () => insert(path, 'x'),
        () => replace(path, 'not', 'x'),
        () => remove(path),
        () => move(path, '/memories/n'),
        () => move('/memories/real', path),
      ]) {
        await expect(call(), path).rejects.toThrow(viaLink);
      }
    }
    await expect(create('/memories/link/new', 'x')).rejects.toThrow(viaLink);
    expect(await readdir(outside)).toEqual(['secret']);
    expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('not for models');
    expect(await view('/memories')).not.toContain('link');
  });

  it('deletes a directory with links without following them', async () => {
    await create('/memories/d/x', '1');
    await symlink(outside, join(folder, 'd', 'link'));
    await remove('/memories/d');
    expect(await readdir(outside)).toEqual(['secret']);
    expect(await namesInFolder()).toEqual([]);
  });

  it('never leaves the folder, even if a directory is replaced by a link meanwhile', async () => {
    await create('/memories/d/x', 'ours');
    const edited = directory(folder).edit(['d', 'x'], (text) => {
      renameSync(join(folder, 'd', 'x'), join(outside, 'x'));
      renameSync(join(folder, 'd'), join(folder, 'aside'));
      symlinkSync(outside, join(folder, 'd'));
      return `${text} edited`;
    });
    await expect(edited).rejects.toMatchObject({ code: 'conflict' });
    expect(await readdir(outside)).toEqual(['secret', 'x']);
    expect(await readFile(join(outside, 'x'), 'utf8')).toBe('ours');
  });

  it('loses no edits of two concurrent writers', async () => {
    const beside = fileMemoryTool(directory(folder, { durability: 'normal' }));
    const other = commandsOf(() => beside);
    await create('/memories/log', 'end');
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? commands : other).insert('/memories/log', 0, `line ${index}`),
      ),
    );
    const lines = (await readFile(join(folder, 'log'), 'utf8')).split('\n');
    expect(new Set(lines).size).toBe(41);
  });

  it('lets exactly one of several concurrent creates succeed', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => create('/memories/once', String(index))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('refuses input over a limit and writes nothing', async () => {
    const limits = { fileBytes: 10, files: 2, totalBytes: 15 };
    tool = fileMemoryTool(directory(folder, { limits, durability: 'normal' }));
    await expect(create('/memories/a', 'x'.repeat(11))).rejects.toThrow('Maximum is 10');
    await create('/memories/a', 'x'.repeat(10));
    await expect(create('/memories/b', 'x'.repeat(6))).rejects.toThrow('Maximum is 15');
    await expect(insert('/memories/a', 'x')).rejects.toThrow('Maximum is 10');
    await create('/memories/b', '');
    await expect(create('/memories/c', '')).rejects.toThrow('Maximum is 2');
    expect(await namesInFolder()).toEqual(['a', 'b']);
  });

  it('refuses an existing file with too many lines', async () => {
    await writeFile(join(folder, 'big'), '\n'.repeat(999_999));
    await expect(view('/memories/big')).rejects.toThrow(
      'File /memories/big has too many lines (1000000). Maximum is 999,999 lines.',
    );
  });
});
