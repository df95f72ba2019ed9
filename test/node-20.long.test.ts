import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installBuilt } from './built-packages.ts';

/** The Node of the machine, if it is old. */
const old = '/usr/bin/node';
const version = spawnSync(old, ['--version'], { encoding: 'utf8' }).stdout?.trim().slice(1) ?? '';
const isOld = /^(1\d|2[01])\./.test(version);
if (!isOld)
  console.warn(
    `skipped: ${old} is ${version === '' ? 'not there' : version}, and no Node older than 22`,
  );

describe.skipIf(!isOld)('on an old Node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-node-'));
  beforeAll(() => installBuilt(folder));
  afterAll(() => rmSync(folder, { recursive: true }));

  const needs = `Mneme needs Node 22.14 or newer; this is ${version}`;
  const run = (...argv: string[]) => spawnSync(old, argv, { cwd: folder, encoding: 'utf8' });
  const script = (name: string, lines: string[]) => {
    writeFileSync(join(folder, name), lines.join('\n'));
    return run(name);
  };

  it('the command prints the required version in one line and exits with 1', () => {
    const { status, stdout, stderr } = run('node_modules/@mneme/cli/dist/bin.js', 'demo');
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `mneme: ${needs}\n`,
    });
  });

  it.each(['better-sqlite3', 'node:sqlite'])(
    'the library throws an error with the required version, with %s',
    (driver) => {
      const { stdout, stderr } = script('library.mjs', [
        `import { sqliteBackend } from '@mneme/sqlite';`,
        `try { sqliteBackend({ path: 'a.db', driver: '${driver}' }); }`,
        'catch ({ code, message }) { console.log(code, message); }',
      ]);
      expect({ stdout, stderr }).toEqual({ stdout: `unsupported ${needs}\n`, stderr: '' });
    },
  );

  it('the worker answers its first request with the required version', () => {
    const { stdout } = script('worker.mjs', [
      `import { Worker } from 'node:worker_threads';`,
      `const url = new URL('./node_modules/@mneme/sqlite/dist/worker.js', import.meta.url);`,
      `const worker = new Worker(url, { workerData: { path: 'a.db', driver: 'better-sqlite3' } });`,
      `worker.once('message', ({ error }) => { console.log(error.message); process.exit(); });`,
      `worker.postMessage({ id: 1, operation: 'open', arguments: [] });`,
    ]);
    expect(stdout).toBe(`${needs}\n`);
  });
});
