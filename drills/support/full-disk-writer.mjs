// Writes on a small disk until it is full, reads meanwhile, makes room and goes on, all with one open memory. Prints the
// result of the drill.
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { MnemeError } from '@mneme/core';
import { randomFrom } from '../../tools/random.mjs';
import { faultsOf, openPlace } from '../drill.mjs';
import { randomLife } from './random-life.mjs';
import { Reports, readScope } from './reports.mjs';

const [folder, rounds, seed] = process.argv.slice(2);
const random = randomFrom(Number(seed));
const { backend, memory } = await openPlace(join(folder, 'memory.db'));
const figures = {
  'times full': 0,
  'writes acknowledged': 0,
  'writes refused': 0,
  'reads while it was full': 0,
  'written after room was made': 0,
};
const broken = [];
const ballast = join(folder, 'ballast');

/** Uses all space except for a given amount. */
function fill(freeBytes) {
  const { bavail, bsize } = statfsSync(folder);
  const file = openSync(ballast, 'w');
  try {
    for (let left = bavail * bsize - freeBytes; left > 0; left -= 4096)
      writeSync(file, Buffer.alloc(4096, 1));
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  }
  closeSync(file);
}

for (let round = 0; round < Number(rounds); round++) {
  const name = `w${round}`;
  const write = await randomLife(memory, name, { seed: Number(seed) * 1009 + round });
  const reports = new Reports();
  /** Whether it was acknowledged. */
  const tryToWrite = async () => {
    try {
      reports.take('done', await write((begin) => reports.take('begin', begin)));
      return true;
    } catch (error) {
      if (!MnemeError.isInstance(error) || error.code !== 'storage_full')
        broken.push(`a write was refused with ${error.code ?? error}: ${error.message}`);
      reports.take('refused');
      figures['writes refused'] += 1;
      return false;
    }
  };
  /** All acknowledged writes are there, and nothing else. */
  const readAll = async (when) => {
    const { wrong } = reports.compare(await readScope(memory, name));
    broken.push(...wrong.splice(0).map((what) => `${name}, ${when}: ${what}`));
    const [found] = (await memory.scope(name).list({ limit: 1 })).memories;
    if (found === undefined) return;
    const { memories } = await memory.scope(name).retrieve(found.content, { limit: 50 });
    if (!memories.some(({ id }) => id === found.id))
      broken.push(`${name}, ${when}: ${found.id} is not found`);
  };
  fill(Math.floor(random() * 200_000));
  let refused = 0;
  for (let turn = 0; turn < 400 && refused < 5; turn++) if (!(await tryToWrite())) refused += 1;
  if (refused === 5) figures['times full'] += 1;
  try {
    await readAll('while the disk is full');
    figures['reads while it was full'] += 1;
  } catch (error) {
    broken.push(`a read failed while the disk was full: ${error.code} ${error.message}`);
  }
  rmSync(ballast);
  for (let turn = 0; turn < 3; turn++)
    if (await tryToWrite()) figures['written after room was made'] += 1;
    else broken.push('a write was refused although there was room');
  await readAll('after room was made');
  figures['writes acknowledged'] += reports.acknowledged;
  broken.push(...(await faultsOf(backend)));
  // The disk is small, so this makes space for the next round.
  await memory.scope(name).erase();
}
await memory.close();
process.stdout.write(JSON.stringify({ figures, broken }));
