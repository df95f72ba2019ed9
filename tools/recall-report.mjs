/**
 * What a block holds, by the limits that ship and through the whole way: store, recall.
 *   node tools/recall-report.mjs [--budget 1000] [--share 0.6] [--misses NAME] [--set LIMIT=VALUE]
 *   node tools/recall-report.mjs --folds    # the floors found on two users, measured on the third
 */
import { parseArgs } from 'node:util';
import { createMemory } from '../packages/core/src/index.ts';
import { recallLimits } from '../packages/core/src/recall/limits.ts';
import { staticEmbedder } from '../packages/embedders/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';
import { append, blockFor, remember } from './messages/blocks.mjs';
import { people } from './messages/people.mjs';

const { values: options } = parseArgs({
  options: {
    budget: { type: 'string', default: '1000' },
    share: { type: 'string' },
    misses: { type: 'string' },
    folds: { type: 'boolean', default: false },
    set: { type: 'string', multiple: true, default: [] },
  },
});

for (const limit of options.set) {
  const [name, value] = limit.split('=');
  recallLimits[name] = Number(value);
}
const columns = [
  'there',
  'direct',
  'indirect',
  'turns',
  'noise lines',
  'noise tokens',
  'small talk quiet',
  'general quiet',
  'tokens',
];
console.log(`| | ${columns.join(' | ')} |\n| --- |${' --- |'.repeat(columns.length)}`);
const open = (extractor) =>
  createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: staticEmbedder(),
    secrets: 'allow',
    ...(extractor && { extractor }),
  });
const memory = await open();
const everybody = [];
for (const person of people()) everybody.push({ person, ...(await remember(memory, person)) });
const shares = options.share === undefined ? [undefined, 0] : [Number(options.share)];
if (options.folds) await folds();
else
  for (const profileShare of shares) {
    const all = [];
    for (const one of everybody) {
      const blocks = await blocksOf(one, profileShare);
      row(`${one.person.name}${profileShare === 0 ? ', no profile' : ''}`, blocks);
      all.push(...blocks);
    }
    row(`together${profileShare === 0 ? ', no profile' : ''}`, all);
  }
await memory.close();
if (!options.folds) for (const extractor of ['none', undefined]) await turnsAlone(extractor);

/** Without stored facts: of what a message needs only the turns can be there, and the facts learned from them are noise. */
async function turnsAlone(extractor) {
  const memory = await open(extractor);
  const name = extractor === undefined ? 'turns alone, learned from' : 'turns alone';
  const all = [];
  for (const person of people())
    all.push(...(await blocksOf({ person, ...(await append(memory, person)) })));
  row(
    name,
    all.map((block) => ({ ...block, facts: [] })),
  );
  await memory.close();
}

async function blocksOf(one, profileShare) {
  const blocks = [];
  for (const message of one.person.messages) {
    const block = await blockFor(message, one, {
      tokenBudget: Number(options.budget),
      ...(profileShare === undefined ? {} : { profileShare }),
    });
    if (options.misses === one.person.name)
      console.log(
        `${message.kind}: ${message.text} needs ${message.needs.map((key) => (block.shown.has(key) ? key : `!${key}`)).join(' ')}; noise ${block.noise.map(({ content, relevance }) => `${relevance.toFixed(2)} ${content}`).join(' / ')}`,
      );
    blocks.push(block);
  }
  return blocks;
}

/** For each user the limits with which the two others have the most there at a line of noise in three messages. */
async function folds() {
  const tried = [];
  for (const sureness of [0.5, 1, 1.5, 2])
    for (const behindSurest of [2, 3, 4])
      for (const assistantFloorBesideFacts of [0.4, 0.55]) {
        Object.assign(recallLimits, { sureness, behindSurest, assistantFloorBesideFacts });
        const blocks = [];
        for (const one of everybody) blocks.push(await blocksOf(one));
        tried.push({ name: `${sureness}, ${behindSurest}, ${assistantFloorBesideFacts}`, blocks });
      }
  const there = (blocks) => average(blocks.flatMap(({ facts, turns }) => [...facts, ...turns]));
  const noise = (blocks) => average(blocks.map((block) => block.noise.length));
  const all = [];
  for (const [left, { person }] of everybody.entries()) {
    const rest = tried.map(({ blocks }) => blocks.filter((_, place) => place !== left).flat());
    const worth = rest.map((blocks) => there(blocks) - Math.max(0, noise(blocks) - 1 / 3));
    const { name, blocks } = tried[worth.indexOf(Math.max(...worth))];
    row(`${person.name}, by ${name}`, blocks[left]);
    all.push(...blocks[left]);
  }
  row('together', all);
}

function row(name, blocks) {
  const of = (...kinds) => blocks.filter(({ kind }) => kinds.includes(kind));
  const mean = (list) => (list.length === 0 ? '' : average(list).toFixed(2));
  console.log(
    `| ${[
      name,
      mean(blocks.flatMap(({ facts, turns }) => [...facts, ...turns])),
      mean(of('direct').flatMap(({ facts }) => facts)),
      mean(of('indirect').flatMap(({ facts }) => facts)),
      mean(blocks.flatMap(({ turns }) => turns)),
      mean(blocks.map(({ noise }) => noise.length)),
      mean(
        blocks.map(({ noise }) =>
          noise.reduce((sum, { content }) => sum + Math.ceil(content.length / 3), 0),
        ),
      ),
      mean(of('small-talk').map(({ quiet }) => quiet)),
      mean(of('general').map(({ quiet }) => quiet)),
      mean(blocks.map(({ tokens }) => tokens)),
    ].join(' | ')} |`,
  );
}

function average(list) {
  return list.reduce((sum, value) => sum + Number(value), 0) / list.length;
}
