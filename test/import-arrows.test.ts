import { readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Which packages may be imported by which. The table in ARCHITECTURE.md says the same; a new package is entered in
 * both. Tests are free to import what they test against.
 */
const allowed: Record<string, string[]> = {
  language: [],
  multilingual: ['language'],
  secrets: ['language'],
  engine: ['language', 'secrets'],
  documents: ['language', 'secrets', 'engine'],
  core: ['language', 'secrets', 'engine', 'documents'],
  'kv-backend': ['core'],
  'vector-backend': ['core'],
  'postgres-backend': ['core'],
  files: ['core'],
  sealed: ['core', 'files'],
  embedders: ['language', 'multilingual', 'core'],
  conformance: ['core'],
  agent: ['core', 'files'],
  runtime: [
    'core',
    'kv-backend',
    'vector-backend',
    'postgres-backend',
    'sealed',
    'embedders',
    'agent',
  ],
  importers: ['core', 'kv-backend', 'runtime'],
  mcp: ['core', 'agent'],
  'ai-sdk': ['core', 'agent'],
  langgraph: ['core', 'agent'],
  mastra: ['agent'],
  'openai-agents': ['core', 'agent'],
  server: ['core', 'files'],
  inspector: ['core', 'agent'],
  cli: ['core', 'runtime', 'importers', 'agent', 'mcp', 'server', 'inspector'],
};

/** Which rooms of a package may be imported by which. Each is entered by its `index.ts` alone. */
const rooms: Record<string, Record<string, string[]>> = {
  language: {
    text: [],
    trees: [],
    vectors: [],
    claims: ['text', 'trees', 'vectors'],
    extract: ['text', 'trees', 'vectors', 'messages'],
    messages: ['trees'],
  },
  engine: {
    contract: [],
    index: ['contract'],
    fusion: [],
    ids: [],
    input: ['contract', 'ids'],
    gate: ['contract'],
    telemetry: ['contract', 'gate'],
    context: ['contract', 'gate', 'telemetry'],
  },
  core: {
    extract: [],
    llm: [],
    forgetting: [],
    relevance: [],
    ranking: ['forgetting', 'relevance'],
    records: ['forgetting', 'relevance', 'ranking'],
    episodes: ['extract', 'records'],
    consolidation: ['extract', 'records', 'episodes'],
    recall: ['forgetting', 'relevance', 'ranking', 'records'],
    doctor: ['forgetting', 'records'],
    memory: ['extract', 'forgetting', 'records', 'episodes', 'consolidation', 'recall', 'doctor'],
  },
};

/** The npm name after `@mneme/` where it is not the folder's. */
const folderOf: Record<string, string> = {
  sqlite: 'kv-backend',
  qdrant: 'vector-backend',
  postgres: 'postgres-backend',
};

const packagesFolder = new URL('../packages/', import.meta.url).pathname;
const core = join(packagesFolder, 'core', 'src');
const allRooms = Object.entries(rooms).flatMap(([name, own]) =>
  Object.keys(own).map((room) => ({ name, room })),
);
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

/** The files of the same package that a file imports, types included. */
function localImportsOf(file: string): string[] {
  return importsOf(file)
    .filter((target) => target.startsWith('.'))
    .map((target) => resolve(dirname(file), target));
}

/** The first circle met, from a file to itself; empty where there is none. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] => {
    const start = path.indexOf(file);
    if (start >= 0) return [...path.slice(start), file];
    if (done.has(file)) return [];
    for (const target of imports.get(file) ?? []) {
      const circle = visit(target, [...path, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
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

  it.each(['kv-backend', 'vector-backend', 'postgres-backend', 'sealed', 'files'])(
    '%s imports of core its contract, its index, and the checks of options and of the Node it runs on',
    (name) => {
      const entries = [
        'core/contract',
        'core/index',
        'core/input',
        'core/node-version',
        'files',
      ].map((entry) => `@mneme/${entry}`);
      const wrong = sourceFiles(join(packagesFolder, name, 'src')).flatMap((file) =>
        importsOf(file)
          .filter((target) => target.startsWith('@mneme/') && !entries.includes(target))
          .map((target) => `${file} -> ${target}`),
      );
      expect(wrong).toEqual([]);
    },
  );

  it('the reference backend, from which others are written, imports only the contract and the index too', () => {
    const folder = join(packagesFolder, 'conformance', 'src', 'memory-backend');
    const files = sourceFiles(folder).filter((file) => file.includes('in-memory-'));
    const lines = files.map((file) => readFileSync(file, 'utf8').split('\n').length);
    const imports = files.flatMap(importsOf).filter((target) => target.startsWith('@mneme/'));
    expect(new Set(imports)).toEqual(new Set(['@mneme/core/contract', '@mneme/core/index']));
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(800);
  });

  it('the contract imports nothing outside its folder but the hashes that seal a cursor', () => {
    const wrong = sourceFiles(join(packagesFolder, 'engine', 'src', 'contract')).flatMap((file) =>
      importsOf(file)
        .filter((target) => !/^\.\/[\w-]+\.ts$|^@noble\/hashes\//.test(target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each(['secrets', 'engine', 'documents', 'core'])('%s does no input or output', (name) => {
    const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
    const wrong = sourceFiles(join(packagesFolder, name, 'src')).flatMap((file) =>
      importsOf(file)
        .filter((target) => builtins.has(target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each(allRooms)(
    '$name/$room imports only the rooms below it, by their one way in',
    ({ name, room }) => {
      const source = join(packagesFolder, name, 'src');
      const wrong: string[] = [];
      for (const file of sourceFiles(join(source, room))) {
        for (const target of localImportsOf(file)) {
          const [other = '', ...rest] = relative(source, target).split('/');
          if (other === room) continue;
          if (!rooms[name]?.[room]?.includes(other) || rest.join('/') !== 'index.ts')
            wrong.push(`${relative(source, file)} -> ${relative(source, target)}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(Object.keys(rooms))('know every room of %s', (name) => {
    const entries = readdirSync(join(packagesFolder, name, 'src'), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    expect(folders.sort()).toEqual(Object.keys(rooms[name] ?? {}).sort());
  });

  it('core names neither a backend nor the command', () => {
    const wrong = sourceFiles(core).filter((file) =>
      /sqlite|qdrant|SQLite|Qdrant|\bmneme [a-z]/.test(readFileSync(file, 'utf8')),
    );
    expect(wrong.map((file) => relative(core, file))).toEqual([]);
  });

  it.each(Object.keys(allowed))(
    'the files of %s import one another in no circle, types included',
    (name) => {
      const files = sourceFiles(join(packagesFolder, name, 'src'));
      expect(findCircle(new Map(files.map((file) => [file, localImportsOf(file)])))).toEqual([]);
    },
  );

  it('finds a circle, and only what is in it', () => {
    const imports = { a: ['b'], b: ['c', 'd'], c: [], d: ['e'], e: ['b'] };
    expect(findCircle(new Map(Object.entries(imports)))).toEqual(['b', 'd', 'e', 'b']);
    expect(findCircle(new Map(Object.entries({ ...imports, e: ['c'] })))).toEqual([]);
  });

  it('the environment is read in one file', () => {
    const readers = packages
      .flatMap((name) => sourceFiles(join(packagesFolder, name, 'src')))
      .filter((file) => /process\.env\b/.test(readFileSync(file, 'utf8')))
      .map((file) => file.slice(packagesFolder.length));
    expect(readers).toEqual(['runtime/src/environment.ts']);
  });

  it('is in ARCHITECTURE.md and docs/internals.md as it is checked here', () => {
    const text = ['../ARCHITECTURE.md', '../docs/internals.md']
      .map((page) => readFileSync(new URL(page, import.meta.url), 'utf8'))
      .join('');
    const tables = [allowed, ...Object.values(rooms)].flatMap((table) => Object.entries(table));
    for (const [name, targets] of tables) {
      const cells =
        targets.length === 0 ? 'nothing' : targets.map((target) => `\`${target}\``).join(', ');
      expect(text).toContain(`| \`${name}\` | ${cells} |`);
    }
  });
});
