import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../packages/cli/src/main.ts';
import { readEnvironment } from '../../packages/runtime/src/environment.ts';
import { binary, Workplace } from './mneme.ts';

const place = new Workplace();
const project = place.path('project');
const inner = join(project, 'src');
const projectFile = join(project, '.mneme.json');
const userFile = place.path('.config/mneme/config.json');

beforeEach(() => {
  for (const path of [project, dirname(userFile)]) rmSync(path, { recursive: true, force: true });
  mkdirSync(inner, { recursive: true });
  mkdirSync(dirname(userFile), { recursive: true });
  process.chdir(inner);
});
afterAll(() => place.remove());

const says = (file: string, settings: unknown) =>
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings));

interface Shown {
  settings: Record<string, { value: unknown; origin: { from: string } }>;
  secrets: Record<string, boolean>;
  files: { project: string | null; user: string };
}

async function config(argv: string[] = [], env: Record<string, string> = {}) {
  const { settings, ...rest } = await place.json<Shown>(['config', ...argv], { env });
  const of = (name: string) => [settings[name]!.value, settings[name]!.origin.from];
  return { of, settings, ...rest };
}

describe('a setting', () => {
  it('comes from the option, else the environment, the project, the user, the default', async () => {
    expect((await config()).of('scope')).toEqual(['default', 'default']);
    says(userFile, { scope: 'of the user' });
    expect((await config()).of('scope')).toEqual(['of the user', 'user']);
    says(projectFile, { scope: 'of the project' });
    expect((await config()).of('scope')).toEqual(['of the project', 'project']);
    const env = { MNEME_SCOPE: 'of the environment' };
    expect((await config([], env)).of('scope')).toEqual(['of the environment', 'environment']);
    expect((await config(['--scope', 'given'], env)).of('scope')).toEqual(['given', 'option']);
  });

  it('has an effect: memories go where the file of the project says, from any folder in it', async () => {
    says(projectFile, { db: 'memory.db', scope: 'heron' });
    await place.json(['store', 'Ships on Friday']);
    const [memory] = (await place.json<{ memories: object[] }>(['list'])).memories;
    expect(memory).toMatchObject({ content: 'Ships on Friday' });
    expect(statSync(join(project, 'memory.db')).isFile()).toBe(true);
    const stats = await place.json<{ current: number }>(['stats', '--scope', 'heron']);
    expect(stats.current).toBe(1);
    expect(
      (await place.json<{ memories: object[] }>(['list', '--scope', 'other'])).memories,
    ).toEqual([]);
  });

  it('counts from its file where it is a path, and from home where it begins so', async () => {
    says(projectFile, { db: 'sqlite:data/memory.db' });
    says(userFile, { modelsPath: '~/models', keyring: 'keys.json' });
    const { of } = await config();
    expect(of('db')).toEqual([join(project, 'data/memory.db'), 'project']);
    expect(of('modelsPath')).toEqual([place.path('models'), 'user']);
  });

  it('of a store counts beside no other store', async () => {
    says(userFile, { db: 'mine.db', keyFile: 'key', documents: 'docs.db' });
    const mine = await config();
    expect(mine.of('keyFile')).toEqual([join(dirname(userFile), 'key'), 'user']);
    expect(mine.of('documents')[1]).toBe('user');
    for (const other of [
      await config(['--db', 'other.db']),
      await config(['--backend', 'other.db']),
      await config([], { MNEME_DB: 'other.db' }),
    ]) {
      expect(other.of('keyFile')).toEqual(['none', 'default']);
      expect(other.of('documents')[1]).toBe('default');
    }
    says(projectFile, { db: 'project.db' });
    expect((await config()).of('keyFile')).toEqual(['none', 'default']);
  });

  it('never leads off the machine by a project’s file, nor opens or weakens anything', async () => {
    for (const settings of [
      { db: 'qdrant:http://example.com:6333/memories' },
      { embedder: 'http:https://example.com/v1#model' },
      { documents: '//server/share/documents.db' },
      { secrets: 'allow' },
      { allowDownload: true },
      { telemetry: 'content' },
      { keyFile: 'key' },
      { keyring: 'keys' },
      { masterKeyFile: 'key' },
      { modelsPath: 'models' },
    ]) {
      says(projectFile, settings);
      const { code, stderr } = await place.run(['config']);
      expect(code).toBe(2);
      expect(stderr).toContain(projectFile);
      expect(stderr).toContain(Object.keys(settings)[0]);
      expect(stderr).toContain('your own file');
      rmSync(projectFile);
      if (!('documents' in settings)) {
        says(userFile, settings);
        expect((await place.run(['config'])).code).toBe(0);
        rmSync(userFile);
      }
    }
  });
});

