import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { postgresRows } from '@mneme/postgres';
import { sqliteRows } from '@mneme/sqlite';
import { storeBackend } from '../packages/store/src/index.ts';
import { MemoryRows } from '../packages/store/src/memory/index.ts';
import { tables } from '../packages/store/src/tables.ts';
import { startPostgres, whyNoBinary } from '../tools/postgres-server.mjs';
import { randomFrom } from '../tools/random.mjs';
import { askDamaged } from './support/ask-damaged.mjs';
import { answersOf, live, openLife } from './support/damaged-life.mjs';
import { allRows, damageRows, damages, restoreRows } from './support/row-damages.mjs';

const names = Object.keys(damages);

/** Stores of rows, each as a function that opens it anew: those that can run here. */
function storesIn(folder, server) {
  const kept = new Map();
  const path = join(mkdtempSync(join(folder, 'rows-')), 'memory.db');
  return {
    memory: () => new MemoryRows({ kept }),
    sqlite: () => sqliteRows({ path }),
    ...(server && { postgres: () => postgresRows({ connectionString: server.url }) }),
  };
}

/** @type {import('./drill.mjs').Drill} */
export const damageOfRows = {
  name: 'damage-rows',
  promise: 'Damage is reported',
  rounds: 300,
  few: 27,
  seen: ['refused', 'right'],
  async run({ folder, ...request }) {
    const server = whyNoBinary() === undefined ? await startPostgres() : undefined;
    try {
      return await damageEach(Object.entries(storesIn(folder, server)), request);
    } finally {
      await server?.stop();
    }
  },
};

/** @param {[string, () => import('../packages/store/src/rows/rows.ts').Rows][]} stores */
async function damageEach(stores, { rounds, seed, progress }) {
  const figures = { damages: 0, 'refused to open': 0, refused: 0, right: 0, wrong: 0, raw: 0 };
  const broken = [];
  const known = new Map();
  for (let round = 0; round < rounds; round++) {
    const [store, open] = stores[round % stores.length];
    if (!known.has(store)) known.set(store, await prepare(open));
    const { truth, rows, older } = known.get(store);
    const name = names[Math.floor(round / stores.length) % names.length];
    const random = randomFrom(seed * 100_003 + round);
    const damage = damageRows({ rows, older }, { name, random });
    await change(open, damage.rows);
    await askDamaged(
      () => storeBackend(open()),
      truth,
      (kind, ...said) => {
        figures[kind] += 1;
        const tooMuch = kind.startsWith('refused') && name === 'nothing';
        if (kind === 'wrong' || kind === 'raw' || tooMuch)
          broken.push(
            `round ${round}, ${store}, ${name} in ${damage.table}: ${kind}: ${said.join(': ')}`,
          );
      },
    );
    figures.damages += 1;
    progress(round + 1);
  }
  return { figures, broken };
}

/** A filled store: its rows now and halfway, and the right answers. */
async function prepare(open) {
  const place = () => storeBackend(open());
  const life = await openLife(place);
  let older;
  await live(life, {
    async half() {
      older = await readAll(open);
    },
  });
  const questions = await answersOf(life);
  const truth = await answersOf(life, questions);
  await life.memory.close();
  return { truth, older, rows: await readAll(open) };
}

async function readAll(open) {
  return withRows(open, allRows);
}

function change(open, rows) {
  return withRows(open, (store) => restoreRows(store, rows));
}

async function withRows(open, work) {
  const rows = open();
  await rows.open(tables);
  try {
    return await work(rows);
  } finally {
    await rows.close();
  }
}
