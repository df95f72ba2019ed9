import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadedBy } from '../loaded-by.ts';

const root = new URL('../../', import.meta.url).pathname;
const tsc = join(root, 'node_modules/.bin/tsc');
const folders = readdirSync(join(root, 'packages'));
const manifests = folders.map(
  (name) =>
    JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as Manifest,
);
const folderOf = new Map(manifests.map(({ name }, index) => [name, folders[index]]));

interface Manifest {
  name: string;
  exports: Record<string, string>;
  scripts?: Record<string, string>;
  publishConfig: { exports: Record<string, { types: string; default: string }> };
}

/** Every public entry of every package, as written in an import. */
const entries = manifests.flatMap(({ name, exports }) =>
  Object.keys(exports).map((path) => join(name, path)),
);

/** Mastra's own declarations have errors, so only errors in our files count in a program that uses it. */
const besideErrors = '@mneme/mastra';

/** Packs the packages and installs them with npm into an empty project outside the workspace. */
describe('the packed packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-packed-'));
  const project = join(folder, 'project');
  const run = (command: string, given: string[], cwd = project) =>
    execFileSync(command, given, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

  beforeAll(() => {
    // Removes old build output, which must not be packed.
    mkdirSync(join(root, 'packages/core/dist'), { recursive: true });
    writeFileSync(join(root, 'packages/core/dist/left-over.js'), 'export {};\n');
    run(
      'npx',
      ['-y', 'pnpm@12', '-r', '--filter', './packages/*', 'pack', '--pack-destination', folder],
      root,
    );
    execFileSync('mkdir', [project]);
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    expect(tarballs).toHaveLength(manifests.length);
    run('npm', [
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '@types/node@22',
      ...tarballs.map((name) => join(folder, name)),
    ]);
  }, 600_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('contain the files that package.json names, and no tests, maps or sources', () => {
    for (const { name, publishConfig } of manifests) {
      const installed = join(project, 'node_modules', name);
      const files = readdirSync(installed, { recursive: true }).map(String);
      const manifest = JSON.parse(
        readFileSync(join(installed, 'package.json'), 'utf8'),
      ) as Manifest;
      expect(manifest.exports).toEqual(publishConfig.exports);
      for (const { types, default: script } of Object.values(publishConfig.exports)) {
        expect(files).toContain(types.slice(2));
        expect(files).toContain(script.slice(2));
      }
      expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
      expect(
        files.filter(
          (file) =>
            !file.startsWith('node_modules') && /\.test\.|\.map$|tsbuildinfo|^src/.test(file),
        ),
      ).toEqual([]);
    }
  });

  it('contain no unexpected or large files, secrets, local paths or install scripts', () => {
    const mostBytes: Record<string, number> = {
      '@mneme/language': 25_000_000,
      '@mneme/multilingual': 5_500_000,
    };
    const isSecret =
      /AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY|mneme-key_[0-9a-f]{24}-|gh[pousr]_\w{36}/;
    const expected =
      /^(package\.json|README\.md|LICENSE|NOTICE|dist\/(.+\.(js|d\.ts)|licences\.txt)|demo\/[^/]+\.jsonl?|model\/[a-z]+\.(bin|index|json|txt)|assets\/[^/]+\.(js|css|svg))$/;
    for (const { name } of manifests) {
      const installed = join(project, 'node_modules', name);
      const files = readdirSync(installed, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name: file }) => join(parentPath, file).slice(installed.length + 1))
        .filter((file) => !file.startsWith('node_modules'));
      expect(
        files.filter((file) => !expected.test(file)),
        name,
      ).toEqual([]);
      const scripts = files.filter((file) => /^dist\/.*\.js$/.test(file));
      const texts = scripts.map((file) => readFileSync(join(installed, file), 'utf8'));
      const isPart = (file: string) => texts.some((text) => text.includes(`/${basename(file)}"`));
      const source = join(root, 'packages', folderOf.get(name) ?? '', 'src');
      const sources = readdirSync(source, { recursive: true }).map(String);
      expect(
        scripts.filter(
          (file) => !sources.includes(file.slice(5).replace(/\.js$/, '.ts')) && !isPart(file),
        ),
        name,
      ).toEqual([]);
      let bytes = 0;
      for (const file of files) {
        const content = readFileSync(join(installed, file));
        bytes += content.length;
        if (/\.(bin|index)$/.test(file)) continue;
        expect(content.includes(root.replace(/\/$/, '')), `${name} ${file}`).toBe(false);
        expect(isSecret.test(content.toString()), `${name} ${file}`).toBe(false);
      }
      expect(bytes, name).toBeLessThan(mostBytes[name] ?? 1_500_000);
      const { scripts: own = {} } = JSON.parse(
        readFileSync(join(installed, 'package.json'), 'utf8'),
      ) as Manifest;
      expect(Object.keys(own).filter((script) => /install|prepare/.test(script))).toEqual([]);
    }
    const notice = readFileSync(join(project, 'node_modules/@mneme/language/NOTICE'), 'utf8');
    expect(notice).toContain('model/static.bin');
  });

  it('load few files to answer a prompt', () => {
    const argv = (...given: string[]) => [
      join(project, 'node_modules/@mneme/cli/dist/bin.js'),
      ...given,
      '--db',
      join(folder, 'mneme.db'),
    ];
    run('node', argv('store', 'We deploy from the branch "live"'));
    const event = {
      hook_event_name: 'UserPromptSubmit',
      prompt: 'Which branch do we deploy from?',
    };
    const files = loadedBy(argv('mcp', 'hook', 'claude-code'), {
      input: JSON.stringify(event),
      home: folder,
    });
    // A single call embeds in its own process, since a thread would load everything again.
    expect(files).toContainEqual(expect.stringMatching(/@mneme\/sqlite\/dist\/index\.js$/));
    expect(files).not.toContainEqual(expect.stringMatching(/worker\.js$/));
    expect(files.length).toBeLessThan(70);
  });

  it.each(entries)('%s can be imported', (entry) => {
    const program = `console.log(Object.keys(await import('${entry}')).length)`;
    expect(Number(run('node', ['--input-type=module', '-e', program]))).toBeGreaterThan(0);
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ])(
    'type-check in a strict program under %s, declarations included',
    (resolution, module) => {
      const own = entries.filter((entry) => entry !== besideErrors);
      const imports = own.map((entry, index) => `import * as entry${index} from '${entry}';`);
      const program = `${imports.join('\n')}
import { createMemory, type MemoryBackend } from '@mneme/core';
const backend: MemoryBackend = entry${own.indexOf('@mneme/sqlite')}.sqliteBackend({ path: 'a.db' });
const memory = await createMemory({ backend });
const { id }: { id: string } = await memory.scope('ada').store({ content: 'a' });
// @ts-expect-error no such category
await memory.scope('ada').store({ content: 'a', category: 'mood' });
export const all = [id, ${own.map((_, index) => `entry${index}`)}];
`;
      writeFileSync(join(project, 'program.ts'), program);
      const settings = {
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        target: 'es2023',
        types: ['node'],
        module,
        moduleResolution: resolution,
      };
      const check = (file: string) => {
        const config = { compilerOptions: settings, files: [file] };
        writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
        try {
          return run(tsc, ['-p', '.']);
        } catch (error) {
          return String((error as { stdout?: string }).stdout);
        }
      };
      expect(check('program.ts')).toBe('');
      writeFileSync(join(project, 'beside.ts'), `export * from '${besideErrors}';`);
      const wrong = check('beside.ts').split('\n');
      expect(wrong.filter((line) => /^(beside\.ts|node_modules\/@mneme\/)/.test(line))).toEqual([]);
    },
    600_000,
  );

  it('run the first lines of the README', () => {
    const [, lines = ''] =
      /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
    writeFileSync(join(project, 'first-lines.mjs'), lines);
    expect(run('node', ['first-lines.mjs'])).toBe('Prefers bullet points\n');
  });

  it('show the demo with only the command installed', () => {
    const output = run('npx', ['--no-install', 'mneme', 'demo', '--json']);
    expect(JSON.parse(output).sections).toHaveLength(11);
  });
});
