// Damages copies of a memory one after the other, and asks each every question. Prints a line for each answer that is
// neither right nor a refusal, so that the drill knows the place if this process crashes.
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from '../../tools/random.mjs';
import { askDamaged } from './ask-damaged.mjs';
import { damages, ofTheLog } from './damages.mjs';
import { say } from './say.mjs';

const [folder, first, last, seed] = process.argv.slice(2);
const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
const names = Object.keys(damages);

for (let round = Number(first); round < Number(last); round++) {
  const name = names[round % names.length];
  say('round', round, name);
  const path = join(folder, `copy-${round}.db`);
  const base = join(folder, ofTheLog(name) ? 'killed.db' : 'closed.db');
  for (const ending of ['', '-wal', '-shm', '-old'])
    if (existsSync(base + ending)) copyFileSync(base + ending, path + ending);
  damages[name](path, randomFrom(Number(seed) * 100_003 + round));
  await askDamaged(path, truth, say);
  for (const ending of ['', '-wal', '-shm', '-old']) rmSync(path + ending, { force: true });
}
say('end');
process.exit(0);
