/** What is learned from labelled turns, and how much of it is right. */
import { joined } from '../../packages/language/src/extract/facts-in.ts';
import { openMemory } from '../frame.mjs';
import { factExamples, holds, ownText } from './fact-examples.mjs';
import { leastOdds, leastOf, unseenOdds } from './fit-facts.mjs';
import { groupOf } from './read-data.mjs';

/** Through the whole product, with the bundled tables: append each turn to its own scope, read the facts. */
async function learnedFrom(turns) {
  const memory = await openMemory({
    secrets: 'allow',
  });
  const learned = [];
  for (const [index, { content, speaker }] of turns.entries()) {
    const scope = memory.scope(`turn-${index}`);
    await scope.episodes.append([{ content, speaker }], { session: 'talk' });
    const { memories } = await scope.list({ kinds: ['fact'] });
    learned.push(memories.map((fact) => fact.content));
  }
  await memory.close();
  return learned;
}

/** With tables that have not seen the turn: from the other four fifths, or from the other authors. */
function unseenFrom(turns, by) {
  const examples = factExamples(turns);
  const odds = unseenOdds(examples, by);
  const least = leastOdds(examples, odds, turns);
  const chosen = examples.filter(({ turn }, at) => odds[at] >= leastOf(least, turn));
  const byTurn = Map.groupBy(chosen, ({ index }) => index);
  return turns.map((turn, index) => {
    const parts = byTurn.get(index) ?? [];
    const places = parts.map(({ place }) => place);
    const stated = parts.length === 0 ? [] : joined(parts[0].parts, places);
    return [...ownText(turn).asked, ...stated];
  });
}

/**
 * A row of the report. `found`: share of the facts whose words are all in one learned text; `right`: share of the
 * learned texts with all words of a fact; `caught`: share of the turns without a fact from which something is learned.
 */
function turnFigures(turns, learned) {
  const sums = { facts: 0, found: 0, learned: 0, right: 0, traps: 0, caught: 0 };
  for (const [place, { facts }] of turns.entries()) {
    const texts = learned[place];
    sums.facts += facts.length;
    sums.found += facts.filter(({ words }) => texts.some((text) => holds(text, words))).length;
    sums.learned += texts.length;
    sums.right += texts.filter((text) => facts.some(({ words }) => holds(text, words))).length;
    if (facts.length > 0) continue;
    sums.traps += 1;
    sums.caught += texts.length > 0 ? 1 : 0;
  }
  const share = (part, whole) => (whole === 0 ? '' : (part / whole).toFixed(3));
  return {
    turns: turns.length,
    facts: sums.facts,
    found: share(sums.found, sums.facts),
    learned: sums.learned,
    right: share(sums.right, sums.learned),
    'turns without a fact': sums.traps,
    caught: share(sums.caught, sums.traps),
  };
}

/** With the bundled tables. */
export async function reportLearned(turns) {
  printTurns(turns, await learnedFrom(turns));
}

/** With tables that have not seen the turn. */
export function reportUnseen(turns, by) {
  printTurns(turns, unseenFrom(turns, by));
}

function printTurns(turns, learned) {
  console.log('What is learned from turns. Caught: of the turns without a fact.');
  const rows = turns.map((turn, index) => ({ turn, learned: learned[index] }));
  const listener = ({ speaker }) => (speaker === 'user' ? 'to an assistant' : 'to a friend');
  for (const by of [groupOf, ({ file }) => file, (turn) => `${groupOf(turn)} ${listener(turn)}`]) {
    const groups = Map.groupBy(rows, ({ turn }) => by(turn));
    const figures = [...groups].map(([key, some]) => {
      const [of, from] = [some.map(({ turn }) => turn), some.map((row) => row.learned)];
      return [key, turnFigures(of, from)];
    });
    console.table(Object.fromEntries(figures));
  }
}
