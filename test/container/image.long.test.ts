import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../cli/mneme.ts';

/** The command that the Dockerfile builds with, in folders of the test. */
function buildCommand(folder: string): string {
  const text = readFileSync(join(repositoryRoot, 'Dockerfile'), 'utf8');
  const [, command = ''] = /^COPY \. \.\n(?:#.*\n)*RUN ((?:.*\\\n)*.*)$/m.exec(text) ?? [];
  return command.replaceAll(/ \/(packed|out)\b/g, ` ${folder}/$1`);
}

/** What a package manager pins: the name and the version of each package in a lockfile. */
const lockfile = readFileSync(join(repositoryRoot, 'pnpm-lock.yaml'), 'utf8');

describe('the folder of the container image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-image-'));
  const out = join(folder, 'out');
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeAll(() => {
    execFileSync('sh', ['-c', buildCommand(folder)], { cwd: repositoryRoot, stdio: 'pipe' });
  }, 600_000);

  it('has no TypeScript: no source, no declaration and no compiler', () => {
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' });
    expect(files).toContain(join('dist', 'bin.js'));
    expect(files.filter((name) => /\.([cm]?tsx?|map)$/.test(name))).toEqual([]);
    expect(files.filter((name) => /(^|\/)node_modules\/@?typescript(\/|$)/.test(name))).toEqual([]);
  });

  it('has each dependency in the version of the lockfile', () => {
    const installed = readdirSync(join(out, 'node_modules', '.pnpm'))
      .map((name) => /^((?:@[^+]+\+)?[^@+]+)@(\d[^_]*)/.exec(name))
      .flatMap((match) => (match === null ? [] : [`${match[1]?.replace('+', '/')}@${match[2]}`]))
      .filter((name) => !name.startsWith('@mneme/'));
    expect(installed.length).toBeGreaterThan(20);
    for (const name of installed) expect(lockfile).toMatch(new RegExp(`^  '?${name}'?:$`, 'm'));
  });

  it('runs the command, with every store and the server', () => {
    const run = (argv: string[]) =>
      execFileSync(process.execPath, [join(out, 'dist', 'bin.js'), ...argv], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: folder },
        stdio: 'pipe',
      });
    expect(run(['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/);
    run(['store', 'Prefers tea', '--db', 'a.db']);
    expect(run(['retrieve', 'tea', '--db', 'a.db'])).toContain('Prefers tea');
    expect(run(['serve', '--help'])).toContain('--trusted-proxy');
    expect(() => run(['list', '--db', 'postgres://mneme@127.0.0.1:9/mneme'])).toThrow(
      /unavailable/,
    );
    const qdrant = ['--db', 'qdrant:http://127.0.0.1:9/m', '--rows', 'a.db'];
    expect(run(['retrieve', 'tea', ...qdrant])).toContain('Prefers tea');
  });
});
