import { parseArgs } from 'node:util';
import { decideConflict } from '../../packages/language/src/claims/index.ts';
import { bundledVectors } from '../../packages/language/src/vectors/index.ts';
import { groupOf, ownData, readData } from './read-data.mjs';
import { reportTurns } from './turns-report.mjs';

const calibration = { duplicate: 0.9, related: 0.65 };

export async function main(args) {
  const { values } = parseArgs({ args, options: { data: { type: 'string', default: ownData } } });
  const pairs = readData('pairs', values.data).map((pair) => ({ ...pair, decided: decide(pair) }));
  console.log(
    'Shares of the pairs of a relation: hidden (superseded), swallowed (confirmed), contested.',
  );
  for (const by of [groupOf, ({ file }) => file, (pair) => `${groupOf(pair)} ${pair.style}`])
    console.table(Object.fromEntries([...Map.groupBy(pairs, by)].map(([k, v]) => [k, figures(v)])));
  await reportTurns(readData('turns', values.data), { isOwn: values.data === ownData });
}

function decide({ older, newer }) {
  const [a, b] = [older, newer].map((text) => bundledVectors().encode(text));
  const similarity = a.reduce((sum, value, at) => sum + value * b[at], 0);
  const texts = { stored: { content: older }, incoming: { content: newer }, similarity };
  return decideConflict(texts, { calibration }).relation;
}

/** A row of the report for some pairs. */
export function figures(pairs) {
  const share = (relation, ...decisions) => {
    const some = pairs.filter((pair) => pair.relation === relation);
    const hit = some.filter(({ decided }) => decisions.includes(decided)).length;
    return some.length === 0 ? '' : (hit / some.length).toFixed(3);
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
    'same swallowed': share('same', 'same'),
    'others swallowed': pairs.filter(
      ({ relation, decided }) => decided === 'same' && relation !== 'same',
    ).length,
  };
}
