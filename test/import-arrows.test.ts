import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Allowed imports between packages are in ARCHITECTURE.md, those between folders of a package in docs/internals.md. Biome
 * checks the rest: a package imports only its dependencies, there are no import cycles, packages with domain rules use no
 * builtins of Node, and the environment is read in one file.
 */
const root = new URL('../', import.meta.url).pathname;
const packagesFolder = join(root, 'packages');
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');

/** Reads each table of a page whose second column lists the allowed imports of the first. */
function arrowsIn(page: string): Record<string, string[]>[] {
  return read(page)
    .split('may import |')
    .slice(1)
    .map((table) =>
      Object.fromEntries(
        [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `(.+?)` \| (.+?) \|/gm)].map(
          ([, name, targets = '']) => [
            name,
            targets.split(', ').flatMap((target) => /`(.+)`/.exec(target)?.[1] ?? []),
          ],
        ),
      ),
    );
}

const [packages = {}] = arrowsIn('ARCHITECTURE.md');
const [language = {}, contract = {}, core = {}] = arrowsIn('docs/internals.md');
const rooms: Record<string, Record<string, string[]>> = { language, contract, core };
const allRooms = Object.entries(rooms).flatMap(([name, own]) =>
  Object.entries(own).map(([room, below]) => ({ name, room, below })),
);

function manifestOf(folder: string): { name: string; dependencies?: Record<string, string> } {
  return JSON.parse(read('packages', folder, 'package.json'));
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): string[] {
  const pattern = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;
  return [...readFileSync(file, 'utf8').matchAll(pattern)].map((match) => match[1] as string);
}

/** The forbidden imports of the sources below a folder, each with its file. */
function wrongImports(folder: string, mayImport: (target: string) => boolean): string[] {
  return sourceFiles(join(packagesFolder, folder)).flatMap((file) =>
    importsOf(file)
      .filter((target) => !mayImport(target))
      .map((target) => `${file} -> ${target}`),
  );
}

describe('imports', () => {
  it('between packages are those of the table in ARCHITECTURE.md', () => {
    const folders = readdirSync(packagesFolder);
    const folderOf = new Map(folders.map((folder) => [manifestOf(folder).name, folder]));
    const depends = folders.map((folder) => {
      const names = Object.keys(manifestOf(folder).dependencies ?? {});
      return [folder, names.flatMap((name) => folderOf.get(name) ?? []).sort()];
    });
    const sorted = Object.entries(packages).map(([name, below]) => [name, below.toSorted()]);
    expect(Object.fromEntries(depends)).toEqual(Object.fromEntries(sorted));
  });

  it.each(['kv-backend', 'vector-backend', 'postgres-backend', 'sealed', 'files'])(
    'of %s are only the contracts, the store, and the checks of options and of Node',
    (name) => {
      const entries =
        /^@mneme\/(core\/(contract|best-turns|input|node-version)|store(\/rows)?|files)$/;
      const isFree = (target: string) => !target.startsWith('@mneme/') || entries.test(target);
      expect(wrongImports(`${name}/src`, isFree)).toEqual([]);
    },
  );

  it('of the contract from outside its folder are only hash functions', () => {
    const own = /^\.\/[\w-]+\.ts$|^@noble\/hashes\//;
    expect(wrongImports('contract/src/interfaces', (target) => own.test(target))).toEqual([]);
  });

  it.each(allRooms)(
    'of $name/$room are only entry files of the folders allowed for it',
    ({ name, room, below }) => {
      const source = join(packagesFolder, name, 'src');
      const wrong = sourceFiles(join(source, room)).flatMap((file) =>
        importsOf(file)
          .filter((target) => target.startsWith('.'))
          .map((target) => relative(source, resolve(dirname(file), target)))
          .filter((target) => {
            const [other = '', ...rest] = target.split('/');
            const isEntry = /^(index|later)\.ts$/.test(rest.join('/'));
            return other !== room && !(below.includes(other) && isEntry);
          })
          .map((target) => `${relative(source, file)} -> ${target}`),
      );
      expect(wrong).toEqual([]);
    },
  );

  it.each(Object.keys(rooms))('are documented for every folder of %s', (name) => {
    const entries = readdirSync(join(packagesFolder, name, 'src'), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    expect(folders.sort()).toEqual(Object.keys(rooms[name] ?? {}).sort());
  });

  it('core names neither a backend nor the command', () => {
    const files = sourceFiles(join(packagesFolder, 'core/src'));
    const names = /sqlite|qdrant|SQLite|Qdrant|\bmneme [a-z]/;
    expect(files.filter((file) => names.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});
