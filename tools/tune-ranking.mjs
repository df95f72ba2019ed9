/**
 * Tunes the weights of the ranking on evaluation sets, and says how far each fold agrees.
 *
 *   node tools/tune-ranking.mjs --data FOLDER [--sets a,b] [--embedder static] [--rounds 2] [--weights '{"dense":0.5}']
 *
 * FOLDER holds one folder a set with memories.jsonl and queries.jsonl. Candidates are gathered once through the
 * ordinary backend; then only the pure ranking runs again. Coordinate descent on the mean R@10 of the sets;
 * with --folds, each set is left out once and measured with the weights found on the others.
 * With --cap N, only N queries a set, evenly spread, are used.
 * With --ablate, each part is switched off once and the loss is shown.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createMemory } from '../packages/core/dist/index.js';
import { rank, turnsToExtend } from '../packages/core/dist/rules/rank.js';
import { defaultRankWeights } from '../packages/core/dist/rules/rank-weights.js';
import { analyseQuery } from '../packages/core/dist/text/analyse-query.js';
import { staticEmbedder, transformersEmbedder } from '../packages/embedders/dist/index.js';
import { sqliteBackend } from '../packages/kv-backend/dist/index.js';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    sets: {
      type: 'string',
      default:
        'locomo,realtalk,madial_en,madial_zh,memorybank_zh,memdaily_zh_noise100,oppo_xiaobu_zh,beam_100k',
    },
    embedder: { type: 'string', default: 'static' },
    models: { type: 'string' },
    rounds: { type: 'string', default: '0' },
    cap: { type: 'string', default: '1000000' },
    weights: { type: 'string', default: '{}' },
    folds: { type: 'boolean', default: false },
    ablate: { type: 'boolean', default: false },
  },
});
const read = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line));
const embedder =
  options.embedder === 'static'
    ? staticEmbedder()
    : transformersEmbedder({ model: options.embedder, modelsPath: options.models });
const now = '2026-01-01T00:00:00.000Z';
const decay = { halfLifeDays: 30 };

async function gather(name) {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-tune-'));
  const path = join(folder, 'tune.db');
  const clock = () => new Date(now);
  const memory = await createMemory({
    backend: sqliteBackend({ path, durability: 'normal' }),
    embedder,
    clock,
    secrets: 'allow',
    maxContentBytes: 10_000_000,
  });
  const memories = read(join(options.data, name, 'memories.jsonl'));
  const byScope = Map.groupBy
    ? Map.groupBy(memories, (m) => m.scope)
    : memories.reduce((map, m) => map.set(m.scope, [...(map.get(m.scope) ?? []), m]), new Map());
  for (const [scope, items] of byScope) {
    await memory.scope(scope).storeMany(
      items.map(({ id, text, time, speaker, session, sequence }) => ({
        content: text,
        occurredAt: time,
        source: { externalId: id, speaker, session, sequence },
      })),
      { onConflict: 'keepBoth' },
    );
  }
  await memory.close();
  const backend = sqliteBackend({ path });
  await backend.open({ embedder: await embedder.identity() });
  const queries = [];
  const answerable = read(join(options.data, name, 'queries.jsonl')).filter(
    (query) => query.type !== 'adversarial' && query.relevant?.length > 0,
  );
  const step = Math.max(1, answerable.length / Number(options.cap));
  for (let place = 0; place < answerable.length; place += step) {
    const query = answerable[Math.floor(place)];
    const analysed = analyseQuery(query.text);
    const [vector] = await embedder.embed([analysed.text], { kind: 'query' });
    const filter = { now };
    const found = await backend.search({
      scope: query.scope,
      filter,
      dense: { vector, limit: 100 },
      lexical: { terms: analysed.terms, limit: 100 },
    });
    const turns = turnsToExtend(found);
    const around =
      turns.length === 0
        ? []
        : await backend.neighbours({ scope: query.scope, filter, turns, before: 2, after: 2 });
    const known = new Set(found.candidates.map(({ record }) => record.id));
    const extra = around
      .filter(({ id }) => !known.has(id))
      .map((record) => ({ record, length: found.statistics.averageLength }));
    queries.push({
      analysed,
      found: { ...found, candidates: [...found.candidates, ...extra] },
      relevant: new Set(query.relevant),
    });
  }
  await backend.close();
  rmSync(folder, { recursive: true, force: true });
  return { name, queries };
}

function recall(set, weights, k = 10) {
  let sum = 0;
  for (const { analysed, found, relevant } of set.queries) {
    const ranked = rank({
      query: analysed,
      found,
      now,
      decay,
      calibration: embedder.calibration,
      weights,
    }).slice(0, k);
    let hits = 0;
    for (const { record } of ranked) if (relevant.has(record.source.externalId)) hits++;
    sum += hits / relevant.size;
  }
  return sum / set.queries.length;
}

const mean = (numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length;
const score = (sets, weights) => mean(sets.map((set) => recall(set, weights)));

/** Every number of the weights as a knob. */
const knobs = [
  ...['dense', 'session', 'question', 'speaker'].map((key) => ({
    name: key,
    get: (w) => w[key],
    set: (w, v) => ({ ...w, [key]: v }),
  })),
  { name: 'b', get: (w) => w.bm25.b, set: (w, v) => ({ ...w, bm25: { ...w.bm25, b: v } }) },
  { name: 'k1', get: (w) => w.bm25.k1, set: (w, v) => ({ ...w, bm25: { ...w.bm25, k1: v } }) },
  ...[0, 1, 2, 3].map((index) => ({
    name: `neighbour ${index}`,
    get: (w) => w.neighbours[index][1],
    set: (w, v) => ({
      ...w,
      neighbours: w.neighbours.map((pair, i) => (i === index ? [pair[0], v] : pair)),
    }),
  })),
];

