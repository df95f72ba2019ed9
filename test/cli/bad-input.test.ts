import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
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
});

interface Case {
  name: string;
  argv: readonly string[] | (() => readonly string[]);
  options?: RunOptions;
  code?: string;
  field?: string;
  says: RegExp;
}

const cases: Case[] = [
  { name: 'empty content', argv: ['store', ''], field: 'content', says: /empty/ },
  {
    name: 'blank content',
    argv: ['store'],
    options: { stdin: ' \n\t\n' },
    field: 'content',
    says: /empty/,
  },
  {
    name: 'content over 32 KiB',
    argv: ['store'],
    options: { stdin: 'é'.repeat(16_385) },
    field: 'content',
    says: /32770.*32768/,
  },
  {
    name: 'a NUL character',
    argv: ['store'],
    options: { stdin: 'a\0b' },
    field: 'content',
    says: /NUL/,
  },
  {
    name: 'bytes that are not UTF-8',
    argv: ['store'],
    options: { stdin: Uint8Array.of(0x61, 0xff) },
    field: 'content',
    says: /UTF-8/,
  },
  {
    name: 'importance 0',
    argv: ['store', 'x', '--importance', '0'],
    field: 'importance',
    says: /0.*1.*5/,
  },
  {
    name: 'importance 6',
    argv: ['store', 'x', '--importance', '6'],
    field: 'importance',
    says: /6/,
  },
  {
    name: 'importance 2.5',
    argv: ['store', 'x', '--importance', '2.5'],
    field: 'importance',
    says: /2\.5/,
  },
  {
    name: 'importance high',
    argv: ['store', 'x', '--importance', 'high'],
    field: 'importance',
    says: /"high"/,
  },
  {
    name: 'an unknown category',
    argv: ['store', 'x', '--category', 'mood'],
    field: 'category',
    says: /"mood".*user_preference/,
  },
  {
    name: 'an expiry in the past',
    argv: ['store', 'x', '--expires-at', '2020-01-01'],
    field: 'expiresAt',
    says: /2020-01-01/,
  },
  {
    name: 'an expiry that is not a date',
    argv: ['store', 'x', '--expires-at', 'tomorrow'],
    field: 'expiresAt',
    says: /"tomorrow"/,
  },
  {
    name: 'an unknown policy',
    argv: ['store', 'x', '--on-conflict', 'both'],
    field: 'onConflict',
    says: /"both".*keep-both/,
  },
  { name: 'a malformed id', argv: ['get', 'x'], field: 'id', says: /"x"/ },
  {
    name: 'an id of another scope',
    argv: () => ['get', foreignId],
    code: 'not_found',
    field: 'id',
    says: /no such memory/,
  },
  {
    name: 'deleting an id of another scope',
    argv: () => ['delete', foreignId],
    code: 'not_found',
    field: 'id',
    says: /no memory/,
  },
  { name: 'limit 0', argv: ['retrieve', 'x', '--limit', '0'], field: 'limit', says: /0.*1.*1000/ },
  { name: 'limit -1', argv: ['retrieve', 'x', '--limit', '-1'], field: 'limit', says: /-1/ },
  { name: 'limit 1e9', argv: ['list', '--limit', '1e9'], field: 'limit', says: /1000000000/ },
  {
    name: 'an unknown order',
    argv: ['list', '--order', 'oldest'],
    field: 'order',
    says: /"oldest".*newest/,
  },
  {
    name: 'an invalid cursor',
    argv: ['list', '--cursor', 'x'],
    field: 'cursor',
    says: /cursor/,
  },
  {
    name: 'an unknown embedder',
    argv: ['store', 'x', '--embedder', 'magic'],
    field: 'embedder',
    says: /"magic".*static/,
  },
  {
    name: 'an unknown store',
    argv: ['list', '--db', 'redis:x'],
    field: 'db',
    says: /redis.*sqlite:PATH/,
  },
  {
    name: 'a missing file',
    argv: ['import', 'absent.jsonl'],
    field: 'file',
    says: /absent\.jsonl.*no such file/,
  },
];

describe('bad input', () => {
  it.concurrent.each(cases)(
    '$name',
    async ({ argv, options, code = 'invalid_input', field, says }) => {
      const given = typeof argv === 'function' ? argv() : argv;
      const ran = await place.run(
        mneme`${given} ${given.includes('--db') ? [] : ['--db', db]} --json`,
        options,
      );
      expect(ran.stdout).toBe('');
      const { error } = JSON.parse(ran.stderr) as { error: { message: string } };
      expect(error).toMatchObject({ code, field });
      expect(error.message).toMatch(says);
      expect(ran.code).toBe(code === 'invalid_input' ? 2 : 1);
    },
  );

  it('writes nothing', async () => {
    expect(await place.json(mneme`db stats --db ${db}`)).toMatchObject({ current: 1, scopes: 1 });
  });
});

describe('a database that cannot be used', () => {
  it('is unchanged if it is not a database', async () => {
    writeFileSync(
      place.path('notes.txt'),
      'these are my notes, and they are longer than a header\n'.repeat(100),
    );
    const { code, stderr } = await place.run(mneme`store x --db notes.txt --json`);
    expect(code).toBe(1);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'foreign_store',
      message: expect.stringContaining('notes.txt'),
    });
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
