import { join } from 'node:path';
import { startQdrant, whyNoBinary } from '../tools/qdrant-server.mjs';
import { killWriters } from './crash.mjs';
import { besideQdrant, indexedRows, openPlace } from './drill.mjs';

/** Every so many kills of a writer, the server is killed too. */
const oneOf = 4;

/** Writers that feed an index after each write are killed, and their server too. @type {import('./drill.mjs').Drill} */
export const crashQdrant = {
  name: 'crash-qdrant',
  promise: 'A search never misses an acknowledged write',
  rounds: 200,
  few: 4,
  seen: ['acknowledged writes', 'kills of Qdrant', 'memories found'],
  async run({ folder, ...request }) {
    const skipped = whyNoBinary();
    if (skipped !== undefined) return { figures: {}, broken: [], skipped };
    const server = await startQdrant({ durable: true });
    let kills = 0;
    let turn = Promise.resolve();
    const alsoKill = () => {
      if (++kills % oneOf === 0) turn = turn.then(() => server.kill()).then(() => server.start());
      return turn;
    };
    let found = 0;
    let stored = 0;
    try {
      const { figures, broken } = await killWriters({ ...request, alsoKill }, async (...place) => {
        const [name, work, seen] = place;
        const at = besideQdrant(server.url, join(folder, `${name}.db`));
        const { scopes } = await work(at);
        const counts = await findAll(at, scopes, seen.broken);
        found += counts.found;
        stored += counts.stored;
      });
      const indexed = await indexedRows(server.url);
      if (indexed !== stored) broken.push(`the index has ${indexed} rows instead of ${stored}`);
      const more = { 'kills of Qdrant': Math.floor(kills / oneOf), 'memories found': found };
      return { figures: { ...figures, ...more }, broken };
    } finally {
      await server.stop();
    }
  },
};

/** Every memory is found by its own words, by the index. `stored`: also those that were replaced. */
async function findAll(place, scopes, broken) {
  const { backend, memory } = await openPlace(place, { busyTimeoutMs: 30_000 });
  // The index forgets what killed writers have erased.
  await backend.remains({ wait: true });
  const counts = { found: 0, stored: 0 };
  for (const name of scopes) {
    const scope = memory.scope(name);
    // It follows, also if nothing is left.
    await scope.retrieve('harbour');
    const { memories } = await scope.list({ limit: 1000, includeSuperseded: true });
    counts.stored += memories.length;
    for (const { id, content, supersededBy } of memories) {
      if (supersededBy !== undefined) continue;
      const answer = await scope.retrieve(content, { limit: 20 });
      if (answer.degraded !== undefined) broken.push(`${name}: ${answer.degraded}`);
      if (answer.memories.some((each) => each.id === id)) counts.found += 1;
      else broken.push(`${name}: ${id} is not found`);
    }
  }
  await memory.close();
  return counts;
}
