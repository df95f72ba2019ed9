import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
const project = place.path('project');
const file = place.path('.config/mneme/config.json');

beforeEach(() => {
  for (const path of [project, dirname(file)]) rmSync(path, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  mkdirSync(dirname(file), { recursive: true });
  process.chdir(project);
});
afterAll(() => place.remove());

const says = (settings: unknown) =>
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings));

interface Shown {
  settings: Record<string, { value: unknown; origin: { from: string } }>;
  secrets: Record<string, boolean>;
  file: string;
}

async function config(argv: string[] = [], env: Record<string, string> = {}) {
  const { settings, ...rest } = await place.json<Shown>(mneme`config ${argv}`, { env });
  const of = (name: string) => [settings[name]!.value, settings[name]!.origin.from];
  return { of, settings, ...rest };
}

describe('a setting', () => {
  it('comes from the option, else the environment, the file, the default', async () => {
    expect((await config()).of('scope')).toEqual(['default', 'default']);
    says({ scope: 'of the file' });
    expect((await config()).of('scope')).toEqual(['of the file', 'file']);
    const env = { MNEME_SCOPE: 'of the environment' };
    expect((await config([], env)).of('scope')).toEqual(['of the environment', 'environment']);
    expect((await config(['--scope', 'given'], env)).of('scope')).toEqual(['given', 'option']);
  });

  it('of the file decides where memories are stored, from any folder', async () => {
    says({ db: 'memory.db', scope: 'heron' });
    await place.json(mneme`store "Ships on Friday"`);
    const [memory] = (await place.json<{ memories: object[] }>(mneme`list`)).memories;
    expect(memory).toMatchObject({ content: 'Ships on Friday' });
    expect(statSync(join(dirname(file), 'memory.db')).isFile()).toBe(true);
    const stats = await place.json<{ current: number }>(mneme`db stats --scope heron`);
    expect(stats.current).toBe(1);
    expect((await place.json<{ memories: object[] }>(mneme`list --scope other`)).memories).toEqual(
      [],
    );
  });

  it('that is a path is relative to its file, or to the home folder with ~', async () => {
    says({ db: 'sqlite:data/memory.db', modelsPath: '~/models', keyring: 'keys.json' });
    const { of } = await config();
    expect(of('db')).toEqual([join(dirname(file), 'data/memory.db'), 'file']);
    expect(of('modelsPath')).toEqual([place.path('models'), 'file']);
  });

  it('of a store does not apply to another store', async () => {
    says({ db: 'mine.db', keyFile: 'key', documents: 'docs.db' });
    const mine = await config();
    expect(mine.of('keyFile')).toEqual([join(dirname(file), 'key'), 'file']);
    expect(mine.of('documents')[1]).toBe('file');
    for (const other of [
      await config(['--db', 'other.db']),
      await config(['--db', 'other.db']),
      await config([], { MNEME_DB: 'other.db' }),
    ]) {
      expect(other.of('keyFile')).toEqual(['none', 'default']);
      expect(other.of('documents')[1]).toBe('default');
    }
  });
});

describe('a project that was cloned', () => {
  it('cannot set store, scope, key or model: its files are not read', async () => {
    const before = await place.json<Shown>(mneme`config`);
    writeFileSync(
      join(project, '.mneme.json'),
      JSON.stringify({
        db: '~/.vimrc',
        documents: 'documents.db',
        scope: 'other',
        embedder: 'none',
      }),
    );
    expect(await place.json(mneme`config`)).toEqual(before);
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
    ['{"scope": hunter2}', 'not valid JSON'],
  ])('with %s is refused, and the error names the file', async (text, message) => {
    says(text);
    for (const argv of [['config'], ['store', 'x'], ['db', 'stats']]) {
      const { code, stderr } = await place.run(argv);
      expect(code).toBe(2);
      expect(stderr).toContain(message);
      expect(stderr).toContain(file);
      expect(stderr).not.toContain('hunter2');
    }
    expect((await place.run(mneme`help`)).code).toBe(0);
  });

  it('may be empty or at another path, which must exist', async () => {
    says('');
    expect((await config()).file).toBe(file);
    writeFileSync(place.path('elsewhere.json'), '{"scope": "elsewhere"}');
    const env = { MNEME_CONFIG: place.path('elsewhere.json') };
    expect((await config([], env)).of('scope')).toEqual(['elsewhere', 'file']);
    const missing = await place.run(mneme`config`, {
      env: { MNEME_CONFIG: place.path('missing') },
    });
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('missing');
  });

  it('must be a regular file of at most 64 KB', async () => {
    const refused = async (message: string) => {
      const { code, stderr } = await place.run(mneme`config`);
      expect(code).toBe(2);
      expect(stderr).toContain(message);
      expect(stderr).toContain(file);
      rmSync(file, { recursive: true });
    };
    says(`{"scope": "heron"${' '.repeat(64 * 1024)}}`);
    await refused('more than 65536 bytes');
    symlinkSync('/dev/zero', file);
    await refused('not a regular file');
    execFileSync('mkfifo', [file]);
    await refused('not a regular file');
    mkdirSync(file);
    await refused('not a regular file');
  });
});

