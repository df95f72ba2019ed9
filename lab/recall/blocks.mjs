import { parseArgs } from 'node:util';
import { recallLimits } from '../../packages/core/src/recall/limits.ts';
import { mean, openMemory, printTable, setLimits } from '../frame.mjs';
import { blockFor, remember } from './user-blocks.mjs';
import { people } from './users.mjs';

const columns = [
  ...['there', 'direct', 'indirect', 'turns', 'noise lines', 'noise tokens', 'small talk quiet'],
  ...['general quiet', 'tokens'],
];

/**
 * What blocks contain of the memories that messages of invented users need, with the shipped limits and through the
 * whole product: store, recall. --folds: the limits chosen on two users, measured on the third. --set LIMIT=VALUE tries
 * a limit.
 */
export async function main(args) {
  const { values: options } = parseArgs({
    args,
    options: {
      budget: { type: 'string', default: '1000' },
      folds: { type: 'boolean', default: false },
      set: { type: 'string', multiple: true, default: [] },
    },
  });
  setLimits(recallLimits, options.set);
  const memory = await openMemory({ secrets: 'allow' });
  const everybody = [];
  for (const person of people()) everybody.push({ person, ...(await remember(memory, person)) });
  const rows = options.folds ? await folds(everybody, options) : await shares(everybody, options);
  await memory.close();
  printTable(['', ...columns], rows);
}

async function shares(everybody, options) {
  const rows = [];
  for (const profileShare of [undefined, 0]) {
    const suffix = profileShare === 0 ? ', no profile' : '';
    const all = [];
    for (const one of everybody) {
      const blocks = await blocksOf(one, { ...options, profileShare });
      rows.push(row(`${one.person.name}${suffix}`, blocks));
      all.push(...blocks);
    }
    rows.push(row(`together${suffix}`, all));
  }
  return rows;
}

async function blocksOf(one, { budget, profileShare }) {
  const blocks = [];
  for (const message of one.person.messages)
    blocks.push(await blockFor(message, one, { tokenBudget: Number(budget), profileShare }));
  return blocks;
}

/** For each user, the limits with which the two others find most, with at most a line of noise in three messages. */
async function folds(everybody, options) {
  const tried = [];
  for (const sureness of [0.5, 1, 1.5, 2])
    for (const behindSurest of [2, 3, 4])
      for (const assistantFloorBesideFacts of [0.4, 0.55]) {
        Object.assign(recallLimits, { sureness, behindSurest, assistantFloorBesideFacts });
        const blocks = [];
        for (const one of everybody) blocks.push(await blocksOf(one, options));
        tried.push({ name: `${sureness}, ${behindSurest}, ${assistantFloorBesideFacts}`, blocks });
      }
  const there = (blocks) => mean(blocks.flatMap(({ facts, turns }) => [...facts, ...turns]));
  const noise = (blocks) => mean(blocks.map((block) => block.noise.length));
  const all = [];
  const rows = [];
  for (const [left, { person }] of everybody.entries()) {
    const rest = tried.map(({ blocks }) => blocks.filter((_, place) => place !== left).flat());
    const worth = rest.map((blocks) => there(blocks) - Math.max(0, noise(blocks) - 1 / 3));
    const { name, blocks } = tried[worth.indexOf(Math.max(...worth))];
    rows.push(row(`${person.name}, by ${name}`, blocks[left]));
    all.push(...blocks[left]);
  }
  return [...rows, row('together', all)];
}

function row(name, blocks) {
  const of = (...kinds) => blocks.filter(({ kind }) => kinds.includes(kind));
  const show = (list) => (list.length === 0 ? '' : mean(list).toFixed(2));
  const tokensOf = ({ noise }) =>
    noise.reduce((sum, { content }) => sum + Math.ceil(content.length / 3), 0);
  return [
    name,
    show(blocks.flatMap(({ facts, turns }) => [...facts, ...turns])),
    show(of('direct').flatMap(({ facts }) => facts)),
    show(of('indirect').flatMap(({ facts }) => facts)),
    show(blocks.flatMap(({ turns }) => turns)),
    show(blocks.map(({ noise }) => noise.length)),
    show(blocks.map(tokensOf)),
    show(of('small-talk').map(({ quiet }) => quiet)),
    show(of('general').map(({ quiet }) => quiet)),
    show(blocks.map(({ tokens }) => tokens)),
  ];
}
