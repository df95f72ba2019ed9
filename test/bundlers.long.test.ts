import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { installBuilt } from './built-packages.ts';

/** Packages that a bundler must leave in node_modules, since they read files beside their code. */
const external = ['@mneme/sqlite', '@mneme/language', '@mneme/multilingual'];

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mneme-bundlers-')));
const path = (name: string) => join(folder, name);

beforeAll(() => {
  installBuilt(folder, [
    'language',
    'multilingual',
    'secrets',
    'contract',
    'documents',
    'core',
    'store',
    'kv-backend',
    'embedders',
    'files',
    'agent',
  ]);
  writeFileSync(path('package.json'), '{"type":"module"}');
  writeFileSync(
    path('app.js'),
    `import { createMemory, MnemeError } from '@mneme/core';
     import { memoryTools } from '@mneme/agent';
     import { sqliteBackend } from '@mneme/sqlite';
     import { staticEmbedder } from '@mneme/embedders';
     const memory = await createMemory({
       backend: sqliteBackend({ path: ':memory:' }),
       embedder: staticEmbedder(),
     }).catch((error) => {
       console.log(error.message);
       process.exit();
     });
     const ada = memory.scope('user:ada');
     await ada.store({ content: 'Ada drinks green tea' });
     const [found] = (await ada.retrieve('tea')).memories;
     await memory.close();
     const error = await ada.list().catch((reason) => reason);
     console.log(found.content, typeof memoryTools, MnemeError.isInstance(error), error.code);`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(name: string): string {
  return execFileSync(process.execPath, [path(name)], { cwd: folder, encoding: 'utf8' });
}

function bundle(options: { outfile: string; external: string[] }) {
  return esbuild({
    ...{ absWorkingDir: folder, entryPoints: ['app.js'], bundle: true, logLevel: 'error' },
    ...{ platform: 'node', format: 'esm' },
    ...options,
  });
}

const output = 'Ada drinks green tea function true closed\n';

describe('an application with two packages left out of its bundle', () => {
  it('runs when it is built by esbuild', async () => {
    await bundle({ outfile: 'esbuild.mjs', external });
    expect(run('esbuild.mjs')).toBe(output);
  });

  it('runs when it is built by webpack', async () => {
    // As Next.js does for `serverExternalPackages`.
    const compiler = webpack({
      context: folder,
      entry: './app.js',
      mode: 'production',
      target: 'node22',
      experiments: { outputModule: true },
      externals: Object.fromEntries(external.map((name) => [name, `module ${name}`])),
      output: { path: folder, filename: 'webpack.mjs', module: true, library: { type: 'module' } },
    });
    const stats = await promisify(compiler.run.bind(compiler))();
    expect(stats?.toJson({ errors: true }).errors).toEqual([]);
    expect(run('webpack.mjs')).toBe(output);
  });

  it('runs when it is built by vite for a server', async () => {
    await vite({
      root: folder,
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true, external },
      build: {
        ssr: 'app.js',
        outDir: path('vite'),
        rollupOptions: { output: { entryFileNames: 'app.mjs' } },
      },
    });
    expect(run('vite/app.mjs')).toBe(output);
  });
});

it.each([
  ['@mneme/language', /static\.bin.*leave @mneme\/language out of the bundle/s],
  ['@mneme/multilingual', /header\.json.*leave @mneme\/multilingual out of the bundle/s],
  ['@mneme/sqlite', /better-sqlite3.*leave @mneme\/sqlite out of the bundle/s],
])('a bundle with %s prints an error that says to leave it out', async (name, message) => {
  const outfile = `with-${name.slice(7)}.mjs`;
  await bundle({ outfile, external: external.filter((each) => each !== name) });
  expect(run(outfile)).toMatch(message);
});
