import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectScope } from './project-scope.ts';

let place: string;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'mneme-project-')));
});
afterEach(() => rmSync(place, { recursive: true }));

function folder(...names: string[]): string {
  const path = join(place, ...names);
  mkdirSync(path, { recursive: true });
  return path;
}

describe('the scope of a project', () => {
  it('is the same in every folder of a repository, also through links', () => {
    folder('shop', '.git');
    const deep = folder('shop', 'packages', 'cart');
    symlinkSync(deep, join(place, 'link'));
    const scope = projectScope(join(place, 'shop'));
    expect(scope).toMatch(/^project:shop:[0-9a-f]{12}$/);
    expect(projectScope(deep)).toBe(scope);
    expect(projectScope(join(place, 'link'))).toBe(scope);
  });

  /** A worktree of the repository `shop`, as git makes one. */
  function worktree(name: string, { common = join(place, 'shop', '.git') } = {}): string {
    const inner = folder(relative(place, common), 'worktrees', name);
    const path = folder(name);
    writeFileSync(join(inner, 'commondir'), '../..\n');
    writeFileSync(join(inner, 'gitdir'), `${join(path, '.git')}\n`);
    writeFileSync(join(path, '.git'), `gitdir: ${inner}\n`);
    return path;
  }

  it('is shared by the worktrees of a repository, but not by a submodule', () => {
    folder('shop', '.git');
    const shop = projectScope(join(place, 'shop'));
    const fix = worktree('fix');
    expect(projectScope(fix)).toBe(shop);
    writeFileSync(
      join(place, 'shop', '.git', 'worktrees', 'fix', 'gitdir'),
      '../../../../fix/.git\n',
    );
    writeFileSync(join(fix, '.git'), 'gitdir: ../shop/.git/worktrees/fix\n');
    expect(projectScope(fix)).toBe(shop);
    folder('shop', '.git', 'modules', 'theme');
    writeFileSync(join(folder('shop', 'theme'), '.git'), 'gitdir: ../.git/modules/theme\n');
    expect(projectScope(join(place, 'shop', 'theme'))).toMatch(/^project:theme:/);
  });

  it('is shared by all worktrees of a bare repository, but not by another bare repository next to it', () => {
    const one = { common: folder('one.git') };
    const scope = projectScope(worktree('a', one));
    expect(scope).toMatch(/^project:one.git:/);
    expect(projectScope(worktree('b', one))).toBe(scope);
    expect(projectScope(worktree('c', { common: folder('two.git') }))).not.toBe(scope);
  });

  it.skipIf(spawnSync('git', ['--version']).status !== 0)(
    'is the same for worktrees created by git itself (needs git)',
    () => {
      const git = (...argv: string[]) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...argv], {
          cwd: folder('shop'),
          stdio: 'pipe',
        });
      git('init');
      git('commit', '--allow-empty', '-m', 'one');
      git('worktree', 'add', '../fix');
      expect(projectScope(join(place, 'fix'))).toBe(projectScope(join(place, 'shop')));
      cpSync(join(place, 'fix'), join(place, 'copy'), { recursive: true });
      expect(projectScope(join(place, 'copy'))).toMatch(/^project:copy:/);
    },
  );

  describe('is not taken from another project that a downloaded folder names', () => {
    let mine: string;
    beforeEach(() => {
      folder('shop', '.git');
      worktree('fix');
      mine = folder('download');
    });
    const pretends = (git: string) => writeFileSync(join(mine, '.git'), git);
    const put = (name: string, text: string) =>
      writeFileSync(join(folder('download', 'x'), name), text);

    it.each([
      [
        'by a place of its own, whose common folder is the other’s',
        () => {
          pretends('gitdir: ./x');
          put('commondir', join(place, 'shop', '.git'));
          put('gitdir', join(mine, '.git'));
        },
      ],
      [
        'by a worktree of the other',
        () => pretends(`gitdir: ${join(place, 'shop/.git/worktrees/fix')}`),
      ],
      ['by the repository of the other', () => pretends(`gitdir: ${join(place, 'shop/.git')}`)],
      [
        'by a link to the other’s worktree',
        () => symlinkSync(join(place, 'fix', '.git'), join(mine, '.git')),
      ],
      [
        'by a link to the other’s repository',
        () => symlinkSync(join(place, 'shop', '.git'), join(mine, '.git')),
      ],
      [
        'by a link in its own place',
        () => {
          pretends('gitdir: ./worktrees/fix');
          symlinkSync(join(place, 'shop', '.git', 'worktrees'), join(mine, 'worktrees'));
        },
      ],
      ['by something that is no path', () => pretends('gitdir: \0')],
      [
        'by a file without an end',
        () => {
          pretends('gitdir: ./x');
          symlinkSync('/dev/zero', join(folder('download', 'x'), 'commondir'));
        },
      ],
      [
        'by a pipe that nobody writes to',
        () => {
          pretends('gitdir: ./x');
          execFileSync('mkfifo', [join(folder('download', 'x'), 'commondir')]);
        },
      ],
    ])('%s', (_, pretend) => {
      pretend();
      expect(projectScope(mine)).toMatch(/^project:download:/);
    });
  });

  it('differs between folders with the same name, and is a valid scope name', () => {
    expect(projectScope(folder('one', 'my  app "x"'))).toMatch(/^project:my-app-x-:[0-9a-f]{12}$/);
    expect(projectScope(folder('one', 'app'))).not.toBe(projectScope(folder('two', 'app')));
    expect(projectScope('/')).toMatch(/^project:root:/);
  });

  it('is refused if the folder does not exist', () => {
    expect(() => projectScope(join(place, 'gone'))).toThrow(/There is no folder .*gone/);
  });
});
