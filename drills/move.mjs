import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openMemory } from '@mneme/runtime';
import { startPostgres, whyNoBinary } from '../tools/postgres-server.mjs';
import { randomFrom } from '../tools/random.mjs';
import { startMove, startMoveWriter } from './support/start-move.mjs';

const names = ['file', 'postgres'];
const facts = 300;

/** @type {import('./drill.mjs').Drill} */
export const move = {
  name: 'move',
  promise: 'A move that is killed loses nothing and leaves nothing twice',
  rounds: 200,
  few: 4,
  seen: ['acknowledged writes', 'moves killed'],
  async run({ rounds, seed, folder, progress }) {
    const skipped = whyNoBinary();
    if (skipped !== undefined) return { figures: {}, broken: [], skipped };
    const server = await startPostgres();
    const file = join(folder, 'databases.json');
    const databases = { file: { db: 'file.db' }, postgres: { db: server.url, newScopes: false } };
    writeFileSync(file, JSON.stringify(databases));
    const db = `databases:${file}`;
    const open = () => openMemory({ db, embedder: 'static' });
    const random = randomFrom(seed);
    const figures = { 'moves killed': 0, 'acknowledged writes': 0, lost: 0, 'in two places': 0 };
    const broken = [];
    const opened = await open();
    const { memory, databases: ours } = opened;
    const ada = memory.scope('ada');
    await ada.storeMany(
      Array.from({ length: facts }, (_, at) => ({ content: `Ada has seen the town number ${at}` })),
      { onConflict: 'keepBoth' },
    );
    const expected = new Set(await contents(ada));
    const writer = startMoveWriter(db);
    try {
      await writer.untilSaid('ready');
      for (let round = 0; round < rounds; round++) {
        const to = names[(round + 1) % 2];
        const mover = startMove(db, { scope: 'ada', to });
        await mover.untilSaid('ready');
        // A move takes about a second here; some rounds are not killed in time.
        await pause(random() * 900);
        mover.child.kill('SIGKILL');
        if ((await mover.ended) === null) figures['moves killed'] += 1;
        const said = writer.acknowledged();
        const found = new Set(await contents(ada));
        for (const content of [...expected, ...said])
          if (!found.has(content)) {
            figures.lost += 1;
            broken.push(`round ${round}: lost after the kill: ${content}`);
          }
        await ours.move('ada', { to });
        const [there, other] = [to, names[round % 2]];
        const counts = Object.fromEntries((await ours.list()).map((of) => [of.name, of.scopes]));
        if (counts[there] !== 1 || counts[other] !== 0) {
          figures['in two places'] += 1;
          broken.push(`round ${round}: scopes are ${JSON.stringify(counts)} after a move to ${to}`);
        }
        progress(round + 1);
      }
      writer.child.kill('SIGKILL');
      await writer.ended;
      const all = await contents(ada);
      const said = writer.acknowledged();
      figures['acknowledged writes'] = said.length;
      const found = new Set(all);
      for (const content of said) if (!found.has(content)) broken.push(`lost: ${content}`);
      if (found.size !== all.length) broken.push('a write is there twice');
      for (const { kind, severity } of (await memory.doctor()).findings)
        if (severity !== 'note') broken.push(`the doctor found: ${kind}`);
    } finally {
      writer.child.kill('SIGKILL');
      await opened.close();
      await server.stop();
    }
    return { figures, broken };
  },
};

async function contents(scope) {
  const found = [];
  for (let cursor; ; ) {
    const { memories, nextCursor } = await scope.list({ limit: 1000, cursor });
    found.push(...memories.map(({ content }) => content));
    cursor = nextCursor;
    if (cursor === undefined) return found;
  }
}
