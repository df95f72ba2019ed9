import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  it('is the same in every folder of a repository, however one comes there', () => {
    folder('shop', '.git');
    const deep = folder('shop', 'packages', 'cart');
    symlinkSync(deep, join(place, 'link'));
    const scope = projectScope(join(place, 'shop'));
    expect(scope).toMatch(/^project:shop:[0-9a-f]{12}$/);
    expect(projectScope(deep)).toBe(scope);
    expect(projectScope(join(place, 'link'))).toBe(scope);
  });

  it('is that of the repository in its worktrees, and its own in a submodule', () => {
    const inner = folder('shop', '.git', 'worktrees', 'fix');
    writeFileSync(join(inner, 'commondir'), '../..\n');
    writeFileSync(join(folder('fix'), '.git'), `gitdir: ${inner}\n`);
    expect(projectScope(join(place, 'fix'))).toBe(projectScope(join(place, 'shop')));
    folder('shop', '.git', 'modules', 'theme');
    writeFileSync(join(folder('shop', 'theme'), '.git'), 'gitdir: ../.git/modules/theme\n');
    expect(projectScope(join(place, 'shop', 'theme'))).toMatch(/^project:theme:/);
  });

  it('differs between folders of one name, and is a name that a scope may have', () => {
    expect(projectScope(folder('one', 'my  app "x"'))).toMatch(/^project:my-app-x-:[0-9a-f]{12}$/);
    expect(projectScope(folder('one', 'app'))).not.toBe(projectScope(folder('two', 'app')));
    expect(projectScope('/')).toMatch(/^project:root:/);
  });

  it('is refused where there is no such folder', () => {
    expect(() => projectScope(join(place, 'gone'))).toThrow(/There is no folder .*gone/);
  });
});
