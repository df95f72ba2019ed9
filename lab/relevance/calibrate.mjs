import { parseArgs } from 'node:util';
import { evidenceNames } from '../../packages/core/src/relevance/evidence.ts';
import { staticEmbedder } from '../../packages/embedders/src/index.ts';
import { printTable } from '../frame.mjs';
import { setOptions } from '../recall/read-set.mjs';
import { writeTables, writtenKinds, writtenTrees } from '../trainer/tables.mjs';
import { answered, fitRelevance, relevances, weighed } from './fit-relevance.mjs';
import {
  crossLingualSets,
  evaluationSet,
  gatherSet,
  hashedWords,
  peopleSets,
} from './gather-evidence.mjs';
import { fitAll, writtenDirections } from './message-kinds.mjs';

const related = [
  ['people devon.en', 'people devon.en, words', 'people hao.zh'],
  ['people lin.zh', 'people mira.en'],
  ['cross-lingual 1', 'cross-lingual 1, words'],
  ['madial_en', 'madial_zh'],
];
const kinds = ['other', 'swapped', 'adversarial', 'small-talk', 'general', 'named'];
const floors = [0.2, 0.3, 0.4, 0.5];
const bounds = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01];

/**
 * How well relevance tells answers from noise, and whether it is a probability; with --fit, makes its tables anew.
 *
 * --data FOLDER holds one folder a set with memories.jsonl and queries.jsonl; beside them come the people of this folder and
 * the everyday facts of test/cross-lingual. Each set is judged by a fit that has seen nothing of it (a person's twin, a
 * set's translation left out as well), and sets of several scopes by a fit that has seen the other half of the scopes.
 * Kinds without an answer: the question in another scope (`other`), with the name of the other speaker (`swapped`),
 * `adversarial` ones of the set, small talk, general requests, both of these with the name of a speaker (`named`).
 *
 * --fit writes packages/language/src/messages/message-kind-table.json, packages/core/src/relevance/relevance-tables.json and
 * packages/embedders/src/static/message-directions.json. Seeded: the same data give the same tables.
 */
export async function main(args) {
  const { values: options } = parseArgs({
    args,
    options: {
      ...setOptions,
      queries: { type: 'string', default: '120' },
      fit: { type: 'boolean', default: false },
    },
  });
  if (options.data === undefined && options.sets !== '')
    throw new Error("relevance: give --data FOLDER, or --sets '' for the people alone");
  const embedder = staticEmbedder();
  const messages = await fitAll(embedder);
  const answers = await gather({ ...options, embedder, messages });
  const learnable = answers.filter(({ heldOut }) => !heldOut);
  if (options.fit) write(messages, learnable);
  const sets = [...new Set(answers.map(({ set }) => set))];
  const data = { answers, learnable };
  report(
    'each set left out',
    sets.flatMap((name) => leftOut(name, data)),
  );
  report(
    'half the scopes of each set left out',
    sets.flatMap((name) => halves(name, data)),
  );
}

async function gather({ data, sets, queries, embedder, messages: { unseen } }) {
  const names = sets === '' ? [] : sets.split(',');
  const gathered = [];
  const [people, facts] = [peopleSets(), crossLingualSets()];
  const kinds = (text, vector) => unseen(text, vector).kind;
  const read = names.map((name) => evaluationSet(data, name, Number(queries)));
  for (const set of [...people, ...facts, ...read])
    gathered.push(...(await gatherSet(set, { embedder, kinds })));
  for (const { name, ...set } of [people[0], facts[0]])
    gathered.push(
      ...(await gatherSet(
        { ...set, name: `${name}, words` },
        { embedder: hashedWords, kinds: (text, vector) => unseen(text, vector).byWords },
      )),
    );
  return gathered;
}

function judged(fit, some) {
  return some.map((answer) => ({ ...answer, relevances: relevances(fit, answer) }));
}

function leftOut(name, { answers, learnable }) {
  const near = new Set([name, ...related.filter((pair) => pair.includes(name)).flat()]);
  return judged(
    fitRelevance(learnable.filter(({ set }) => !near.has(set))),
    answers.filter(({ set }) => set === name),
  );
}

function halves(name, { answers, learnable }) {
  const scopes = [...new Set(answers.filter(({ set }) => set === name).map(({ scope }) => scope))];
  if (scopes.length < 2 || /^(people|cross)/.test(name)) return [];
  const inHalf = (half) => (answer) =>
    answer.set === name && scopes.indexOf(answer.scope) % 2 === half;
  return [0, 1].flatMap((half) =>
    judged(
      fitRelevance(learnable.filter((answer) => !inHalf(half)(answer))),
      answers.filter(inHalf(half)),
    ),
  );
}

