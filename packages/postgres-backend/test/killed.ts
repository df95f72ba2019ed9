import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { MnemeError } from '@mneme/core';
import type { MemoryBackend } from '@mneme/core/contract';
import { expect } from 'vitest';
import { type OwnPostgresServer, startPostgres } from '../../../tools/postgres-server.mjs';
import { postgresBackend } from '../src/index.ts';
import { group, groupOf, groupSize } from './groups.ts';
import { embedder, now } from './records.ts';

const writer = new URL('./write-until-killed.mjs', import.meta.url).pathname;
const schema = 'mneme';

/** Repeatedly kills a writer or the server: no acknowledged write is lost, and none is partial. */
export async function killAgainAndAgain({
  clients,
  servers,
}: {
  clients: number;
  servers: number;
}): Promise<void> {
  const server = await startPostgres({ durable: true });
  const open = async () => {
    const backend = postgresBackend({
      ...{ connectionString: server.url, schema, timeoutMs: 30_000 },
    });
    await backend.open({ embedder });
    return backend;
  };
  const backend = await open();
  const acknowledged = new Set<number>();
  let next = 0;
  try {
    for (let round = 0; round < clients; round++) {
      next = await killClient(server, {
        from: next,
        acknowledged,
        killAfter: 1 + (round % 7),
      });
      await assertWhole(backend, acknowledged);
    }
    for (let round = 0; round < servers; round++) {
      next = await killServer(server, backend, {
        from: next,
        acknowledged,
        killAfterMs: 5 * (round % 9),
      });
      await assertWhole(backend, acknowledged);
    }
  } finally {
    await backend.close();
    await server.stop();
  }
}

/** Returns the first group that was not started. */
async function killClient(
  { url }: OwnPostgresServer,
  { from, acknowledged, killAfter }: { from: number; acknowledged: Set<number>; killAfter: number },
): Promise<number> {
  const child = spawn(process.execPath, [writer], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      TEST_URL: url,
      TEST_SCHEMA: schema,
      TEST_FROM: String(from),
    },
  });
  let seen = 0;
  let last = from - 1;
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    last = Number(line);
    acknowledged.add(last);
    seen += 1;
    if (seen === killAfter) child.kill('SIGKILL');
  }
  await ended;
  return last + 2;
}

async function killServer(
  server: OwnPostgresServer,
  backend: MemoryBackend,
  {
    from,
    acknowledged,
    killAfterMs,
  }: { from: number; acknowledged: Set<number>; killAfterMs: number },
): Promise<number> {
  let number = from;
  let writing = true;
  const work = (async () => {
    for (; writing; number++) {
      try {
        await backend.commit(group(number));
        acknowledged.add(number);
      } catch (error) {
        if (!MnemeError.isInstance(error) || error.code !== 'unavailable') throw error;
      }
    }
  })();
  await pause(killAfterMs);
  await server.kill();
  await server.start();
  writing = false;
  await work;
  return number;
}

async function assertWhole(
  backend: MemoryBackend,
  acknowledged: ReadonlySet<number>,
): Promise<void> {
  const counts = new Map<number, number>();
  let cursor: string | undefined;
  do {
    const page = await backend.scan({ scope: 'ada', limit: 5000, cursor });
    for (const { id } of page.rows) counts.set(groupOf(id), (counts.get(groupOf(id)) ?? 0) + 1);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect([...counts].filter(([, count]) => count !== groupSize)).toEqual([]);
  expect([...acknowledged].filter((number) => !counts.has(number))).toEqual([]);
  // The server may still finish a commit of a killed writer: then both are read again.
  for (let before = -1; ; ) {
    const { statistics } = await backend.search({
      scope: 'ada',
      filter: { now, tags: ['drinks'] },
      queries: [{ terms: ['tea'], limit: 1 }],
    });
    const { current } = await backend.stats('ada', now);
    if (current === before || statistics[0]?.count === current) {
      expect(statistics[0]).toMatchObject({ count: current, documentFrequencies: [current] });
      return;
    }
    before = current;
  }
}