describe('a config file', () => {
  it.each([
    ['{"scpoe": "heron"}', 'did you mean scope?'],
    ['{"scope": 1}', 'scope'],
    ['{"scope": " heron"}', 'does not begin or end with a space'],
    ['{"embedder": "statik"}', 'embedder'],
    ['{"db": "mongo:x"}', 'Unknown kind of store'],
    ['["scope"]', 'give an object'],
    ['{"scope": hunter2}', 'no JSON'],
  ])('%s is refused, with its name', async (text, told) => {
    says(projectFile, text);
    for (const argv of [['config'], ['store', 'x'], ['stats']]) {
      const { code, stderr } = await place.run(argv);
      expect(code).toBe(2);
      expect(stderr).toContain(told);
      expect(stderr).toContain(projectFile);
      expect(stderr).not.toContain('hunter2');
    }
    expect((await place.run(['completion', 'bash'])).code).toBe(0);
    expect((await place.run(['help'])).code).toBe(0);
  });

  it('may be empty, and the user’s may lie elsewhere, but must be there then', async () => {
    says(projectFile, '');
    expect((await config()).files.project).toBe(projectFile);
    says(place.path('elsewhere.json'), { scope: 'elsewhere' });
    const env = { MNEME_CONFIG: place.path('elsewhere.json') };
    expect((await config([], env)).of('scope')).toEqual(['elsewhere', 'user']);
    const missing = await place.run(['config'], { env: { MNEME_CONFIG: place.path('missing') } });
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('missing');
  });

  it('of a project ends at its repository, and at home', async () => {
    says(projectFile, { scope: 'outer' });
    mkdirSync(join(inner, '.git'));
    expect((await config()).files.project).toBeNull();
    says(place.path('.mneme.json'), { scope: 'home' });
    rmSync(projectFile);
    rmSync(join(inner, '.git'), { recursive: true });
    expect((await config()).files.project).toBeNull();
    rmSync(place.path('.mneme.json'));
  });

  const isRoot = process.getuid?.() === 0;
  it.skipIf(!isRoot)(
    'of somebody else is told of and not read (only root can try that)',
    async () => {
      says(projectFile, { scope: 'trap' });
      chownSync(projectFile, 12_345, 12_345);
      const { stdout, stderr } = await place.run(['config', '--json']);
      expect(stderr).toContain('belongs to another user');
      expect(JSON.parse(stdout).settings.scope.value).toBe('default');
    },
  );
});

describe('mneme config', () => {
  it('never shows a secret', async () => {
    const env = {
      MNEME_KEY: 'hunter2hunter2hunter2',
      MNEME_NEW_KEY: 'hunter2b',
      MNEME_MASTER_KEY: 'hunter2c',
      MNEME_EMBEDDER_API_KEY: 'sk-hunter2',
      MNEME_LLM_API_KEY: 'sk-hunter2h',
      QDRANT_API_KEY: 'hunter2d',
      OPENAI_API_KEY: 'sk-hunter2e',
      ANTHROPIC_API_KEY: 'hunter2f',
      MNEME_METRICS_TOKEN: 'hunter2g',
      MNEME_DB: 'qdrant:https://ada:hunter2@example.com:6333/memories',
      MNEME_EMBEDDER: 'http:https://example.com/v1?api_key=hunter2#model',
      MNEME_LLM: 'http:https://example.com/v1?api_key=hunter2#model',
    };
    for (const argv of [['config'], ['config', '--json']]) {
      const { code, stdout, stderr } = await place.run(argv, { env });
      expect(code).toBe(0);
      expect(stdout + stderr).not.toContain('hunter2');
      expect(stdout).toContain('example.com');
    }
    const { secrets } = await config([], env);
    expect(Object.values(secrets).every(Boolean)).toBe(true);
    expect(Object.values((await config()).secrets).some(Boolean)).toBe(false);
  });

  it('names each setting, its value and its place in words', async () => {
    says(projectFile, { scope: 'heron' });
    const { stdout } = await place.run(['config', '--embedder', 'none'], {
      env: { MNEME_DB: 'a.db' },
    });
    expect(stdout).toMatch(/^scope +heron +.*\.mneme\.json$/m);
    expect(stdout).toMatch(/^embedder +none +--embedder$/m);
    expect(stdout).toMatch(/^db +a\.db +\$MNEME_DB$/m);
    expect(stdout).toMatch(/^reranker +none +default$/m);
  });
});

