import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnQdrantServer, startQdrant, whyNoBinary } from '../../../tools/qdrant-server.mjs';
import { bareClient, newCollectionName } from './collections.ts';
import { newPath, openMemory } from './support.ts';

const reason = whyNoBinary();
const rounds = 5;

describe.skipIf(reason)(`kill -9 with Qdrant${reason ? ` [skipped: ${reason}]` : ''}`, () => {
  let server: OwnQdrantServer;
  beforeAll(async () => {
    server = await startQdrant({ durable: true });
  });
  afterAll(() => server.stop());

  it('of two feeders or of the server at any moment loses nothing', {
    timeout: 300_000,
  }, async () => {
    const at = { collection: newCollectionName(), path: newPath() };
    const script = new URL('./feed-until-killed.mjs', import.meta.url).pathname;
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const feeders = ['one', 'two'].map((name) => {
        const env = {
          ...process.env,
          ...{ TEST_URL: server.url, TEST_KEY: '', TEST_TAG: `${name}${round}` },
          ...{ TEST_COLLECTION: at.collection, TEST_PATH: at.path },
        };
        return spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      });
      const wanted = acknowledged.length + 8 + 3 * round;
      await new Promise<void>((resolve) => {
        for (const { stdout } of feeders)
          createInterface({ input: stdout! }).on('line', (id) => {
            acknowledged.push(id);
            if (acknowledged.length >= wanted) resolve();
          });
      });
      if (round % 2 === 1) {
        await server.kill();
        await server.start();
      }
      for (const feeder of feeders) {
        feeder.kill('SIGKILL');
        await once(feeder, 'exit');
      }
    }
    const memory = await openMemory(server, at);
    const ada = memory.scope('ada');
    const { memories } = await ada.list({ limit: 1000 });
    const found = new Set(memories.map(({ id }) => id));
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    for (const { id, content } of memories) {
      const answer = await ada.retrieve(content, { limit: 5 });
      expect(answer).not.toHaveProperty('degraded');
      expect(answer.memories.map((each) => each.id)).toContain(id);
    }
    const { count } = await bareClient(server).count(at.collection, {
      exact: true,
      filter: { must_not: [{ is_empty: { key: 'scope' } }] },
    });
    expect(count).toBe(memories.length);
  });
});
