/**
 * Fits the weights of packages/core/src/rules/relevance.ts, and says how well they tell answers from noise.
 *
 *   node tools/calibrate-relevance.mjs --data FOLDER [--sets a,b] [--queries 80] [--fit]
 *
 * FOLDER holds one folder a set with memories.jsonl and queries.jsonl. For each set: questions with an answer in
 * their scope against the same questions asked in another scope, against small talk (written here), the same small talk
 * with the name of someone who speaks in the scope, and questions of type `adversarial`. Then, how much each kind is
 * left without an answer at the floor of 0.5, and of the floor's decision precision and recall. The area under the
 * ROC curve is of the best relevance among the first three answers. With --fit, a logistic regression (classes of equal weight) gives new weights.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inverseDocumentFrequency } from '../packages/core/src/contract/bm25.ts';
import { rank } from '../packages/core/src/ranking/rank.ts';
import { spreadOf } from '../packages/core/src/relevance/relevance.ts';
import { staticEmbedder } from '../packages/embedders/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';
import { fill, gatherOne } from './ranking/gather.mjs';
import { developmentSets } from './ranking/sets.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    sets: { type: 'string', default: developmentSets.join(',') },
    queries: { type: 'string', default: '80' },
    fit: { type: 'boolean', default: false },
  },
});

const smallTalk = {
  en: [
    'Hi there!',
    'Good morning',
    'How are you?',
    'ok',
    'lol',
    'Sounds good, thank you!',
    'Great, see you later',
    'Thanks, that is all for today.',
    'Tell me a joke',
    'Can you repeat that please?',
    'Write a short poem about the sea',
    'What is 17 times 23?',
    'Nice to meet you',
    'Sure, go ahead',
    'Never mind',
    'What is the capital of Mongolia?',
  ],
  zh: [
    '你好',
    '谢谢，今天就这样吧',
    '早上好',
    '哈哈哈',
    '好的',
    '给我讲个笑话',
    '再见',
    '没事了',
    '请再说一遍',
    '帮我写一首关于大海的诗',
    '17乘以23等于多少？',
    '蒙古的首都是哪里？',
    '嗯，继续',
    '辛苦了',
  ],
};

const read = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line));
const embedder = staticEmbedder();

/** What the weights are multiplied with; the order of `names`. */
const names = ['base', 'similarity', 'prominence', 'coverage', 'rarity', 'agreement', 'terms'];
function features({ arms, similarity, termFrequencies }, { statistics, spread }) {
  const { relevant, duplicate } = embedder.calibration;
  const cosine = similarity ?? spread.mean - spread.deviation;
  const scaled = (cosine - relevant) / (duplicate - relevant);
  const rarities = statistics.documentFrequencies.map((frequency) =>
    inverseDocumentFrequency(frequency, statistics.count),
  );
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const covered = sum(rarities.filter((_, index) => arms.lexical && termFrequencies[index] > 0));
  const coverage = sum(rarities) === 0 ? 0 : covered / sum(rarities);
  const prominence =
    similarity === undefined || spread.deviation === 0
      ? 0
      : Math.min((similarity - spread.mean) / spread.deviation, 8) / 8;
  const terms = Math.log1p(rarities.length) / 3;
  return [
    1,
    scaled,
    prominence,
    coverage,
    Math.log1p(covered) / 3,
    coverage * Math.max(scaled, 0),
    terms,
  ];
}

