import { MnemeError } from '@mneme/core';
import { openLife, questions, said } from './damaged-life.mjs';

/** Codes by which a store refuses to answer. */
const refusals = [
  ...['damaged', 'unavailable', 'foreign_store', 'embedder_mismatch', 'wrong_key', 'read_only'],
  ...['busy', 'storage_full'],
];

/**
 * Asks the memory at a damaged place each question, and writes to it. `say`: takes `right`, `wrong`, `refused`, `refused to
 * open` or `raw` (an error of something else), and what it was.
 */
export async function askDamaged(path, truth, say) {
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
  await write(life, say);
  await life.memory.close().catch((error) => judge(error) || say('raw', `close: ${error}`));
}

/** Writes acknowledged after the damage are there afterwards. */
async function write({ memory }, say) {
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