function descend(sets, start, rounds) {
  let weights = start;
  let best = score(sets, weights);
  for (let round = 0; round < rounds; round++) {
    for (const knob of knobs) {
      const value = knob.get(weights);
      for (const candidate of [
        0,
        value * 0.6,
        value * 0.8,
        value * 1.25,
        value * 1.6,
        value + 0.1,
      ]) {
        const tried = knob.set(weights, Number(candidate.toFixed(3)));
        const result = score(sets, tried);
        if (result > best + 1e-4) [best, weights] = [result, tried];
      }
    }
    console.error(`round ${round + 1}: ${best.toFixed(4)} ${JSON.stringify(weights)}`);
  }
  return weights;
}

const sets = [];
for (const name of options.sets.split(',')) {
  sets.push(await gather(name));
  console.error(`gathered ${name}: ${sets.at(-1).queries.length} queries`);
}
const start = { ...defaultRankWeights, ...JSON.parse(options.weights) };
const show = (label, weights) =>
  console.log(
    `| ${label} | ${sets.map((set) => recall(set, weights).toFixed(3)).join(' | ')} | ${score(sets, weights).toFixed(4)} |`,
  );
console.log(`| weights | ${sets.map(({ name }) => name).join(' | ')} | mean |`);
console.log(`| --- |${' --- |'.repeat(sets.length + 1)}`);
show('start', start);
if (options.ablate) {
  show('keywords only', {
    ...start,
    dense: 0,
    session: 0,
    question: 0,
    speaker: 0,
    importance: 0,
    neighbours: [],
  });
  show('vectors only', {
    ...start,
    dense: 1,
    session: 0,
    question: 0,
    speaker: 0,
    importance: 0,
    neighbours: [],
  });
  show('both arms', {
    ...start,
    session: 0,
    question: 0,
    speaker: 0,
    importance: 0,
    neighbours: [],
  });
  for (const key of ['session', 'question', 'speaker', 'importance'])
    show(`without ${key}`, { ...start, [key]: 0 });
  show('without neighbours', { ...start, neighbours: [] });
}
if (Number(options.rounds) > 0) {
  const found = descend(sets, start, Number(options.rounds));
  show('tuned on all', found);
  console.log(JSON.stringify(found));
  if (options.folds) {
    for (const left of sets) {
      const weights = descend(
        sets.filter((set) => set !== left),
        start,
        Number(options.rounds),
      );
      console.log(
        `left out ${left.name}: ${recall(left, weights).toFixed(4)} ${JSON.stringify(weights)}`,
      );
    }
  }
}
