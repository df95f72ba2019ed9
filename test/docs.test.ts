import { spawnSync } from 'node:child_process';
import {
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
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { argumentsOf } from '../packages/cli/src/command.ts';
import { findCommand } from '../packages/cli/src/find-command.ts';
import { optionsOf } from '../packages/cli/src/options.ts';
import { parseArguments } from '../packages/cli/src/parse-arguments.ts';
import { optionsTable } from '../tools/options-table.mjs';

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

/** A block marked `js` is a whole program; one marked `js fragment` is not run. */
const programs = pages.flatMap((page) =>
  [...read(page).matchAll(/```js\n([\s\S]*?)```/g)].map(([, program = ''], index) => ({
    page,
    number: index + 1,
    program,
  })),
);

describe('the programs in the documentation', () => {
  // Below the root, so that the packages resolve.
  mkdirSync(join(root, 'tmp'), { recursive: true });
  const folder = mkdtempSync(join(root, 'tmp', 'docs-'));
  let server: Worker;
  let baseURL: string;

  // In its own thread, since this one blocks while a program runs.
  beforeAll(async () => {
    server = new Worker(new URL('./docs-model.ts', import.meta.url));
    baseURL = await new Promise((resolve) => server.once('message', resolve));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.terminate();
  });

  const { PATH, NODE_COMPILE_CACHE } = process.env;

  // The programs of a page share a folder, so a program can use what an earlier one stored.
  it.each(programs)('$page, program $number, prints as documented', ({ page, program }) => {
    const place = join(folder, page.replaceAll('/', '-'));
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'program.mjs'), program);
    const { stdout, stderr, status } = spawnSync(process.execPath, ['program.mjs'], {
      cwd: place,
      encoding: 'utf8',
      env: {
        ...{ PATH, NODE_COMPILE_CACHE },
        ...{ ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: baseURL },
      },
    });
    const promised = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(
      ([, line]) => line,
    );
    expect(promised.length).toBeGreaterThan(0);
    expect([stderr, status, stdout]).toEqual(['', 0, `${promised.join('\n')}\n`]);
  });
});

describe('the documentation', () => {
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
