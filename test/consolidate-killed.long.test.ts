import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createMemory, type MemoryBackend } from '@mneme/core';
import { qdrantBackend } from '@mneme/qdrant';
import { sqliteBackend, sqliteRows } from '@mneme/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { letterEmbedder } from '../tools/letter-embedder.mjs';
import { describeOnQdrant } from './cli/on-qdrant.ts';

const script = new URL('consolidate-until-killed.mjs', import.meta.url).pathname;
const sessions = ['s1', 's2', 's3'];
const turnsOfSession = 8;
/** When a run is killed, in printed lines: `asked` before a window is written, `written` after it. */
const deaths = [1, 2, 4];
/** Long, since each run starts a process on a possibly busy machine. */
const timeoutMs = 300_000;

/** Runs the script, and kills it after so many printed lines. */
async function run(env: Record<string, string>, steps = Number.POSITIVE_INFINITY): Promise<void> {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let taken = 0;
  for await (const _ of createInterface({ input: child.stdout }))
    if (++taken === steps) child.kill('SIGKILL');
  const [code, signal] = await ended;
  if (signal !== 'SIGKILL') expect(code).toBe(0);
}

/** Kills two concurrent runs repeatedly, completes one more run, and expects one fact per turn. */
async function makesEachFactOnce(open: () => MemoryBackend, env: Record<string, string>) {
  const fill = await createMemory({ backend: open(), embedder: letterEmbedder });
  for (const session of sessions)
    await fill.scope('ada').storeMany(
      Array.from({ length: turnsOfSession }, (_, sequence) => ({
        content: `boat ${session}-${sequence}`,
        kind: 'episode' as const,
        source: { session, sequence, speaker: 'Ada' },
      })),
    );
  await fill.close();
  for (const steps of deaths) {
    const tagged = (tag: string) => ({ ...env, TEST_TAG: `${tag}${steps}` });
    await Promise.all([run(tagged('one'), steps), run(tagged('other'), steps)]);
  }
  await run({ ...env, TEST_TAG: 'last' });
  const memory = await createMemory({ backend: open(), embedder: letterEmbedder });
  const ada = memory.scope('ada');
  const { memories: facts } = await ada.list({ kinds: ['fact'], limit: 1000 });
  const { memories: turns } = await ada.list({ kinds: ['episode'], limit: 1000 });
  expect(facts.map(({ evidence }) => evidence?.join()).sort()).toEqual(
    turns.map(({ id }) => id).sort(),
  );
  const makers = new Set(facts.map(({ content }) => content.split(' ').at(-1)));
  expect(makers.size).toBeGreaterThan(1);
  const again = await memory.consolidate({ extractor: () => ({ facts: [] }) });
  expect(again.calls).toBe(0);
  const { healthy } = await memory.doctor({ near: false });
  expect(healthy).toBe(true);
  await memory.close();
}

describe('consolidations that run concurrently and are killed', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-consolidate-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it(
    'make each fact once in SQLite',
    async () => {
      const path = join(folder, 'ada.db');
      await makesEachFactOnce(() => sqliteBackend({ path }), { TEST_PATH: path });
    },
    timeoutMs,
  );

  describeOnQdrant('on a server', (seat) => {
    it(
      'make each fact once in Qdrant',
      async () => {
        const { address, env } = seat();
        const [, url, collection] = /^qdrant:(.*)\/([^/]+)$/.exec(address) as unknown as [
          string,
          string,
          string,
        ];
        const apiKey = env.QDRANT_API_KEY;
        const path = join(folder, 'beside.db');
        await makesEachFactOnce(
          () =>
            qdrantBackend({
              url,
              apiKey,
              collection,
              timeoutMs: 30_000,
              rows: sqliteRows({ path }),
            }),
          {
            TEST_PATH: path,
            TEST_URL: url,
            TEST_COLLECTION: collection,
            ...(apiKey === undefined ? {} : { TEST_KEY: apiKey }),
          },
        );
      },
      timeoutMs,
    );
  });
});