async function gather(name) {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-relevance-'));
  const path = join(folder, 'memory.db');
  const byScope = new Map();
  for (const entry of read(join(options.data, name, 'memories.jsonl'))) {
    byScope.set(entry.scope, [...(byScope.get(entry.scope) ?? []), entry]);
  }
  const scopes = [...byScope.keys()].slice(0, 12);
  await fill(path, { scopes: scopes.map((scope) => [scope, byScope.get(scope)]), embedder });
  const backend = sqliteBackend({ path });
  await backend.open({ embedder: await embedder.identity() });
  const ask = async (text, scope, ids = []) => {
    const query = { text, scope, relevant: ids };
    const { request, relevant } = await gatherOne(backend, { query, embedder });
    const { statistics, candidates: found } = request.found;
    const spread = spreadOf(found.map(({ similarity }) => similarity));
    const candidates = new Map(found.map((entry) => [entry.record.id, entry]));
    return rank(request)
      .slice(0, 3)
      .map(({ record, relevance }) => ({
        relevance,
        right: relevant.has(record.source.externalId),
        features: features(candidates.get(record.id), { statistics, spread }),
      }));
  };
  const queries = read(join(options.data, name, 'queries.jsonl')).filter(({ scope }) =>
    scopes.includes(scope),
  );
  const answerable = queries.filter(
    (query) => query.type !== 'adversarial' && query.relevant?.length,
  );
  const step = Math.max(1, Math.floor(answerable.length / Number(options.queries)));
  const asked = { real: [], other: [], small: [], named: [], adversarial: [] };
  for (let place = 0; place < answerable.length; place += step) {
    const { text, scope, relevant } = answerable[place];
    asked.real.push(await ask(text, scope, relevant));
    const others = scopes.filter((other) => other !== scope);
    if (others.length > 0) asked.other.push(await ask(text, others[place % others.length]));
  }
  const adversarial = queries.filter(({ type }) => type === 'adversarial');
  for (const { text, scope } of adversarial.slice(0, Number(options.queries))) {
    asked.adversarial.push(await ask(text, scope));
  }
  for (const text of smallTalk[name.includes('zh') ? 'zh' : 'en']) {
    const scope = scopes[text.length % scopes.length];
    asked.small.push(await ask(text, scope));
    const speaker = byScope.get(scope).find((entry) => entry.speaker !== undefined)?.speaker;
    if (speaker !== undefined) asked.named.push(await ask(`${speaker}: ${text}`, scope));
  }
  await backend.close();
  rmSync(folder, { recursive: true, force: true });
  return { name, asked };
}

/** Area under the ROC curve: how often an answerable question scores above one without an answer. */
function area(positives, negatives) {
  if (positives.length === 0 || negatives.length === 0) return undefined;
  let wins = 0;
  for (const positive of positives) {
    for (const negative of negatives)
      wins += positive > negative ? 1 : positive === negative ? 0.5 : 0;
  }
  return wins / (positives.length * negatives.length);
}

const best = (answers) => Math.max(0, ...answers.map(({ relevance }) => relevance));
const share = (kind) => kind.filter((answers) => best(answers) < 0.5).length / kind.length;
const show = (value) => (value === undefined || Number.isNaN(value) ? '' : value.toFixed(3));

const sets = [];
for (const name of options.sets.split(',')) sets.push(await gather(name));
/** Precision among all that is let through, and recall of questions with an answer. */
function floor(asked) {
  const through = (kind) => asked[kind].filter((answers) => best(answers) >= 0.5).length;
  const all = ['real', ...kinds].reduce((sum, kind) => sum + through(kind), 0);
  return `${show(through('real') / all)} | ${show(through('real') / asked.real.length)}`;
}

const kinds = ['other', 'small', 'named', 'adversarial'];
console.log(
  `| set | ${kinds.map((kind) => `AUROC ${kind}`).join(' | ')} | empty: real | ${kinds.join(' | ')} | precision | recall |`,
);
console.log(`| --- |${' --- |'.repeat(2 * kinds.length + 3)}`);
const all = { name: 'all', asked: { real: [], other: [], small: [], named: [], adversarial: [] } };
for (const { asked } of sets)
  for (const kind of Object.keys(asked)) all.asked[kind].push(...asked[kind]);
for (const { name, asked } of [...sets, all]) {
  const areas = kinds.map((kind) => show(area(asked.real.map(best), asked[kind].map(best))));
  const empty = ['real', ...kinds].map((kind) => show(share(asked[kind])));
  console.log(`| ${name} | ${areas.join(' | ')} | ${empty.join(' | ')} | ${floor(asked)} |`);
}

if (options.fit) {
  const right = all.asked.real.flatMap((answers) => answers.filter((answer) => answer.right));
  const wrong = [...all.asked.other, ...all.asked.small].flat();
  const weights = new Array(names.length).fill(0);
  for (let step = 0; step < 600; step++) {
    const slope = new Array(names.length).fill(0);
    for (const [examples, label] of [
      [right, 1],
      [wrong, 0],
    ]) {
      for (const example of examples) {
        const value = example.features.reduce(
          (sum, feature, index) => sum + feature * weights[index],
          0,
        );
        const error = (label - 1 / (1 + Math.exp(-value))) / examples.length;
        for (const [index, feature] of example.features.entries()) slope[index] += error * feature;
      }
    }
    for (const index of weights.keys()) {
      weights[index] += 1.2 * (slope[index] - (index === 0 ? 0 : 0.002 * weights[index]));
    }
  }
  console.log(
    JSON.stringify(
      Object.fromEntries(names.map((name, index) => [name, Number(weights[index].toFixed(2))])),
    ),
  );
}
