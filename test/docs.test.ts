import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { call, say, startScriptedServer } from '../packages/agent/test/support/scripted-server.ts';
import { argumentsOf } from '../packages/cli/src/command.ts';
import { findCommand } from '../packages/cli/src/find-command.ts';
import { optionsOf } from '../packages/cli/src/options.ts';
import { parseArguments } from '../packages/cli/src/parse-arguments.ts';
import { optionsTable } from '../tools/options-table.mjs';
import { describeOnPostgres } from './cli/on-postgres.ts';
import { describeOnQdrant } from './cli/on-qdrant.ts';
import { pages, programRunner, programs, read, root } from './doc-programs.ts';

type Program = (typeof programs)[number];
const postgresAddress = 'postgres://mneme@127.0.0.1/mneme';
const qdrantAddress = 'http://127.0.0.1:6333';

/** On a busy machine the first recall of a process may take longer than a block waits. */
const unhurried = (program: string) =>
  program
    .replace('timeoutMs: 500', 'timeoutMs: 60_000')
    .replace('createMemoryAgent({', 'createMemoryAgent({ prefetch: { timeoutMs: 60_000 },');

describe('the programs in the documentation', () => {
  const run = programRunner();
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

  const onPostgres = ({ program }: Program) => program.includes(postgresAddress);
  const onQdrant = ({ program }: Program) => program.includes(qdrantAddress);
  const name = '$page, program $number, runs as documented';
  // The programs of a page share a folder, so a program can use what an earlier one stored. Tests are in docs.long.test.ts.
  const short = programs.filter(({ isTest }) => !isTest);

  it.each(short.filter((each) => !onPostgres(each) && !onQdrant(each)))(name, (each) =>
    runProgram(each),
  );

  describeOnPostgres('on PostgreSQL', (address) => {
    it.each(short.filter(onPostgres))(name, (each) =>
      runProgram({ ...each, program: each.program.replace(postgresAddress, address()) }),
    );
  });

  describeOnQdrant('on Qdrant', (seat) => {
    it.each(short.filter(onQdrant))(name, (each) => {
      const { address, env } = seat();
      const [, url = '', collection = ''] = address.match(/^qdrant:(.*)\/(.*)$/) ?? [];
      const program = each.program.replace(qdrantAddress, url).replace('memories', collection);
      return runProgram({ ...each, program }, env);
    });
  });

  async function runProgram(each: Program, more = {}) {
    const { baseURL } = await model;
    const env = { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: baseURL, ...more };
    const { status, stdout, stderr } = await run(
      { ...each, program: unhurried(each.program) },
      { env },
    );
    const promised = [...each.program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)];
    expect(promised.length > 0).toBe(each.file === 'program.mjs');
    const printed = promised.map(([, line]) => `${line}\n`).join('');
    expect([stderr, status, stdout]).toEqual(['', 0, printed]);
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
