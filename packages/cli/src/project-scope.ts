import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { MnemeError } from '@mneme/core';
import { readSmallFile } from '@mneme/runtime';
import { UsageError } from './usage-error.ts';

/**
 * The scope of a folder's project: the same for every folder and every worktree of one repository, and another one for
 * each copy of it. Outside a repository the folder itself is the project.
 */
export function projectScope(folder: string): string {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(
      `There is no folder ${folder}: give one that is in the project`,
      'project',
    );
  const root = projectRoot(realpathSync(folder));
  const name = basename(root).replace(/[^\w.-]+/g, '-') || 'root';
  const place = process.getBuiltinModule('node:crypto').hash('sha256', root).slice(0, 12);
  return `project:${name.slice(0, 40)}:${place}`;
}

function projectRoot(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    const git = join(at, '.git');
    // A link may lead into another project.
    const found = lstatSync(git, { throwIfNoEntry: false });
    if (found?.isFile()) return repositoryOf(git) ?? at;
    if (found !== undefined) return at;
    if (at === dirname(at)) return folder;
  }
}

/** The longest path of any system, and more than git writes. */
const maxBytes = 8192;

/**
 * A worktree's `.git` is a file that names its place in the repository. Anybody can write such a file, so that place
 * must name this one too. A submodule's `.git` is also a file; it is a project of its own.
 */
function repositoryOf(git: string): string | undefined {
  try {
    const named = /^gitdir: (.+)/.exec(readSmallFile(git, maxBytes))?.[1]?.trim();
    if (named === undefined) return undefined;
    const place = realpathSync(resolve(dirname(git), named));
    const common = realpathSync(pathIn(place, 'commondir'));
    if (dirname(place) !== join(common, 'worktrees')) return undefined;
    if (!isSame(pathIn(place, 'gitdir'), git)) return undefined;
    return basename(common) === '.git' ? dirname(common) : common;
  } catch (error) {
    // Git would not follow it either: the place is missing or unreadable.
    if (MnemeError.isInstance(error) || (error as NodeJS.ErrnoException).code !== undefined)
      return undefined;
    throw error;
  }
}

/** The path in a file of a repository, relative to the file's folder. */
function pathIn(folder: string, name: string): string {
  return resolve(folder, readSmallFile(join(folder, name), maxBytes).trim());
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => lstatSync(path, { bigint: true }));
  return first?.ino === second?.ino && first?.dev === second?.dev;
}
