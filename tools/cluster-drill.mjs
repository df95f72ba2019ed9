/**
 * Three real Qdrant processes as one cluster on this machine, every record on two of them; one is killed (-9) in the
 * middle of a mixed load and comes back. Says what was acknowledged, what failed, and whether anything was lost.
 *
 *   npx -y pnpm@12 cluster-drill [--seconds 6]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createMemory } from '../packages/core/src/index.ts';
import { qdrantBackend } from '../packages/vector-backend/src/index.ts';
import { letterEmbedder } from './letter-embedder.mjs';
import { freePort } from './own-process.mjs';
import { startQdrant, untilReady, whyNoBinary } from './qdrant-server.mjs';

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '6' } } });
const seconds = Number(options.seconds);
const collection = 'drill';

const reason = whyNoBinary();
if (reason) console.log(`cluster drill skipped: ${reason}`);
else await drill();

async function drill() {
  const nodes = [];
  const memories = [];
  try {
    await startCluster(nodes);
    console.log(`three nodes: ${nodes.map(({ url }) => url).join(', ')}`);
    const open = (node) =>
      createMemory({
        backend: qdrantBackend({
          url: node.url,
          collection,
          timeoutMs: 10_000,
          shardNumber: 3,
          replicationFactor: 2,
        }),
        embedder: letterEmbedder,
      });
    memories.push(await open(nodes[0]), await open(nodes[1]));
    const load = startLoad(memories);
    await pause(seconds * 500);
    const before = { ...load.counts };
    await nodes[2].kill();
    console.log(`killed one node after ${before.writes} writes and ${before.reads} reads`);
    await pause(seconds * 1000);
    const during = { ...load.counts };
    console.log(
      `while it was away: ${during.writes - before.writes} writes and ${during.reads - before.reads} reads went on`,
    );
    await nodes[2].start();
    await pause(seconds * 500);
    await load.stop();
    await untilActive(nodes);
    console.log('the node is back, and every copy is active');
    const third = await open(nodes[2]);
    memories.push(third);
    const lost = await findLost(memories, load.acknowledged);
    const unequal = await unequalShards(nodes);
    const twice = await liveTwice(third);
    const { counts } = load;
    console.log('| what | count |\n| --- | --- |');
    console.log(
      `| acknowledged writes | ${counts.writes} |\n| writes that failed, and were told so | ${counts.failedWrites} |`,
    );
    console.log(
      `| reads answered | ${counts.reads} |\n| reads that failed | ${counts.failedReads} |`,
    );
    console.log(`| acknowledged and lost | ${lost} |\n| facts live twice | ${twice} |`);
    console.log(`| shards whose copies differ | ${unequal} |`);
    const readsWentOn = during.reads > before.reads;
    if (lost > 0 || twice > 0 || unequal > 0 || !readsWentOn) process.exitCode = 1;
    console.log(process.exitCode === 1 ? 'FAILED' : 'passed');
  } finally {
    await Promise.allSettled(memories.map((memory) => memory.close()));
    await Promise.allSettled(nodes.map((node) => node.stop()));
  }
}

async function startCluster(nodes) {
  const ports = [await freePort(), await freePort(), await freePort()];
  const uri = (index) => `http://127.0.0.1:${ports[index]}`;
  for (const index of [0, 1, 2]) {
    const node = await startQdrant({
      args: index === 0 ? ['--uri', uri(0)] : ['--bootstrap', uri(0), '--uri', uri(index)],
      environment: {
        QDRANT__CLUSTER__ENABLED: 'true',
        QDRANT__CLUSTER__P2P__PORT: String(ports[index]),
      },
    });
    nodes.push(node);
  }
  for (let attempt = 0; attempt < 200; attempt++) {
    const sizes = await Promise.all(
      nodes.map(
        async ({ url }) =>
          Object.keys((await (await fetch(`${url}/cluster`)).json()).result.peers ?? {}).length,
      ),
    );
    if (sizes.every((size) => size === 3)) return;
    await pause(100);
  }
  throw new Error('the three nodes did not find each other within 20 s');
}

/** Two writers and two readers by way of the two nodes that stay, until stopped. */
function startLoad(memories) {
  const counts = { writes: 0, reads: 0, failedWrites: 0, failedReads: 0 };
  const acknowledged = [];
  let running = true;
  const repeat = async (work, failed) => {
    for (let round = 0; running; round++) {
      try {
        await work(round);
      } catch (error) {
        if (error.name !== 'MnemeError') throw error;
        counts[failed] += 1;
      }
    }
  };
  const writer = (memory, number) =>
    repeat(async (round) => {
      const scope = memory.scope(`team-${number}`);
      const { id } =
        round % 2 === 0
          ? await scope.store(
              { content: `Note ${number} of round ${round}` },
              { onConflict: 'keepBoth' },
            )
          : await scope.store({
              content: `The seat is ${round}`,
              source: { externalId: `seat-${round % 7}` },
            });
      acknowledged.push({ scope: scope.name, id });
      counts.writes += 1;
    }, 'failedWrites');
  const reader = (memory, number) =>
    repeat(async (round) => {
      await memory.scope(`team-${number}`).retrieve(`note of round ${round}`);
      counts.reads += 1;
    }, 'failedReads');
  const loops = memories.flatMap((memory, number) => [
    writer(memory, number),
    reader(memory, 1 - number),
  ]);
  return {
    counts,
    acknowledged,
    async stop() {
      running = false;
      await Promise.all(loops);
    },
  };
}

async function clusterOf({ url }) {
  return (await (await fetch(`${url}/collections/${collection}/cluster`)).json()).result;
}

async function untilActive(nodes) {
  await untilReady(nodes[2].url);
  for (let attempt = 0; attempt < 600; attempt++) {
    const states = (await Promise.all(nodes.map(clusterOf))).flatMap(
      ({ local_shards, remote_shards, shard_transfers }) => [
        ...local_shards.map(({ state }) => state),
        ...remote_shards.map(({ state }) => state),
        ...shard_transfers.map(() => 'Transfer'),
      ],
    );
    if (states.every((state) => state === 'Active')) return;
    await pause(100);
  }
  throw new Error('the node that was killed did not catch up within a minute');
}

/** By way of every node, the one that was killed included. */
async function findLost(memories, acknowledged) {
  let lost = 0;
  for (const { scope, id } of acknowledged) {
    const found = await Promise.all(memories.map((memory) => memory.scope(scope).get(id)));
    if (found.some((record) => record === undefined)) lost += 1;
  }
  return lost;
}

async function liveTwice(memory) {
  let twice = 0;
  for (const name of await memory.scopes()) {
    const seen = new Set();
    let cursor;
    do {
      const page = await memory.scope(name).list({ limit: 1000, cursor });
      for (const { source } of page.memories) {
        if (source.externalId === undefined) continue;
        if (seen.has(source.externalId)) twice += 1;
        seen.add(source.externalId);
      }
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }
  return twice;
}

/** Each shard is on two nodes; both copies must have the same number of points. */
async function unequalShards(nodes) {
  const counts = new Map();
  for (const { local_shards } of await Promise.all(nodes.map(clusterOf))) {
    for (const { shard_id, points_count } of local_shards) {
      counts.set(shard_id, [...(counts.get(shard_id) ?? []), points_count]);
    }
  }
  return [...counts.values()].filter((copies) => copies.length !== 2 || new Set(copies).size !== 1)
    .length;
}
