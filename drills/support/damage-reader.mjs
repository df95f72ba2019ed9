// Damages copies of a memory one after the other, and asks each every question. Prints a line for each answer that is
// neither right nor a refusal, so that the drill knows the place if this process crashes.
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MnemeError } from '@mneme/core';
import { randomFrom } from '../../tools/random.mjs';
import { openLife, questions, said } from './damaged-life.mjs';
import { damages, ofTheLog } from './damages.mjs';
import { say } from './say.mjs';

const [folder, first, last, seed] = process.argv.slice(2);
const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
/** Codes by which a store refuses to answer. */
const refusals = [
  ...['damaged', 'unavailable', 'foreign_store', 'embedder_mismatch', 'wrong_key', 'read_only'],
  ...['busy', 'storage_full'],
];
const names = Object.keys(damages);

for (let round = Number(first); round < Number(last); round++) {
  const name = names[round % names.length];
  say('round', round, name);
  const path = join(folder, `copy-${round}.db`);
  const base = join(folder, ofTheLog(name) ? 'killed.db' : 'closed.db');
  for (const ending of ['', '-wal', '-shm', '-old'])
    if (existsSync(base + ending)) copyFileSync(base + ending, path + ending);
  damages[name](path, randomFrom(Number(seed) * 100_003 + round));
  await ask(path);
  for (const ending of ['', '-wal', '-shm', '-old']) rmSync(path + ending, { force: true });
}
say('end');
process.exit(0);

async function ask(path) {
  let life;
  try {
    life = await openLife(path);
  } catch (error) {
    say(judge(error) ? 'refused to open' : 'raw', `open: ${error.code} ${error.message}`);
    return;
  }
  for (const [question, work] of Object.entries(questions(life, truth))) {
    try {
      const answer = said(await work());
      if (question === 'chain' && answer.faults.length > 0) {
        say('refused', question); // Asks whether there is damage.
        continue;
      }
      const right = JSON.stringify(answer) === JSON.stringify(truth[question]);
      say(right ? 'right' : 'wrong', question, ...(right ? [] : [differ(truth[question], answer)]));
    } catch (error) {
      say(judge(error) ? 'refused' : 'raw', `${question}: ${error.code} ${error.message}`);
    }
  }
  await write(life);
  await life.memory.close().catch((error) => judge(error) || say('raw', `close: ${error}`));
}

/** Writes acknowledged after the damage are there afterwards. */
async function write({ memory }) {
  const ada = memory.scope('ada');
  try {
    const content = 'Person 9999 likes what was written after the damage';
    const { id } = await ada.store({ content }, { onConflict: 'keepBoth' });
    const there = await ada.get(id);
    say(there?.content === content ? 'right' : 'wrong', 'a write after the damage');
    const store = await ada.stores.open('notes');
    await store.write({ path: '/new', content });
    say((await store.read('/new'))?.content === content ? 'right' : 'wrong', 'a document after it');
    await ada.delete(id);
    say((await ada.get(id)) === undefined ? 'right' : 'wrong', 'a deletion after it');
  } catch (error) {
    say(judge(error) ? 'refused' : 'raw', `write: ${error.code} ${error.message}`);
  }
}

function judge(error) {
  return MnemeError.isInstance(error) && refusals.includes(error.code);
}

function differ(one, other) {
  const [a, b] = [JSON.stringify(one) ?? '', JSON.stringify(other) ?? ''];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return `${a.slice(Math.max(0, at - 60), at + 60)} <> ${b.slice(Math.max(0, at - 60), at + 60)}`;
}
