import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from './usage-error.ts';

/**
 * The scope of the project that a folder is in: the same for every folder and every worktree of one repository, another
 * one for each copy of it. Outside of a repository the folder itself is the project.
 */
export function projectScope(folder: string): string {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`There is no folder ${folder}: give one that is in the project`, {
      field: 'project',
    });
  const root = projectRoot(realpathSync(folder));
  const name = basename(root).replace(/[^\w.-]+/g, '-') || 'root';
  const place = createHash('sha256').update(root).digest('hex').slice(0, 12);
  return `project:${name.slice(0, 40)}:${place}`;
}

function projectRoot(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    const git = join(at, '.git');
    const found = statSync(git, { throwIfNoEntry: false });
    if (found?.isDirectory()) return at;
    if (found?.isFile()) return repositoryOf(git) ?? at;
    if (at === dirname(at)) return folder;
  }
}

/** A worktree's `.git` is a file that names its place in the repository; a submodule's is too, but it stands for itself. */
function repositoryOf(file: string): string | undefined {
  const place = /^gitdir: (.+)/.exec(readFileSync(file, 'utf8'))?.[1];
  if (place === undefined) return undefined;
  const common = join(resolve(dirname(file), place.trim()), 'commondir');
  if (!existsSync(common)) return undefined;
  return dirname(realpathSync(resolve(dirname(common), readFileSync(common, 'utf8').trim())));
}
