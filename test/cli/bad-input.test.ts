import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mneme, type RunOptions, repositoryRoot, Workplace } from './mneme.ts';

const place = new Workplace();
const db = place.path('ada.db');
afterAll(() => place.remove());

let foreignId: string;
beforeAll(async () => {
  foreignId = (
    await place.json<{ id: string }>(mneme`store "of another scope" --db ${db} --scope other`)
  ).id;
  writeFileSync(place.path('a-file'), '');
  mkdirSync(place.path('folder'));
  await place.json(mneme`documents import notes folder --db ${db}`);
});

/** What the library refuses, what the command refuses itself, and what needs the store: `field`, message, code. */
const cases: [argv: readonly string[], field: string, says: RegExp, code?: string][] = [
  [['store', ''], 'content', /empty/],
  [['store', 'x', '--importance', '6'], 'importance', /6/],
  [['store', 'x', '--importance', 'high'], 'importance', /"high"/],
  [['store', 'x', '--category', 'mood'], 'category', /"mood".*user_preference/],
  [['store', 'x', '--expires-at', 'tomorrow'], 'expiresAt', /"tomorrow"/],
  [['store', 'x', '--on-conflict', 'both'], 'onConflict', /"both".*keep-both/],
  [['store', 'x', '--embedder', 'magic'], 'embedder', /"magic".*static/],
  [['get', 'x'], 'id', /"x"/],
  [['retrieve', 'x', '--limit', '-1'], 'limit', /-1.*1.*1000/],
  [['list', '--order', 'oldest'], 'order', /"oldest".*newest/],
  [['list', '--cursor', 'x'], 'cursor', /cursor/],
  [
    ['prefetch', 'tea', '--budget', '0'],
    'tokenBudget',
    /^--budget is 0: give an integer of 1 or more$/,
  ],
  [['open', '--port', '99999'], 'port', /--port is 99999: give an integer from 0 to 65535/],
  [['serve', '--port', '99999'], 'port', /--port is 99999: give an integer from 0 to 65535/],
  [['list', '--key-command', ''], 'keyCommand', /--key-command could not be started/],
  [['list', '--key-file', 'absent'], 'keyFile', /--key-file is "absent": there is no such file/],
  [['list', '--keyring', 'k'], 'masterKey', /--master-key-file or --master-key-command/],
  [['documents', 'import', 'other', 'absent'], 'file', /"absent": there is no such file or folder/],
  [
    ['documents', 'export', 'note', 'folder'],
    'store',
    /^STORE is "note", .*"mneme documents" lists them$/,
    'not_found',
  ],
  [['documents', 'export', 'notes', 'a-file'], 'file', /"a-file": it already exists/],
  [['db', 'export', 'absent/out.jsonl'], 'file', /"absent\/out.jsonl": there is no such file/],
  [['scopes', 'settle', 'a', 'b', '--verdict', 'same'], 'pair[0]', /^ID is "a"/],
  [['list', '--db', 'redis:x'], 'db', /redis.*sqlite:PATH/],
  [['import', 'absent.jsonl'], 'file', /absent\.jsonl.*no such file/],
  [
    ['store', 'x', '--embedder', 'http:http://127.0.0.1:9/v1#tiny'],
    'embedder',
    /127\.0\.0\.1:9/,
    'embedder_failed',
  ],
  [['get', 'of another scope'], 'id', /no such memory/, 'not_found'],
  [['delete', 'of another scope'], 'id', /no memory/, 'not_found'],
];
const texts: [stdin: string | Uint8Array, says: RegExp][] = [
  [' \n\t\n', /empty/],
  ['é'.repeat(16_385), /32770.*32768/],
  ['a\0b', /NUL/],
  [Uint8Array.of(0x61, 0xff), /UTF-8/],
];

async function refused(argv: readonly string[], options?: RunOptions) {
  const given = argv.map((argument) => argument.replace('of another scope', foreignId));
  const at = given.includes('--db') ? [] : ['--db', db];
  const { code, stdout, stderr } = await place.run(mneme`${given} ${at} --json`, options);
  expect(stdout).toBe('');
  return { exit: code, ...JSON.parse(stderr).error };
}

