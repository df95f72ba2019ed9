import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createMemory } from '@mneme/core';
import { pages } from '@mneme/core/contract';
import { qdrantBackend } from '@mneme/qdrant';
import { sqliteRows } from '@mneme/sqlite';
import { letterEmbedder } from '../tools/letter-embedder.mjs';
import { freePort } from '../tools/own-process.mjs';
import { startQdrant, whyNoBinary } from '../tools/qdrant-server.mjs';

const collection = 'drill';

/** Three nodes with two copies of each row of an index; in each round one is killed under load and comes back. @type {import('./drill.mjs').Drill} */
export const cluster = {
  name: 'cluster',
  promise: 'A killed node of Qdrant loses nothing, and searches go on',
  rounds: 3,
  few: 1,
  seen: ['acknowledged writes', 'reads while a node was away'],
  async run({ rounds, progress }) {
    const skipped = whyNoBinary();
    if (skipped !== undefined) return { figures: {}, broken: [], skipped };
    const figures = {
      'acknowledged writes': 0,
      'writes that failed': 0,
      'reads answered': 0,
      'reads that failed': 0,
      'writes while a node was away': 0,
      'reads while a node was away': 0,
    };
    const broken = [];
    const nodes = [];
    const memories = [];
    const folder = mkdtempSync(join(tmpdir(), 'mneme-cluster-'));
    const open = async ({ url }) => {
      const shards = { shardNumber: 3, replicationFactor: 2 };
      const rows = sqliteRows({ path: join(folder, 'memory.db') });
      const own = { rows, whenDown: 'unavailable' };
      const backend = qdrantBackend({ url, collection, timeoutMs: 10_000, ...own, ...shards });
      memories.push(await createMemory({ backend, embedder: letterEmbedder }));
    };
    try {
      await startCluster(nodes);
      await open(nodes[0]);
      await open(nodes[1]);
      const load = startLoad(memories, figures);
      for (let round = 0; round < rounds; round++) {
        await pause(2000);
        const before = { ...figures };
        await nodes[2].kill();
        await pause(4000);
        for (const [what, count] of [
          ['writes', 'acknowledged writes'],
          ['reads', 'reads answered'],
        ])
          figures[`${what} while a node was away`] += figures[count] - before[count];
        await nodes[2].start();
        await pause(2000);
        progress(round + 1);
      }
      await load.stop();
      await untilActive(nodes);
      await open(nodes[2]);
      for (const { scope, id, content } of load.acknowledged) {
        const isReplaced = (await memories[2].scope(scope).get(id)).supersededBy !== undefined;
        for (const memory of isReplaced ? [] : memories) {
          const found = await memory.scope(scope).retrieve(content, { limit: 50 });
          if (found.memories.every((each) => each.id !== id))
            broken.push(`${scope}: ${id} is not found`);
        }
      }
      for (const id of await currentTwice(memories[2])) broken.push(`${id} is current twice`);
      for (const shard of await unequalShards(nodes))
        broken.push(`the two copies of shard ${shard} differ`);
    } finally {
      await Promise.allSettled(memories.map((memory) => memory.close()));
      await Promise.allSettled(nodes.map((node) => node.stop()));
      rmSync(folder, { recursive: true });
    }
    return { figures, broken };
  },
};

async function until(isTrue, { seconds, what }) {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await pause(100))
    if (await isTrue()) return;
  throw new Error(`${what} within ${seconds} s`);
}

const resultOf = async (url) => (await (await fetch(url)).json()).result;

async function startCluster(nodes) {
  const ports = [await freePort(), await freePort(), await freePort()];
  const uri = (index) => `http://127.0.0.1:${ports[index]}`;
  for (const index of [0, 1, 2])
    nodes.push(
      await startQdrant({
        durable: true,
        args: index === 0 ? ['--uri', uri(0)] : ['--bootstrap', uri(0), '--uri', uri(index)],
        environment: {
          QDRANT__CLUSTER__ENABLED: 'true',
          QDRANT__CLUSTER__P2P__PORT: String(ports[index]),
        },
      }),
    );
  const isWhole = async () => {
    const known = await Promise.all(nodes.map(({ url }) => resultOf(`${url}/cluster`)));
    return known.every(({ peers = {} }) => Object.keys(peers).length === 3);
  };
  await until(isWhole, { seconds: 20, what: 'the three nodes did not find each other' });
}

/** A writer and a reader by way of each of the nodes that stay, until stopped. */
function startLoad(memories, figures) {
  const acknowledged = [];
  let running = true;
  const repeat = async (work, { done, failed }) => {
    for (let round = 0; running; round++) {
      try {
        await work(round);
        figures[done] += 1;
      } catch (error) {
        if (error.name !== 'MnemeError') throw error;
        figures[failed] += 1;
      }
    }
  };
  const write = (memory, number) => async (round) => {
    const scope = memory.scope(`team-${number}`);
    const note = { content: `Note ${number} of round ${round}` };
    const seat = { content: `The seat is ${round}`, source: { externalId: `seat-${round % 7}` } };
    const stored = round % 2 === 0 ? { ...note, onConflict: 'keepBoth' } : seat;
    const { id } = await scope.store(stored);
    acknowledged.push({ scope: scope.name, id, content: stored.content });
  };
  const read = (memory, number) => (round) =>
    memory.scope(`team-${number}`).retrieve(`note of round ${round}`);
  const loops = memories.flatMap((memory, number) => [
    repeat(write(memory, number), { done: 'acknowledged writes', failed: 'writes that failed' }),
    repeat(read(memory, 1 - number), { done: 'reads answered', failed: 'reads that failed' }),
  ]);
  return {
    acknowledged,
    async stop() {
      running = false;
      await Promise.all(loops);
    },
  };
}

const shardsOf = ({ url }) => resultOf(`${url}/collections/${collection}/cluster`);

function untilActive(nodes) {
  const isActive = async () => {
    const clusters = await Promise.all(nodes.map(shardsOf));
    return clusters.every(
      ({ local_shards, remote_shards, shard_transfers }) =>
        shard_transfers.length === 0 &&
        [...local_shards, ...remote_shards].every(({ state }) => state === 'Active'),
    );
  };
  return until(isActive, { seconds: 60, what: 'the node that was killed did not catch up' });
}

async function currentTwice(memory) {
  const twice = [];
  for (const name of await memory.scopes()) {
    const seen = new Set();
    const list = (cursor) => memory.scope(name).list({ limit: 1000, cursor });
    for await (const { memories } of pages(list))
      for (const { source } of memories) {
        if (source.externalId === undefined) continue;
        if (seen.has(source.externalId)) twice.push(`${name}: ${source.externalId}`);
        seen.add(source.externalId);
      }
  }
  return twice;
}

/** Each shard is on two nodes; both copies must have the same number of points. */
async function unequalShards(nodes) {
  const counts = new Map();
  for (const { local_shards } of await Promise.all(nodes.map(shardsOf)))
    for (const { shard_id, points_count } of local_shards)
      counts.set(shard_id, [...(counts.get(shard_id) ?? []), points_count]);
  return [...counts]
    .filter(([, copies]) => copies.length !== 2 || copies[0] !== copies[1])
    .map(([shard]) => shard);
}
