import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sqliteBackend } from '../../packages/kv-backend/src/index.ts';
import { openMemory } from '../frame.mjs';

const people = ['User', 'Ada', 'Ben', 'Clara', 'Dmitri', 'Elif', 'Femi', 'Greta'];
const verbs = ['likes', 'bought', 'visited', 'knows', 'reads about', 'works on', 'asked for'];
const things = ['tea', 'boats', 'maps', 'a bridge', 'old clocks', 'the harbour', 'chess', 'bees'];

/** Every word but the last is common, as in the memory of one person. */
function fact(index) {
  const pick = (list, step) => list[Math.floor(index / step) % list.length];
  return `${pick(people, 1)} ${pick(verbs, 3)} ${pick(things, 7)} near place${index % 997} since ${1900 + (index % 120)}`;
}

/** The cost of a store in small and in large scopes, one text a call: with the look-up for conflicts, and without. */
export async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string', default: '100,1000,10000' },
      stores: { type: 'string', default: '200' },
    },
  });
  const rows = [];
  for (const size of values.sizes.split(',').map(Number)) {
    const folder = mkdtempSync(join(tmpdir(), 'mneme-look-up-'));
    const memory = await openMemory({
      backend: sqliteBackend({ path: join(folder, 'look-up.db') }),
    });
    const scope = memory.scope('ada');
    const facts = (from, count) =>
      Array.from({ length: count }, (_, index) => ({ content: fact(from + index) }));
    await scope.storeMany(facts(0, size), { onConflict: 'keepBoth' });
    const row = { records: size };
    for (const onConflict of ['keepBoth', 'supersede']) {
      const from = 1_000_000 + size * (onConflict === 'supersede' ? 2 : 1);
      const items = facts(from, Number(values.stores));
      // Processor time of all threads, which other work on the machine affects little.
      const before = process.cpuUsage();
      for (const item of items) await scope.store(item, { onConflict });
      const { user, system } = process.cpuUsage(before);
      row[onConflict] = `${((user + system) / 1000 / items.length).toFixed(2)} ms`;
    }
    rows.push(row);
    await memory.close();
    rmSync(folder, { recursive: true });
  }
  console.table(rows);
}