describe('bad input', () => {
  it.each(cases)('%j is refused for %s', async (argv, field, says, code = 'invalid_input') => {
    const exit = code === 'invalid_input' ? 2 : 1;
    const message = expect.stringMatching(says);
    expect(await refused(argv)).toMatchObject({ exit, code, field, message });
  });

  it.each(texts)('on standard input is refused: %#', async (stdin, says) => {
    const message = expect.stringMatching(says);
    expect(await refused(['store'], { stdin })).toMatchObject({
      ...{ exit: 2, code: 'invalid_input', field: 'content', message },
    });
  });

  it('writes nothing', async () => {
    expect(await place.json(mneme`db stats --db ${db}`)).toMatchObject({ current: 1, scopes: 1 });
    const { stores } = await place.json<{ stores: unknown[] }>(mneme`documents --db ${db}`);
    expect(stores).toEqual([expect.objectContaining({ name: 'notes' })]);
  });

  it.each([
    [mneme`store x`, 'XDG_DATA_HOME', 1],
    [mneme`config init`, 'XDG_CONFIG_HOME', 2],
  ])('says which folder cannot be made: %j', async (argv, variable, exit) => {
    const { code, stderr } = await place.run(argv, { env: { [variable]: place.path('a-file') } });
    expect([code, stderr]).toEqual([exit, expect.stringMatching(/^mneme: .*a-file.mneme.*\]\n$/)]);
  });
});

it.each([
  [mneme`scopes settle`, 'Nobody can decide'],
  [mneme`scopes settle --verdict update`, 'Name the two memories'],
  [mneme`scopes settle a b --verdict delete`, '--verdict is "delete": give one of same, update'],
  [mneme`sessions consolidate --llm magic`, 'Write none, http:<url>#<model> or claude[:<model>]'],
  [mneme`sessions consolidate --llm http://127.0.0.1:11434/v1`, 'it names no model after #'],
  [mneme`sessions consolidate --batch`, '--batch is for --llm claude'],
  [mneme`sessions consolidate --llm claude`, 'ANTHROPIC_API_KEY is not set'],
  [mneme`sessions consolidate --max-calls -1`, '--max-calls is -1'],
  [mneme`sessions consolidate --window-turns 900`, '--window-turns is 900'],
  [mneme`prune --max 0 --summarise --llm none`, '--summarise needs a language model: give --llm'],
  [mneme`prune --max 0 --llm claude`, '--llm is for --summarise'],
])('%j is refused with what is wrong', async (argv, message) => {
  const { code, stderr } = await place.run(mneme`${argv} --db ${db}`);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

describe('a database that cannot be used', () => {
  it('is unchanged if it is not a database', async () => {
    const notes = 'these are my notes, and they are longer than a header\n'.repeat(100);
    writeFileSync(place.path('notes.txt'), notes);
    const { code, stderr } = await place.run(mneme`store x --db notes.txt --json`);
    expect(code).toBe(1);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'foreign_store',
      message: expect.stringContaining('notes.txt'),
    });
    expect(readFileSync(place.path('notes.txt'), 'utf8')).toBe(notes);
  });

  it('is unchanged if it belongs to another program', async () => {
    const path = place.path('other.db');
    const require = createRequire(join(repositoryRoot, 'packages/kv-backend/package.json'));
    const Database = require('better-sqlite3') as new (
      path: string,
    ) => { exec(sql: string): void; close(): void };
    const other = new Database(path);
    other.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY); INSERT INTO orders VALUES (1)');
    other.close();
    const before = readFileSync(path);
    const { code, stderr } = await place.run(mneme`store x --db ${path} --json`);
    expect(code).toBe(1);
    expect(JSON.parse(stderr).error.code).toBe('foreign_store');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is named if it is a folder', async () => {
    const { code, stderr } = await place.run(mneme`list --db folder`);
    expect([code, stderr]).toEqual([1, expect.stringContaining('check that it is a file')]);
  });

  const isRoot = process.getuid?.() === 0;
  if (isRoot) console.warn('skipped: a read-only file, since root may write everywhere');
  it.skipIf(isRoot)('is named if it is read-only', async () => {
    const path = place.path('read-only.db');
    await place.json(mneme`store "x y z" --db ${path}`);
    chmodSync(path, 0o444);
    const { code, stderr } = await place.run(mneme`store another --db ${path} --json`);
    expect(code).toBe(1);
    expect(JSON.parse(stderr).error.code).toBe('read_only');
  });
});
