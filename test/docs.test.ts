import { execFile } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { call, say, startScriptedServer } from '../packages/agent/test/support/scripted-server.ts';
import { argumentsOf } from '../packages/cli/src/command.ts';
import { findCommand } from '../packages/cli/src/find-command.ts';
import { optionsOf } from '../packages/cli/src/options.ts';
import { parseArguments } from '../packages/cli/src/parse-arguments.ts';
import { optionsTable } from '../tools/options-table.mjs';
import { describeOnPostgres } from './cli/on-postgres.ts';
import { describeOnQdrant } from './cli/on-qdrant.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md') && !name.startsWith('api'))
    .map((name) => join('docs', name)),
  ...readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'README.md')),
];

/**
 * A block marked `js` is a whole program; `js NAME` is a file for the later ones of its page, and a test if its name
 * says so; one marked `js fragment` is not run.
 */
const programs = pages.flatMap((page) =>
  [...read(page).matchAll(/```js(?: (\S+\.mjs))?\n([\s\S]*?)```/g)].map(
    ([, file = 'program.mjs', program = ''], index) => ({ page, number: index + 1, file, program }),
  ),
);

type Program = (typeof programs)[number];
const postgresAddress = 'postgres://mneme@127.0.0.1/mneme';
const qdrantAddress = 'http://127.0.0.1:6333';

describe('the programs in the documentation', () => {
  // Below the root, so that the packages resolve.
  mkdirSync(join(root, 'tmp'), { recursive: true });
  const folder = mkdtempSync(join(root, 'tmp', 'docs-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const model = startScriptedServer(({ body, seen }) => {
    const last = JSON.stringify(seen.at(-1));
    if (last.includes('Remember')) {
      const input = {
        content: 'Ada prefers green tea',
        category: 'user_preference',
        importance: 5,
      };
      return call([{ name: 'memory_store', input }]);
    }
    if (last.includes('Ship on Friday')) return say('On Friday.');
    if (last.includes('tool_result')) return say('Noted.');
    if (last.includes('do we ship'))
      return call([{ name: 'memory_read', input: { store: 'notes', path: '/plan.md' } }]);
    return say(
      JSON.stringify(body.system ?? '').includes('green tea') ? 'Green tea.' : 'Who knows?',
    );
  });
  afterAll(async () => (await model).close());

  const { PATH, NODE_COMPILE_CACHE } = process.env;

  async function run({ cwd, more }: { cwd: string; more: object }, ...given: string[]) {
    const { baseURL } = await model;
    const claude = { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: baseURL };
    const env = { PATH, NODE_COMPILE_CACHE, ...claude, ...more };
    return new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) =>
      execFile(process.execPath, given, { cwd, env }, (error, stdout, stderr) =>
        resolve({ status: error?.code ?? 0, stdout, stderr }),
      ),
    );
  }

  const onPostgres = (each: Program) => each.program.includes(postgresAddress);
  const onQdrant = (each: Program) => each.program.includes(qdrantAddress);
  const name = '$page, program $number, runs as documented';

  it.each(programs.filter((each) => !onPostgres(each) && !onQdrant(each)))(name, runProgram);

  describeOnPostgres('on PostgreSQL', (address) => {
    it.each(programs.filter(onPostgres))(name, (each) =>
      runProgram({ ...each, program: each.program.replace(postgresAddress, address()) }),
    );
  });

  describeOnQdrant('on Qdrant', (seat) => {
    it.each(programs.filter(onQdrant))(name, (each) => {
      const { address, env } = seat();
      const [, url = '', collection = ''] = address.match(/^qdrant:(.*)\/(.*)$/) ?? [];
      const program = each.program.replace(qdrantAddress, url).replace('memories', collection);
      return runProgram({ ...each, program }, env);
    });
  });

  // The programs of a page share a folder, so a program can use what an earlier one stored.
  async function runProgram({ page, file, program }: Program, more = {}) {
    const place = join(folder, page.replaceAll('/', '-'));
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, file), program);
    const at = { cwd: place, more };
    if (file.endsWith('.test.mjs')) {
      const { status, stdout } = await run(at, '--test', '--test-reporter=tap', file);
      expect([status, stdout.match(/^not ok.*|^ +not ok.*/gm)]).toEqual([0, null]);
      expect(stdout).toMatch(/^# pass [1-9]/m);
    } else {
      const promised = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)];
      const isProgram = file === 'program.mjs';
      expect(promised.length > 0).toBe(isProgram);
      const printed = promised.map(([, line]) => `${line}\n`).join('');
      const { status, stdout, stderr } = await run(at, file);
      expect([stderr, status, stdout]).toEqual(['', 0, printed]);
    }
  }
});

describe('the documentation', () => {
  it('says how to link the command of a checkout', () => {
    expect(read('README.md')).toContain('packages/cli/src/bin.ts" ~/.local/bin/mneme');
    expect(() => accessSync(join(root, 'packages/cli/src/bin.ts'), constants.X_OK)).not.toThrow();
  });

  const tests = globSync('{packages,test}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules'],
  });

  it('lists every option of createMemory (node tools/options-table.mjs writes the table)', () => {
    expect(read('docs/options.md')).toContain(optionsTable());
  });

  it.each(pages)('%s names commands, options and tests that exist', async (page) => {
    const blocks = [...read(page).matchAll(/```(?:sh|cron)\n([\s\S]*?)```/g)].map(
      ([block]) => block,
    );
    for (const [, line = ''] of blocks.join('').matchAll(/^(?:.*\s)?mneme (?!help)([^#|>\n]+)/gm)) {
      if (line.startsWith('http')) continue;
      const words = line.match(/"[^"]*"|\S+/g) ?? [];
      const { command, rest } = await findCommand(words, () => {});
      const { positionals } = parseArguments(rest, optionsOf(command));
      const { min, max } = argumentsOf(command);
      expect([line, positionals.length >= min && positionals.length <= max]).toEqual([line, true]);
    }
    const named = [...read(page).matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !tests.some((test) => `/${test}`.endsWith(`/${name}`)))).toEqual(
      [],
    );
  });

  it.each(pages)('%s has no broken links', (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)[^)]*\)/g)].map(
      ([, target]) => target as string,
    );
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });
});
