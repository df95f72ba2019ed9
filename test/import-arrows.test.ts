import { readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Which packages may be imported by which. The table in ARCHITECTURE.md says the same; a new package is entered in
 * both. Tests are free to import what they test against.
 */
const allowed: Record<string, string[]> = {
  core: [],
  'kv-backend': ['core'],
  'vector-backend': ['core'],
  embedders: ['core'],
  conformance: ['core'],
  agent: ['core'],
  runtime: ['core', 'kv-backend', 'vector-backend', 'embedders'],
  server: ['core'],
  cli: ['core', 'runtime', 'agent', 'server'],
};

/** The npm name after `@mneme/` where it is not the folder's. */
const folderOf: Record<string, string> = { sqlite: 'kv-backend', qdrant: 'vector-backend' };

const packagesFolder = new URL('../packages/', import.meta.url).pathname;
const packages = readdirSync(packagesFolder).filter((name) =>
  statSync(join(packagesFolder, name)).isDirectory(),
);

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

describe('the import arrows', () => {
  it('know every package', () => {
    expect(packages.sort()).toEqual(Object.keys(allowed).sort());
  });

  it.each(Object.keys(allowed))('%s imports only the packages below it', (name) => {
    const wrong: string[] = [];
    for (const file of sourceFiles(join(packagesFolder, name, 'src'))) {
      for (const target of importsOf(file)) {
        const npmName = /^@mneme\/([^/]+)/.exec(target)?.[1];
        const other = npmName && (folderOf[npmName] ?? npmName);
        if (other !== undefined && !allowed[name]?.includes(other))
          wrong.push(`${file} -> ${target}`);
        if (target.startsWith('.') && target.includes('/packages/'))
          wrong.push(`${file} -> ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(['kv-backend', 'vector-backend'])(
    '%s imports of core its contract, and its checks for the options that users give',
    (name) => {
      const entries = ['@mneme/core/contract', '@mneme/core/input'];
      const wrong = sourceFiles(join(packagesFolder, name, 'src')).flatMap((file) =>
        importsOf(file)
          .filter((target) => target.startsWith('@mneme/') && !entries.includes(target))
          .map((target) => `${file} -> ${target}`),
      );
      expect(wrong).toEqual([]);
    },
  );

  it('the reference backend, from which others are written, imports only the contract too', () => {
    const folder = join(packagesFolder, 'conformance', 'src', 'memory-backend');
    const files = sourceFiles(folder).filter((file) => /in-memory-|passes-filter/.test(file));
    const lines = files.map((file) => readFileSync(file, 'utf8').split('\n').length);
    const imports = files.flatMap(importsOf).filter((target) => target.startsWith('@mneme/'));
    expect(new Set(imports)).toEqual(new Set(['@mneme/core/contract']));
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(700);
  });

  it('the contract imports nothing outside its folder', () => {
    const wrong = sourceFiles(join(packagesFolder, 'core', 'src', 'contract')).flatMap((file) =>
      importsOf(file)
        .filter((target) => !/^\.\/[\w-]+\.ts$/.test(target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('core does no input or output of its own', () => {
    const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
    const wrong = sourceFiles(join(packagesFolder, 'core', 'src')).flatMap((file) =>
      importsOf(file)
        .filter((target) => builtins.has(target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('the rooms of analysis in core are pure: they import no engine and no input checks', () => {
    const rules = [
      'text',
      'conflict',
      'ranking',
      'relevance',
      'forgetting',
      'secrets',
      'ids',
    ].flatMap((folder) => sourceFiles(join(packagesFolder, 'core', 'src', folder)));
    const wrong = rules.flatMap((file) =>
      importsOf(file)
        .filter((target) => /\/(engine|input|records|documents|memory)\//.test(target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('the environment is read in one file', () => {
    const readers = packages
      .flatMap((name) => sourceFiles(join(packagesFolder, name, 'src')))
      .filter((file) => /process\.env\b/.test(readFileSync(file, 'utf8')))
      .map((file) => file.slice(packagesFolder.length));
    expect(readers).toEqual(['runtime/src/environment.ts']);
  });

  it('stands in ARCHITECTURE.md as it is checked here', () => {
    const text = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');
    for (const [name, targets] of Object.entries(allowed)) {
      const cells =
        targets.length === 0 ? 'nothing' : targets.map((target) => `\`${target}\``).join(', ');
      expect(text).toContain(`| \`${name}\` | ${cells} |`);
    }
  });
});
