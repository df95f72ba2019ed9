/** Six nights of import and prune: the store beside a fresh one with the same memories, on SQLite and PostgreSQL. */
import { join } from 'node:path';
import {
  copyMemories,
  openBackend,
  openMemory,
  parseStoreAddress,
} from '../../packages/runtime/src/index.ts';
import { anyPostgres, whyNoPostgres } from '../../tools/postgres-server.mjs';
import { folder, row, scaled, texts } from './frame.mjs';

const nights = 6;

export async function run() {
  await compare('SQLite', (name) => join(folder, `${name}.db`));
  const reason = whyNoPostgres();
  if (reason) return console.log(`skipped: ${reason}`);
  const server = await anyPostgres();
  try {
    const run = Date.now();
    await compare('PostgreSQL', (name) => `${server.url}?schema=nights_${name}_${run}`);
  } finally {
    await server.stop?.();
  }
}

async function compare(kind, address) {
  const kept = scaled(5000);
  const { memory, close } = await openMemory({ db: address('nights') });
  const contents = texts(kept * nights, 7);
  try {
    for (let night = 0; night < nights; night++) {
      const items = contents.slice(night * kept, (night + 1) * kept);
      await memory
        .scope('ada')
        .storeMany(items.map((content) => ({ content, onConflict: 'keepBoth' })));
      await memory.prune({ maxRecords: kept });
      await memory.compact({ freeShare: 0.1 });
    }
  } finally {
    await close();
  }
  const [from, to] = await Promise.all(
    ['nights', 'fresh'].map((name) => openBackend(parseStoreAddress(address(name)), {})),
  );
  try {
    await copyMemories({ from, to });
    const now = new Date().toISOString();
    const [old, fresh] = await Promise.all([from, to].map((store) => store.stats(undefined, now)));
    row(
      `${kind}: file after ${nights} nights : file of a copy`,
      (old.bytes / fresh.bytes).toFixed(2),
      '1.5',
    );
  } finally {
    await from.close();
    await to.close();
  }
}
