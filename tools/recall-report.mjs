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
const memory = await createMemory({
  backend: sqliteBackend({ path: ':memory:' }),
  embedder: staticEmbedder(),
  secrets: 'allow',
});
const everybody = [];
for (const person of people()) everybody.push({ person, ...(await fill(person)) });
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

async function blocksOf({ person, scope, keys }, profileShare) {
  const blocks = [];
  for (const message of person.messages)
    blocks.push(await blockFor(message, { person, scope, keys, profileShare }));
  return blocks;
}

/** For each user the limits with which the two others have the most there at a line of noise in three messages. */
async function folds() {
  const tried = [];
  for (const factFloor of [0.15, 0.2, 0.25, 0.3])
    for (const passageFloorBesideFacts of [0.3, 0.4, 0.5]) {
      Object.assign(recallLimits, { factFloor, passageFloorBesideFacts });
      const blocks = [];
      for (const one of everybody) blocks.push(await blocksOf(one));
      tried.push({ name: `${factFloor}, ${passageFloorBesideFacts}`, blocks });
    }
  const there = (blocks) => average(blocks.flatMap(({ facts, turns }) => [...facts, ...turns]));
  const noise = (blocks) => average(blocks.map((block) => block.noise));
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

async function fill(person) {
  const scope = memory.scope(person.name);
  const keys = new Map();
  for (const { key, content, importance, category } of person.facts) {
    const { id } = await scope.store({ content, importance, category }, { onConflict: 'keepBoth' });
    keys.set(id, key);
  }
  const stored = await scope.storeMany(
    person.turns.map(({ content, occurredAt, session, sequence, speaker }) => ({
      content,
      occurredAt,
      source: { session, sequence, speaker },
    })),
  );
  for (const [place, { id }] of stored.entries()) keys.set(id, person.turns[place].key);
  return { scope, keys };
}

async function blockFor(message, { person, scope, keys, profileShare }) {
  const { profile, facts, passages, tokens } = await scope.recall(message.text, {
    tokenBudget: Number(options.budget),
    ...(profileShare === undefined ? {} : { profileShare }),
  });
  const turns = passages.flatMap((passage) => passage.turns);
  const lines = [...facts, ...turns].map((memory) => ({ ...memory, key: keys.get(memory.id) }));
  const shown = new Set([...profile.map(({ id }) => keys.get(id)), ...lines.map(({ key }) => key)]);
  const isFact = (key) => person.facts.some((fact) => fact.key === key);
  // A passage with the turn that is asked for is no noise.
  const noise = [
    ...facts.filter(({ id }) => !message.needs.includes(keys.get(id))),
    ...passages
      .filter((passage) => !passage.turns.some(({ id }) => message.needs.includes(keys.get(id))))
      .flatMap((passage) => passage.turns),
  ];
  if (options.misses === person.name)
    console.log(
      `${message.kind}: ${message.text} needs ${message.needs.map((key) => (shown.has(key) ? key : `!${key}`)).join(' ')}; noise ${noise.map(({ content, relevance }) => `${relevance.toFixed(2)} ${content}`).join(' / ')}`,
    );
  return {
    ...message,
    tokens,
    facts: message.needs.filter(isFact).map((key) => shown.has(key)),
    turns: message.needs.filter((key) => !isFact(key)).map((key) => shown.has(key)),
    noise: noise.length,
    noiseTokens: noise.reduce((sum, { content }) => sum + Math.ceil(content.length / 3), 0),
    quiet: lines.length === 0,
  };
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
      mean(blocks.map(({ noise }) => noise)),
      mean(blocks.map(({ noiseTokens }) => noiseTokens)),
      mean(of('small-talk').map(({ quiet }) => quiet)),
      mean(of('general').map(({ quiet }) => quiet)),
      mean(blocks.map(({ tokens }) => tokens)),
    ].join(' | ')} |`,
  );
}

function average(list) {
  return list.reduce((sum, value) => sum + Number(value), 0) / list.length;
}