/** The best of a block decides about it. */
function best({ relevances: lines }) {
  return Math.max(0, ...lines);
}

/** Area under the ROC curve: how often an answerable question scores above one without an answer. */
function area(positives, negatives) {
  let wins = 0;
  for (const positive of positives)
    for (const negative of negatives)
      wins += positive > negative ? 1 : positive === negative ? 0.5 : 0;
  return wins / (positives.length * negatives.length);
}

function share(list, test) {
  return list.filter(test).length / list.length;
}

function show(value) {
  return Number.isNaN(value) ? '' : value.toFixed(3);
}

function report(title, all) {
  const sets = [...new Set(all.map(({ set }) => set))];
  const rows = [
    ...sets.map((name) => [name, all.filter(({ set }) => set === name)]),
    ['people, together', all.filter(({ set }) => /^people.*[nh]$/.test(set))],
    ['sets, together', all.filter(({ set }) => !/^(people|cross)/.test(set))],
  ].filter(([, some]) => some.length > 0);
  table(`${title}: area under the ROC curve`, kinds, rows, (some) => {
    const of = Object.groupBy(some, ({ kind }) => kind);
    return kinds.map((kind) =>
      show(area((of.questions ?? []).map(best), (of[kind] ?? []).map(best))),
    );
  });
  const heads = [
    'right in ten',
    ...floors.flatMap((at) => [`right at ${at}`, 'other silent', 'idle silent']),
  ];
  table(`${title}: what a floor on the block does`, heads, rows, (some) => {
    const of = Object.groupBy(some, ({ kind }) => kind);
    const { questions = [], other = [] } = of;
    const idle = [...(of['small-talk'] ?? []), ...(of.general ?? [])];
    return [
      show(share(questions, answered)),
      ...floors.flatMap((at) => [
        show(share(questions, (answer) => best(answer) >= at && answered(answer))),
        show(share(other, (answer) => best(answer) < at)),
        show(share(idle, (answer) => best(answer) < at)),
      ]),
    ];
  });
  const ranges = bounds.slice(1).map((bound, place) => `${bounds[place]}-${Math.min(bound, 1)}`);
  const weights = new Map(weighed(all).map(({ answer, weight }) => [answer, weight]));
  scripts(title, all);
  table(`${title}: said, and right`, ranges, rows, (some) =>
    ranges.map((_, place) => {
      const inside = some.filter(
        (answer) => best(answer) >= bounds[place] && best(answer) < bounds[place + 1],
      );
      if (inside.length < 12) return '';
      const total = (value) =>
        inside.reduce((sum, answer) => sum + weights.get(answer) * value(answer), 0);
      const of = (value) => (total(value) / total(() => 1)).toFixed(2);
      return `${of(best)}: ${of((answer) => (answered(answer) ? 1 : 0))}`;
    }),
  );
}

/** Whether one scale fits both scripts: right memories, and the best for a question of another scope. */
function scripts(title, all) {
  const [han, otherScript] = ['han', 'otherScript'].map((name) =>
    Object.keys(evidenceNames).indexOf(name),
  );
  const pairs = { 'English, English': [], 'Chinese, Chinese': [] };
  Object.assign(pairs, { 'English, Chinese memory': [], 'Chinese, English memory': [] });
  const names = Object.keys(pairs);
  for (const { kind, found, relevances: lines } of all) {
    if (kind !== 'questions' && kind !== 'other') continue;
    const most = Math.max(0, ...lines);
    for (const [place, { row, right }] of found.entries()) {
      if (kind === 'questions' ? !right : lines[place] !== most) continue;
      pairs[names[row[han] + 2 * row[otherScript]]].push({ right, value: lines[place] });
    }
  }
  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
  const of = (list, wanted) =>
    list.filter(({ right }) => right === wanted).map(({ value }) => value);
  table(`${title}: medians by script`, ['right', 'wrong'], Object.entries(pairs), (list) => [
    show(median(of(list, true))),
    show(median(of(list, false))),
  ]);
}

function table(title, heads, rows, cells) {
  console.log(`\n${title}\n`);
  printTable(
    ['', ...heads],
    rows.map(([name, some]) => [name, ...cells(some)]),
  );
}

function write(messages, learnable) {
  const madeBy = 'node lab/main.mjs relevance --fit';
  const { block, line } = fitRelevance(learnable);
  writeTables(
    'language/src/messages/message-kind-table.json',
    madeBy,
    writtenKinds(messages.words),
  );
  writeTables(
    'embedders/src/static/message-directions.json',
    madeBy,
    writtenDirections(messages.meaning),
  );
  writeTables('core/src/relevance/relevance-tables.json', madeBy, {
    block: writtenTrees(block),
    line: writtenTrees(line),
  });
}
