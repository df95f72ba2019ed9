import { lstatSync, mkdirSync, rmSync, type Stats, statSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * Keeps compiled code in ~/.cache/mneme. Whoever can write there can make this user run code: so there is no cache
 * without a home, where it would be in the current folder, nor if others can write to a folder above it. One that others
 * could write to is made anew.
 */
export function cacheCompiledCode(): void {
  const folder = cacheFolder();
  if (folder !== undefined) module.enableCompileCache(folder);
}

function cacheFolder(): string | undefined {
  try {
    const home = homedir();
    const above = join(home, '.cache');
    const folder = join(above, 'mneme');
    if (!isAbsolute(home)) return undefined;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isPrivate(statSync(home)) || !isPrivate(statSync(above))) return undefined;
    if (!isPrivate(lstatSync(folder))) {
      rmSync(folder, { recursive: true });
      mkdirSync(folder, { mode: 0o700 });
    }
    return folder;
  } catch {
    // There is no home, or it cannot be written. Without a cache the command starts later.
    return undefined;
  }
}

/** Windows has no such modes; there the folders of a user are private. */
function isPrivate(facts: Stats): boolean {
  if (process.platform === 'win32') return true;
  const owners = [0, process.geteuid?.()];
  return facts.isDirectory() && (facts.mode & 0o022) === 0 && owners.includes(facts.uid);
}
