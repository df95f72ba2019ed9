import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { path, useStore } from './store.ts';

useStore();

const file = join(import.meta.dirname, 'open-store.mjs');
const text = ['--input-type=module', '--eval', readFileSync(file, 'utf8')];

function run(argv: string[], options = ''): string {
  return execFileSync(process.execPath, [...argv, path], {
    cwd: import.meta.dirname,
    env: { ...process.env, NODE_OPTIONS: options },
    encoding: 'utf8',
    timeout: 60_000,
    stdio: 'pipe',
  });
}

describe('a store opens in a program started', () => {
  // Together: a refused flag is named in the error.
  const flags = [
    '--max-old-space-size=4096',
    '--expose-gc',
    '--stack-size=900',
    '--title=ada',
    '--inspect=0',
    '--enable-source-maps',
    '--no-warnings',
    '--import=data:text/javascript,',
    '--conditions=development',
    '--experimental-vm-modules',
    '--unhandled-rejections=none',
    '--disable-proto=delete',
    '--report-on-fatalerror',
  ];
  it.each([
    ['a file', [file]],
    ['text', text],
  ])('with flags of Node and of V8, from %s', (_, program) => {
    expect(run([...flags, ...program])).toBe('0\n');
  });

  it.each([
    ['a file', '--max-old-space-size=4096 --title=ada --no-warnings', [file]],
    ['text', '--max-old-space-size=4096 --title=ada --no-warnings', text],
    ['text with its type in the options', '--input-type=module --expose-gc', text.slice(1)],
  ])('with NODE_OPTIONS as %s', (_, options, argv) => {
    expect(run(argv, options)).toBe('0\n');
  });
});
