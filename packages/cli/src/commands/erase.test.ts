import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openMemory, readEnvironment } from '@mneme/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../main.ts';

const environment = readEnvironment({}, { platform: 'linux', home: '/nowhere' });
let folder: string;
let db: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-test-'));
  db = join(folder, 'ada.db');
  const { memory, close } = await openMemory({ db, environment });
  const ada = memory.scope('user:ada');
  await ada.store({ content: 'Forget me' });
  await ada.episodes.append([{ content: 'And what was said' }], { session: 'monday' });
  await close();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a command at a terminal with this input. */
async function erase(typed: string, ...command: string[]) {
  let said = '';
  const stream = { isTTY: true, write: (text: string) => (said += text) };
  const code = await main([...command, '--scope', 'user:ada', '--db', db], {
    environment,
    stdin: Object.assign(Readable.from([typed]), { isTTY: true }),
    stdout: stream,
    stderr: stream,
    signal: new AbortController().signal,
    now: () => new Date(),
  });
  const { memory, close } = await openMemory({ db, environment, embedder: 'none' });
  const { current } = await memory.scope('user:ada').stats();
  await close();
  return { code, said, current };
}

describe('erase at a terminal', () => {
  it('erases when the name of the scope is typed', async () => {
    const { code, said, current } = await erase(' user:ada\n', 'scopes', 'erase');
    expect(said).toContain('"user:ada" holds 2 memories');
    expect([code, current]).toEqual([0, 0]);
  });

  it.each(['y\n', 'user:ad\n', ''])('erases nothing when %j is typed', async (typed) => {
    const { code, said, current } = await erase(typed, 'scopes', 'erase');
    expect(said).toContain('nothing was erased');
    expect([code, current]).toEqual([1, 2]);
  });
});

describe('sessions erase at a terminal', () => {
  it('erases the session when its name is typed, and nothing else', async () => {
    const { code, said, current } = await erase('monday\n', 'sessions', 'erase', 'monday');
    expect(said).toContain('monday: 1 turns');
    expect([code, current]).toEqual([0, 1]);
  });

  it.each(['y\n', 'user:ada\n', ''])('erases nothing when %j is typed', async (typed) => {
    const { code, said, current } = await erase(typed, 'sessions', 'erase', 'monday');
    expect(said).toContain('nothing was erased');
    expect([code, current]).toEqual([1, 2]);
  });

  it('does not ask about a session that does not exist', async () => {
    const { code, said } = await erase('sunday\n', 'sessions', 'erase', 'sunday');
    expect([code, said]).toEqual([1, expect.stringContaining('no session "sunday"')]);
  });
});