describe('mneme config', () => {
  it('never shows a secret', async () => {
    const env = {
      MNEME_KEY: 'hunter2hunter2hunter2',
      MNEME_TO_KEY: 'hunter2b',
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

  it('prints each setting with its value and origin', async () => {
    says({ scope: 'heron' });
    const { stdout } = await place.run(mneme`config --embedder none`, {
      env: { MNEME_DB: 'a.db' },
    });
    expect(stdout).toMatch(/^scope +heron +.*config\.json$/m);
    expect(stdout).toMatch(/^embedder +none +--embedder$/m);
    expect(stdout).toMatch(/^db +a\.db +\$MNEME_DB$/m);
    expect(stdout).toMatch(/^reranker +none +default$/m);
  });
});

describe('mneme config init', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown;

  /** Runs the command on a terminal with these lines as input. */
  const asked = (argv: readonly string[], typed: string[]) =>
    place.run(argv, { isTTY: true, stdin: typed.map((line) => `${line}\n`).join('') });

  it('asks three questions, and writes the answers', async () => {
    const { code, stdout, stderr } = await asked(
      ['config', 'init'],
      ['memory.db', 'heron', 'transformers:Xenova/x'],
    );
    expect(stderr.match(/\[.*\]$/gm)).toHaveLength(3);
    expect(code).toBe(0);
    expect(stdout).toContain('next: mneme store');
    // A typed path is relative to the current folder.
    expect(read(file)).toEqual({
      db: join(project, 'memory.db'),
      scope: 'heron',
      embedder: 'transformers:Xenova/x',
    });
    expect((await config()).of('scope')).toEqual(['heron', 'file']);
  });

  it('uses the default for an empty line, and asks again after an invalid answer', async () => {
    const { stderr } = await asked(['config', 'init'], ['mongo:x', '', '', 'statik', 'static']);
    expect(stderr).toContain('Unknown kind of store');
    expect(read(file)).toEqual({ scope: 'default', embedder: 'static' });
  });

  it('does not ask for given options, and writes nothing if the input ends', async () => {
    const { code, stderr } = await asked(
      ['config', 'init', '--db', 'a.db', '--scope', 'heron'],
      [],
    );
    expect(stderr.match(/\[.*\]$/gm)?.filter((line) => !line.includes('aborted'))).toHaveLength(1);
    expect(code).toBe(1);
    expect(existsSync(file)).toBe(false);
  });

  it('asks nothing without a terminal, and the suggested command works', async () => {
    rmSync(dirname(file), { recursive: true });
    const answer = await place.json<{ file: string; next: string }>(
      mneme`config init --db memory.db`,
    );
    expect(answer.file).toBe(file);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const [, ...argv] = answer.next.match(/"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', ''));
    expect((await place.run(argv)).code).toBe(0);
    expect(statSync(join(project, 'memory.db')).isFile()).toBe(true);
  });

  it('overwrites a file, even an invalid one, only with --force', async () => {
    says('{"scope": ');
    const refused = await place.run(mneme`config init`);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('--force');
    expect((await place.run(mneme`config init --force`)).code).toBe(0);
    expect(read(file)).toMatchObject({ scope: 'default' });
  });
});
