import { parseArgs } from 'node:util';
import { decideConflict } from '../../packages/language/src/claims/index.ts';
import tables from '../../packages/language/src/claims/pair-tables.json' with { type: 'json' };
import { randomFrom, shuffled } from '../../tools/random.mjs';
import { unseen } from '../trainer/folds.mjs';
import { ours, pairFit, readExamples, storesOf } from './fit-pairs.mjs';
import { groupOf, readData } from './read-data.mjs';
import { reportLearned, reportUnseen } from './turns-report.mjs';

/**
 * How pairs are decided and what is learned from turns, by language, style and author. The lab's own data are judged by
 * fits without an author or a fifth; those of another folder by the bundled tables.
 */
export async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      fifths: { type: 'boolean', default: false },
    },
  });
  if (values.data !== undefined) {
    printTables(readData('pairs', values.data).map((pair) => ({ ...pair, ...decide(pair) })));
    return reportLearned(readData('turns', values.data));
  }
  const decided = decideUnseen(readExamples(), { byAuthor: !values.fifths });
  printTables(decided.filter(({ near }) => !near));
  printStores(decided);
  reportUnseen(readData('turns'), values.fifths ? 'fifths' : 'authors');
}

function writerOf({ author, style }) {
  if (style === 'frame') return 'frames';
  return ours.includes(author) ? 'us' : 'others';
}

function decide({ older, newer }) {
  const { relation } = decideConflict({ stored: { content: older }, incoming: { content: newer } });
  return { decided: relation };
}

/** Sure decisions use no table; the others use a fit of the other pairs. */
function decideUnseen(pairs, { byAuthor }) {
  const scores = unseen(pairs, {
    ...pairFit,
    fit: (some) => pairFit.fit(shuffled(some, randomFrom(3))),
    groupOf: byAuthor ? ({ author }) => author : ({ fold }) => fold,
  });
  return pairs.map((pair, place) => {
    const sure = pair.near ? {} : decide(pair);
    if (sure.decided === 'same' || sure.decided === 'update') return { ...pair, ...sure };
    const { linked } = scores[place];
    const decided = linked >= tables.thresholds[pair.writing] ? 'contested' : 'distinct';
    return { ...pair, linked, decided };
  });
}

function printTables(pairs) {
  console.log(
    'Shares of the pairs of a relation. Hidden: superseded. Noticed: superseded, confirmed or contested.',
  );
  for (const by of [
    (pair) => `${groupOf(pair)}, by ${writerOf(pair)}`,
    groupOf,
    ({ file }) => file,
    (pair) => `${groupOf(pair)} ${pair.style}`,
  ]) {
    const rows = [...Map.groupBy(pairs, by)].map(([name, some]) => [name, figures(some)]);
    console.table(Object.fromEntries(rows));
  }
}

function figures(pairs) {
  const share = (relation, ...decisions) => {
    const some = pairs.filter((pair) => pair.relation === relation);
    const hit = some.filter(({ decided }) => decisions.includes(decided)).length;
    return some.length === 0 ? '' : Number((hit / some.length).toFixed(3));
  };
  return {
    pairs: pairs.length,
    'distinct hidden': share('distinct', 'update'),
    'distinct contested': share('distinct', 'contested'),
    'part hidden': share('part', 'update'),
    'part contested': share('part', 'contested'),
    'update noticed': share('update', 'update', 'contested'),
    'update hidden': share('update', 'update'),
    'same noticed': share('same', 'same', 'contested'),
    'confirmed wrongly': pairs.filter(
      ({ relation, decided }) => decided === 'same' && relation !== 'same',
    ).length,
  };
}

function printStores(decided) {
  console.log(
    'Stores of what holds, in scopes of about 200 statements of one author, that contest something.',
  );
  const kindOf = (pair) =>
    `${groupOf(pair)}, ${pair.file.includes('turns') ? 'turns and their facts' : 'statements'}`;
  const rows = [...Map.groupBy(storesOf(decided), kindOf)].map(([name, stores]) => {
    const wrong = stores.filter((pair) => pair.decided === 'contested').length;
    return [name, { stores: stores.length, contest: Number((wrong / stores.length).toFixed(4)) }];
  });
  console.table(Object.fromEntries(rows));
}
