import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { filesWith } from '../../packages/kv-backend/test/encrypted-file.ts';
import { letterEmbedder } from '../../tools/letter-embedder.mjs';
import { Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

const marker = 'zqxjkvmarker';
const preload = new URL('kill-at-write.mjs', import.meta.url).href;
const keys = { first: 'ab'.repeat(32), second: 'cd'.repeat(32) };
/** `first`: the first write at which it is killed, so that the three changes meet different ones. */
const changes: [string, { from?: string; to?: string; first: number }][] = [
  ['encrypts', { to: keys.first, first: 1 }],
  ['gives another key', { from: keys.first, to: keys.second, first: 4 }],
  ['decrypts', { from: keys.first, first: 7 }],
];

/** A store whose process was killed: half of it is in its log. */
async function crashedStore(folder: string, key: string | undefined): Promise<string> {
  mkdirSync(folder);
  const driver = 'better-sqlite3-multiple-ciphers';
  const backend = sqliteBackend({ path: `${folder}/live.db`, key, driver });
  const memory = await createMemory({ backend, embedder: letterEmbedder });
  const notes = await memory.scope('ada').stores.create({ name: 'notes' });
  for (let at = 0; at < 6; at++) {
    await memory.scope(at < 4 ? 'ada' : 'bo').store({ content: `Heron ${at} of ${marker} sails` });
    if (at < 2) await notes.create({ path: `/${at}.md`, content: `Of ${marker} ${at}` });
  }
  const { id } = await memory.scope('ada').store({ content: `A door code of ${marker}` });
  await memory.scope('ada').delete(id);
  for (const end of ['', '-wal']) copyFileSync(`${folder}/live.db${end}`, `${folder}/old.db${end}`);
  await memory.close();
  return `${folder}/old.db`;
}

async function run(argv: string[], env: Record<string, string>) {
  const child = place.start(argv, { env });
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

describe.each(changes)('a copy that %s and is killed', (change, { from, to, first }) => {
  it('at a write leaves the source as it was and nothing that seems whole, and is completed when it is repeated', {
    timeout: 1_200_000,
  }, async () => {
    const folder = place.path(change.replaceAll(' ', '-'));
    const source = await crashedStore(folder, from);
    const bytes = () => ['', '-wal'].map((end) => readFileSync(source + end).toString('base64'));
    const before = bytes();
    const keyOf = (key: string | undefined): Record<string, string> =>
      key === undefined ? {} : { MNEME_KEY: key };
    const exported = async (db: string, key: string | undefined) =>
      (await run(['db', 'export', '--records', '--db', db], keyOf(key))).output;
    const whole = await exported(source, from);
    expect(whole.split('\n').length).toBeGreaterThan(6);

    const round = async (killAt: number): Promise<boolean> => {
      const own = `${folder}/${killAt}`;
      mkdirSync(own);
      const target = `${own}/new.db`;
      const argv = ['db', 'copy', '--from', source, '--to', target, ...(to ? [] : ['--to-plain'])];
      const env = { ...keyOf(from), ...(to && { MNEME_TO_KEY: to }) };
      const options = `--import ${preload}`;
      const killed = await run(argv, { ...env, NODE_OPTIONS: options, KILL_AT: String(killAt) });
      expect(bytes()).toEqual(before);
      if (to !== undefined) expect(filesWith(own, marker)).toEqual([]);
      if (killed.code !== 0) expect(killed).toMatchObject({ code: null });
      if (existsSync(target)) expect(await exported(target, to)).toBe(whole);
      expect(await run(argv, env)).toMatchObject({ code: 0 });
      expect(readdirSync(own)).toEqual(['new.db']);
      expect(await exported(target, to)).toBe(whole);
      if (to !== undefined) expect(filesWith(own, marker)).toEqual([]);
      return killed.code === 0;
    };
    let rounds = 0;
    let killAt = first;
    for (let isDone = false; !isDone; rounds++) {
      // Each of the first writes, which make the file, then fewer and fewer: a round takes four processes.
      isDone = await round(killAt);
      killAt = rounds < 10 ? killAt + 1 : Math.ceil(killAt * 1.4);
    }
    expect(rounds).toBeGreaterThan(12);
  });
});
