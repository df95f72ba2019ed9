/** The cost of a start, and memory and disk for records, with the packages as they are published. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installBuilt } from '../../test/built-packages.ts';
import * as frame from './frame.mjs';

const { median, ms, row, scaled, texts } = frame;
const folder = join(frame.folder, 'start');

const rounds = 9;

export async function run() {
  mkdirSync(folder);
  installBuilt(folder);
  writeFileSync(join(folder, 'program.mjs'), program);
  for (const count of [10, 3000]) fill(count);
  starts();
  weight(scaled(100_000));
}

/** Opens a file; stores the texts of a file of lines, or asks a few times and reports the resources of the process. */
const program = `
import { readFileSync } from 'node:fs';
import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
const [path, lines, asked = '1'] = process.argv.slice(2);
const memory = await createMemory({
  maxStoreItems: 1_000_000,
  backend: sqliteBackend({ path, durability: 'normal' }),
  embedder: staticEmbedder(),
});
const scope = memory.scope('user:ada');
if (lines === 'ask') {
  for (let at = 0; at < Number(asked); at++) await scope.retrieve('w5 w30 w4' + at);
  console.log(process.memoryUsage().rss);
} else {
  const inputs = readFileSync(lines, 'utf8').split('\\n').map((content) => ({ content }));
  await scope.storeMany(inputs, { onConflict: 'keepBoth' });
}
await memory.close();
`;

function fill(count) {
  const contents = texts(count, 3);
  const [lines, path] = [join(folder, `${count}.txt`), join(folder, `${count}.db`)];
  writeFileSync(lines, contents.join('\n'));
  execFileSync(process.execPath, ['program.mjs', path, lines], { cwd: folder });
  return { path, textBytes: contents.reduce((sum, text) => sum + text.length, 0) };
}

/** Milliseconds of a whole process, by the clock and of processor time. */
function timed(argv, { env, input }) {
  const { status, stdout, stderr } = spawnSync(
    'bash',
    [
      '-c',
      'TIMEFORMAT="%3R %3U %3S"; errors=$0; time "$@" >/dev/null 2>"$errors"',
      join(folder, 'errors'),
      ...argv,
    ],
    { cwd: folder, env: { ...process.env, ...env }, input, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  const [wall, user, system] = stderr
    .trim()
    .split(' ')
    .map((seconds) => Number(seconds) * 1000);
  return { wall, processor: user + system };
}

function starts() {
  const mneme = [process.execPath, join(folder, 'node_modules/@mneme/cli/dist/bin.js')];
  const library = (count) => [process.execPath, 'program.mjs', join(folder, `${count}.db`), 'ask'];
  const env = { HOME: folder, MNEME_DB: join(folder, '10.db') };
  const commands = {
    empty: [process.execPath, '-e', '0'],
    retrieve: [...mneme, 'retrieve', 'w5 w30 w400', '--scope', 'user:ada'],
    hook: [...mneme, 'mcp', 'hook', 'claude-code', '--project', folder],
    of10: library(10),
    of3000: library(3000),
  };
  const input = JSON.stringify({
    hook_event_name: 'UserPromptSubmit',
    session_id: 's1',
    cwd: folder,
    prompt: 'What did I say about w5 and w30?',
  });
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = -1; round < rounds; round++)
    for (const [name, argv] of Object.entries(commands)) {
      const time = timed(argv, { env, input });
      if (round >= 0) times[name].push(time);
    }
  const middle = (name, kind) => median(times[name].map((time) => time[kind]));
  const more = (name) =>
    `${ms(middle(name, 'wall') - middle('empty', 'wall'))} (processor ${ms(middle(name, 'processor') - middle('empty', 'processor'))})`;
  row('`node -e 0`, whole process', ms(middle('empty', 'wall')), 'report');
  row('`mneme retrieve` in a new process, more than `node -e 0`', more('retrieve'), '100 ms');
  row(
    'a hook of Claude Code, whole process',
    `${ms(middle('hook', 'wall'))} (processor ${ms(middle('hook', 'processor'))})`,
    '150 ms',
  );
  row('first answer of the library, more than `node -e 0`', more('of10'), '60 ms');
  const ratio = (kind) => (middle('of3000', kind) / middle('of10', kind)).toFixed(2);
  row(
    'opening and the first answer in a new process, 3,000 records : 10',
    `${ratio('wall')} (processor ${ratio('processor')})`,
    '1.1',
  );
}

function weight(count) {
  const { path, textBytes } = fill(count);
  const resident = (argv) =>
    Number(execFileSync(process.execPath, argv, { cwd: folder, encoding: 'utf8' })) / 2 ** 20;
  const empty = resident(['-p', 'process.memoryUsage().rss']);
  const asked = resident(['program.mjs', path, 'ask', '40']);
  row(
    `resident memory after 40 questions at ${count} records, more than an empty Node`,
    `${Math.round(asked - empty)} MiB`,
    '150 MiB',
  );
  row(
    'disk a record beside its text',
    `${((statSync(path).size - textBytes) / count / 1000).toFixed(2)} kB`,
    '1.5 kB',
  );
}
