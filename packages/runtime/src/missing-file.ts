import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { MnemeError } from '@mneme/core';
import { nearest } from '@mneme/core/input';

/** Error for a missing file, with a similar name if there is one. */
export function missingFile(path: string, { byDefault = false, field = 'db' } = {}): MnemeError {
  const message = byDefault
    ? `there are no memories at ${path} yet: store one, or name another database with --db`
    : `there is no database at ${path}${suggestion(path)}`;
  return new MnemeError('not_found', message, { field });
}

function suggestion(path: string): string {
  const folder = dirname(path);
  if (!existsSync(folder)) return `: there is no folder ${folder} either`;
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const near = nearest(basename(path), files);
  if (near !== undefined) return `: did you mean ${join(folder, near)}?`;
  const alike = files.filter((name) => extname(name) === (extname(path) || '.db')).slice(0, 3);
  return alike.length === 0 ? '' : `: there are ${alike.join(', ')} in ${folder}`;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EEXIST: 'it already exists',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it, or a part of it, is not a folder',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'no space is left',
  EROFS: 'it can only be read',
};

/** Error for a path that the system cannot read or write, with the reason; any other error stays as it is. */
export function pathError(
  error: unknown,
  { path = (error as NodeJS.ErrnoException | undefined)?.path, field = 'file' } = {},
): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (MnemeError.isInstance(error) || code === undefined || path === undefined) return error;
  // A shell accepts paths that no file can have.
  const shown = path.length > 1000 ? `${path.slice(0, 1000)}…` : path;
  const problem = `is "${shown}": ${reasons[code] ?? code}`;
  return new MnemeError('invalid_input', [{ field, problem }], { cause: error });
}
