import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../cli/mneme.ts';

/**
 * Returns the folder of a program that only these tests need. npm installs it into a cache once, since it is large.
 * Returns undefined and prints the reason if it cannot be installed.
 */
export function installedProgram(name: string, version: string): string | undefined {
  const project = join(repositoryRoot, 'node_modules/.cache/programs', `${name}@${version}`);
  const folder = join(project, 'node_modules', name);
  if (existsSync(folder)) return folder;
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  try {
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
    execFileSync('npm', ['install', ...options, `${name}@${version}`], { cwd: project });
    return folder;
  } catch (error) {
    console.warn(`skipped: ${name}@${version} cannot be installed here: ${String(error)}`);
    return undefined;
  }
}