describe('mneme init', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown;

  /** On a terminal, with these lines typed. */
  async function asked(argv: string[], typed: string[]) {
    const ran = { stdout: '', stderr: '' };
    const code = await main(argv, {
      environment: readEnvironment({}, { home: place.folder, platform: 'linux' }),
      stdin: Object.assign(Readable.from(typed.map((line) => Buffer.from(`${line}\n`))), {
        isTTY: true,
      }),
      stdout: { write: (text) => (ran.stdout += text) },
      stderr: { write: (text) => (ran.stderr += text) },
      signal: new AbortController().signal,
      now: () => new Date(),
    });
    return { code, ...ran };
  }

  it('asks three questions, and writes what was answered', async () => {
    const { code, stdout, stderr } = await asked(
      ['init'],
      ['memory.db', 'heron', 'transformers:Xenova/x'],
    );
    expect(stderr.match(/\[.*\]$/gm)).toHaveLength(3);
    expect(code).toBe(0);
    expect(stdout).toContain('next: mneme store');
    expect(read(join(inner, '.mneme.json'))).toEqual({
      db: 'memory.db',
      scope: 'heron',
      embedder: 'transformers:Xenova/x',
    });
    expect((await config()).of('scope')).toEqual(['heron', 'project']);
  });

  it('takes the usual answer for an empty line, and asks again after one that cannot be', async () => {
    const { stderr } = await asked(['init'], ['mongo:x', '', '', 'statik', 'static']);
    expect(stderr).toContain('Unknown kind of store');
    expect(read(join(inner, '.mneme.json'))).toEqual({ scope: 'src', embedder: 'static' });
  });

  it('does not ask what an option says, and writes nothing where the answers end', async () => {
    const { code, stderr } = await asked(['init', '--db', 'a.db', '--scope', 'heron'], []);
    expect(stderr.match(/\[.*\]$/gm)?.filter((line) => !line.includes('aborted'))).toHaveLength(1);
    expect(code).toBe(1);
    expect((await config()).files.project).toBeNull();
  });

  it('asks nothing without a terminal, and its next command works', async () => {
    const answer = await place.json<{ file: string; next: string }>(['init', '--db', 'memory.db']);
    expect(answer.file).toBe(join(inner, '.mneme.json'));
    const [, ...argv] = answer.next.match(/"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', ''));
    expect((await place.run(argv)).code).toBe(0);
    expect(statSync(join(inner, 'memory.db')).isFile()).toBe(true);
  });

  it('writes the user’s own file for its eyes alone, with paths from where it was called', async () => {
    rmSync(userFile, { force: true });
    await place.json([
      'init',
      '--user',
      '--db',
      'memory.db',
      '--embedder',
      'http:http://localhost:1/v1#m',
    ]);
    expect(read(userFile)).toEqual({
      db: join(inner, 'memory.db'),
      scope: 'default',
      embedder: 'http:http://localhost:1/v1#m',
    });
    if (process.platform !== 'win32') expect(statSync(userFile).mode & 0o777).toBe(0o600);
  });

  it('writes over no file unless it is told to, also over a broken one', async () => {
    says(join(inner, '.mneme.json'), '{"scope": ');
    const refused = await place.run(['init']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('--force');
    expect((await place.run(['init', '--force'])).code).toBe(0);
    expect(read(join(inner, '.mneme.json'))).toMatchObject({ scope: 'src' });
  });

  it('refuses for a project what leads off the machine', async () => {
    const { code, stderr } = await place.run([
      'init',
      '--embedder',
      'http:http://example.com/v1#m',
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('your own file');
  });

  const terminal = spawnSync('script', ['--version']).error === undefined;
  it.skipIf(!terminal)('asks on a real terminal (script of util-linux)', () => {
    const { stdout } = spawnSync(
      'script',
      ['-qec', `${process.execPath} ${binary} init`, '/dev/null'],
      {
        cwd: inner,
        env: { HOME: place.folder, PATH: process.env.PATH },
        input: 'memory.db\nheron\n\n',
        encoding: 'utf8',
      },
    );
    expect(stdout).toContain('Whose memory is it?');
    expect(read(join(inner, '.mneme.json'))).toMatchObject({ db: 'memory.db', scope: 'heron' });
  });
});
