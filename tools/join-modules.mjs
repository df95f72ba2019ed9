// Before a package is packed, behind the compiler: joins the modules of its `dist` into few files. Whoever starts a
// program waits for each of hundreds of files, and the command is a program for each call. Types stay as they are.
// Run in the package's folder.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { buildSync } from 'esbuild';

/** Packages whose code the core alone uses: its files hold it. The word vectors stay in theirs, which the embedders use too. */
const ofCore = ['contract', 'documents', 'language', 'secrets'].map((name) => `@mneme/${name}`);
const beside = ['@mneme/language/vectors'];
/** Small libraries of functions, which the files hold as well, with their licences. */
const pure = ['@noble/hashes', '@scure/bip39', 'diff', 'fastest-levenshtein', 'porter2'];
/** Entries of the core that lie in one file: a program needs all of them, and a thread of SQLite those of `base`. */
const groupsOfCore = {
  base: ['backend', 'contract', 'input', 'ranking/best-turns'],
  whole: ['index', 'documents', 'faces', 'llm/index'],
};

/** From `src` of a package's folder into `dist`, where the compiler has put modules and types. */
export function joinModules(folder, dist) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, dependencies, peerDependencies, publishConfig } = manifest;
  const isCore = name === '@mneme/core';
  const groups = isCore ? groupsOfCore : {};
  const entries = Object.values(publishConfig.exports).map((entry) => entry.default);
  entries.push(...Object.values(publishConfig.bin ?? {}));
  // A worker is started by its file.
  if (existsSync(join(folder, 'src/worker.ts'))) entries.push('./dist/worker.js');
  const names = entries.map((entry) => /^\.\/dist\/(.*)\.js$/.exec(entry)[1]);
  // What two entries share lies as deep as they do: `import.meta.url` leads to the same files from there.
  const deep = names.every((entry) => entry.includes('/'));
  const taken = [...pure, ...(isCore ? ofCore : [])];
  const others = Object.keys({ ...dependencies, ...peerDependencies });
  const settings = {
    absWorkingDir: resolve(folder),
    outdir: resolve(dist),
    bundle: true,
    splitting: true,
    chunkNames: deep ? 'shared/[name]-[hash]' : '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    charset: 'utf8',
    external: [...others.filter((other) => !taken.includes(other)), ...beside],
    metafile: true,
    logLevel: 'warning',
  };
  const sourceOf = (entry) => resolve(folder, `src/${entry}.ts`);
  const facades = facadesOf(groups, sourceOf, (entry) => {
    const entryPoints = [{ in: sourceOf(entry), out: entry }];
    const { metafile } = buildSync({ ...settings, entryPoints, write: false });
    return Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint !== undefined)
      .exports;
  });
  const alone = names.filter((entry) => !Object.values(groups).flat().includes(entry));
  // Under a name that no other build has.
  const place = mkdtempSync(join(import.meta.dirname, '../node_modules/.joined-'));
  let metafile;
  try {
    const entryPoints = alone.map((entry) => ({ in: sourceOf(entry), out: entry }));
    for (const [group, { source }] of Object.entries(facades)) {
      const file = resolve(place, `${group}.ts`);
      writeFileSync(file, source);
      entryPoints.push({ in: file, out: group });
    }
    ({ metafile } = buildSync({ ...settings, entryPoints }));
  } finally {
    rmSync(place, { recursive: true });
  }
  const made = new Set(Object.keys(metafile.outputs).map((file) => resolve(folder, file)));
  for (const { entries: own } of Object.values(facades))
    for (const [entry, text] of Object.entries(own)) {
      const file = resolve(dist, `${entry}.js`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      made.add(file);
    }
  const licences = licencesOf(Object.keys(metafile.inputs).map((file) => resolve(folder, file)));
  if (licences !== '') writeFileSync(join(dist, 'licences.txt'), licences);
  for (const file of readdirSync(dist, { recursive: true })) {
    const path = resolve(dist, file);
    // Data is in the modules that use it.
    if (/\.js(?:on)?$/.test(file) && !made.has(path)) rmSync(path);
  }
}

/** The source of each group's file, and the few lines by which each of its entries takes its names from there. */
function facadesOf(groups, sourceOf, exportsOf) {
  const facades = {};
  for (const [group, entries] of Object.entries(groups)) {
    const lines = [];
    const own = {};
    for (const [index, entry] of entries.entries()) {
      const exported = exportsOf(entry);
      const pairs = exported.map((name) => [name, `of${index}_${name}`]);
      const list = (join) => pairs.map(join).join(', ');
      lines.push(
        `export { ${list(([is, as]) => `${is} as ${as}`)} } from ${JSON.stringify(sourceOf(entry))};`,
      );
      const path = relative(dirname(entry), group).replace(/^(?!\.)/, './');
      own[entry] = `export { ${list(([is, as]) => `${as} as ${is}`)} } from "${path}.js";\n`;
    }
    facades[group] = { source: `${lines.join('\n')}\n`, entries: own };
  }
  return facades;
}

/** Of the libraries among these files. */
function licencesOf(files) {
  const roots = files.map(
    (file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/.][^\\/]*/.exec(file)?.[0],
  );
  return [...new Set(roots.filter((root) => root !== undefined))]
    .sort()
    .map((root) => {
      const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
      const file = readdirSync(root).find((each) => /^licen[cs]e/i.test(each));
      return `${name}\n\n${readFileSync(join(root, file), 'utf8').trim()}\n`;
    })
    .join('\n');
}

if (import.meta.main) joinModules('.', 'dist');
