// Before a package is packed, behind the compiler: joins the modules of its `dist` into one file an entry. Whoever starts a
// program waits for each of hundreds of files, and the command is a program for each call. Types stay as they are.
// Run in the package's folder.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

/** From `src` of a package's folder into `dist`, where the compiler has put modules and types. */
export function joinModules(folder, dist) {
  const { publishConfig } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entries = Object.values(publishConfig.exports).map((entry) => entry.default);
  // A worker is started by its file.
  if (existsSync(join(folder, 'src/worker.ts'))) entries.push('./dist/worker.js');
  // What two entries share lies as deep as they do: `import.meta.url` leads to the same files from there.
  const deep = entries.every((entry) => entry.split('/').length > 3);
  const { metafile } = buildSync({
    absWorkingDir: resolve(folder),
    entryPoints: entries.map((entry) => entry.replace('./dist/', './src/').replace(/js$/, 'ts')),
    outbase: 'src',
    outdir: resolve(dist),
    bundle: true,
    splitting: true,
    chunkNames: deep ? 'shared/[name]-[hash]' : '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    charset: 'utf8',
    packages: 'external',
    metafile: true,
    logLevel: 'warning',
  });
  const made = new Set(Object.keys(metafile.outputs).map((name) => resolve(folder, name)));
  for (const name of readdirSync(dist, { recursive: true })) {
    const file = resolve(dist, name);
    if (name.endsWith('.js') && !made.has(file)) rmSync(file);
  }
}

if (import.meta.main) joinModules('.', 'dist');
