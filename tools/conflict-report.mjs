#!/usr/bin/env node
// How well the conflict rules decide, on labelled pairs of texts.
//
//   node tools/conflict-report.mjs --pairs DIR [--embedder none|static|transformers:MODEL|similarities:DIR]
//     [--teacher transformers:MODEL|similarities:DIR] [--models DIR] [--duplicate 0.9] [--related 0.7] [--tune]
//     [--half even|odd] [--errors NAME]
//
// DIR holds NAME.jsonl files with `a`, `b` and `label` or `score` (0..5). `similarities:DIR` reads cosines that
// were computed before: DIR/NAME.json, an object from a pair's id to its cosine. The first table says what the rules
// find and lose. The second stands it beside one threshold on a cosine, chosen with hindsight for the best F1 on the
// very set: of the embedder, and of a teacher. With --half, only every other pair counts.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { decideConflict } from '../packages/core/src/conflict/index.ts';

/** Similar texts are duplicates from here on, and distinct facts up to there; pairs between count for neither. */
const sameFrom = 4.5;
const distinctUpTo = 3;
/** No more than this share of distinct facts may be lost. */
const mostLost = 0.01;

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string' },
    embedder: { type: 'string', default: 'static' },
    teacher: { type: 'string' },
    half: { type: 'string' },
    models: { type: 'string' },
    duplicate: { type: 'string' },
    related: { type: 'string' },
    tune: { type: 'boolean', default: false },
    errors: { type: 'string' },
  },
});
if (options.pairs === undefined) {
  console.error('--pairs is missing: the folder of the labelled pairs');
  process.exit(2);
}

const sets = readdirSync(options.pairs)
  .filter((file) => file.endsWith('.jsonl'))
  .map((file) => ({ name: basename(file, '.jsonl'), pairs: readPairs(join(options.pairs, file)) }));
const embedder = await openEmbedder(options.embedder);
const calibration = {
  ...embedder.calibration,
  ...(options.duplicate === undefined ? {} : { duplicate: Number(options.duplicate) }),
  ...(options.related === undefined ? {} : { related: Number(options.related) }),
};
for (const { name, pairs } of sets) {
  const similarities = await embedder.similarities(name, pairs);
  for (const [index, pair] of pairs.entries()) pair.similarity = similarities[index];
}
await embedder.close?.();
if (options.teacher !== undefined) {
  const teacher = await openEmbedder(options.teacher);
  for (const { name, pairs } of sets) {
    const similarities = await teacher.similarities(name, pairs);
    for (const [index, pair] of pairs.entries()) pair.taught = similarities[index];
  }
  await teacher.close?.();
}

console.log(`embedder ${options.embedder}, calibration ${JSON.stringify(calibration)}`);
if (options.errors !== undefined) printErrors(options.errors);
else if (options.tune) tune();
else report();

function readPairs(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .filter(
      (_, index) => options.half === undefined || index % 2 === (options.half === 'odd' ? 1 : 0),
    )
    .map((line) => JSON.parse(line))
    .map(({ id, a, b, label, score }) => ({ id, a, b, truth: truthOf(label, score) }));
}

/** `same`, `distinct`, `update`, or undefined where the label says neither. */
function truthOf(label, score) {
  if (label === undefined) {
    return score >= sameFrom ? 'same' : score <= distinctUpTo ? 'distinct' : undefined;
  }
  const truths = {
    paraphrase: 'same',
    different: 'distinct',
    unrelated: 'distinct',
    neutral: 'distinct',
    update: 'update',
    contradiction: 'update',
  };
  return truths[label];
}

async function openEmbedder(address) {
  const separator = address.indexOf(':');
  const kind = separator < 0 ? address : address.slice(0, separator);
  const rest = address.slice(separator + 1);
  const reference = { duplicate: 0.92, related: 0.8, relevant: 0.3 };
  if (kind === 'none') {
    return { calibration: reference, similarities: (_, pairs) => pairs.map(() => undefined) };
  }
  if (kind === 'similarities') {
    return {
      calibration: reference,
      similarities: (name, pairs) => {
        const known = JSON.parse(readFileSync(join(rest, `${name}.json`), 'utf8'));
        return pairs.map(({ id }) => known[id]);
      },
    };
  }
  const { staticEmbedder, transformersEmbedder } = await import(
    '../packages/embedders/src/index.ts'
  );
  const made =
    kind === 'static'
      ? staticEmbedder()
      : transformersEmbedder({ model: rest, modelsPath: options.models, allowDownload: false });
  return {
    calibration: made.calibration ?? reference,
    close: () => made.close?.(),
    similarities: async (name, pairs) => {
      const found = [];
      for (let start = 0; start < pairs.length; start += 64) {
        const batch = pairs.slice(start, start + 64);
        const vectors = await made.embed(
          batch.flatMap(({ a, b }) => [a, b]),
          { kind: 'passage' },
        );
        for (const index of batch.keys()) {
          found.push(cosine(vectors[2 * index], vectors[2 * index + 1]));
        }
        if (process.stderr.isTTY)
          process.stderr.write(`\r${name} ${found.length}/${pairs.length} `);
      }
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
      return found;
    },
  };
}

function cosine(a, b) {
  let [dot, aa, bb] = [0, 0, 0];
  for (let index = 0; index < a.length; index++) {
    dot += a[index] * b[index];
    aa += a[index] ** 2;
    bb += b[index] ** 2;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}

function decide(pair, thresholds = calibration) {
  const { a, b, similarity } = pair;
  return decideConflict({ stored: a, incoming: b, similarity }, { calibration: thresholds })
    .relation;
}

function report() {
  let [count, spent] = [0, 0];
  const rows = [];
  const beside = [];
  for (const { name, pairs } of sets) {
    const of = (truth) => pairs.filter((pair) => pair.truth === truth);
    const started = performance.now();
    const decided = new Map(pairs.map((pair) => [pair, decide(pair)]));
    spent += performance.now() - started;
    const counted = (truth, relation) =>
      of(truth).filter((pair) => decided.get(pair) === relation).length;
    count += pairs.length;
    const [same, distinct, update] = ['same', 'distinct', 'update'].map(
      (truth) => of(truth).length,
    );
    const lost = counted('distinct', 'same') + counted('distinct', 'update');
    const identical = of('distinct').filter(({ a, b }) => a.trim() === b.trim()).length;
    rows.push({
      set: name,
      duplicates: share(counted('same', 'same'), same),
      'F1 of same':
        same === 0 ? '' : f1(counted('same', 'same'), counted('distinct', 'same'), same),
      'lost as same': share(counted('distinct', 'same'), distinct),
      'lost as update': share(counted('distinct', 'update'), distinct),
      'lost in all': share(lost, distinct),
      'of them identical': identical || '',
      'updates found': share(counted('update', 'update'), update),
      'updates as same': share(counted('update', 'same'), update),
      'duplicates as update': share(counted('same', 'update'), same),
    });
    if (same === 0) continue;
    const [found, lostAsSame] = [counted('same', 'same'), counted('distinct', 'same')];
    beside.push({
      set: name,
      'rules: F1': f1(found, lostAsSame, same),
      'they lose': share(lostAsSame, distinct),
      ...bestOfRules(pairs, { same, distinct }),
      ...cosineAlone(pairs, { name: options.embedder, key: 'similarity' }),
      ...(options.teacher && cosineAlone(pairs, { name: options.teacher, key: 'taught' })),
    });
  }
  console.table(rows);
  console.table(beside);
  const all = sets.flatMap(({ pairs }) => pairs.filter(({ truth }) => truth === 'distinct'));
  const gone = all.filter((pair) => decide(pair) !== 'distinct').length;
  console.log(`distinct facts lost in all: ${share(gone, all.length)}`);
  console.log(`${count} pairs, ${((spent * 1000) / count).toFixed(0)} microseconds a pair`);
}

function share(part, whole) {
  return whole === 0 ? '' : `${part}/${whole} ${((100 * part) / whole).toFixed(1)}%`;
}

function f1(hits, alarms, positives) {
  return ((2 * hits) / Math.max(1, hits + alarms + positives)).toFixed(3);
}

/** The rules with the duplicate threshold that would suit this set best. */
function bestOfRules(pairs, { same, distinct }) {
  let best = { f1: '0' };
  for (let duplicate = 0.5; duplicate <= 1; duplicate += 0.02) {
    const found = pairs.filter((pair) => decide(pair, { ...calibration, duplicate }) === 'same');
    const hits = found.filter(({ truth }) => truth === 'same').length;
    const alarms = found.filter(({ truth }) => truth === 'distinct').length;
    const score = f1(hits, alarms, same);
    if (score > best.f1) best = { f1: score, duplicate, alarms };
  }
  return {
    'rules: best F1': `${best.f1} at ${best.duplicate?.toFixed(2)}`,
    'and lose': share(best.alarms, distinct),
  };
}

/** What one threshold on the cosine would do: with the best F1, and where it loses no more than the rules may. */
function cosineAlone(pairs, { name, key }) {
  const labelled = pairs.filter(
    (pair) => pair[key] !== undefined && ['same', 'distinct'].includes(pair.truth),
  );
  const positives = labelled.filter(({ truth }) => truth === 'same').length;
  const negatives = labelled.length - positives;
  if (positives === 0 || negatives === 0) return {};
  labelled.sort((x, y) => y[key] - x[key]);
  let [hits, alarms] = [0, 0];
  let best = { f1: '0' };
  let safe = 0;
  for (const { truth, [key]: similarity } of labelled) {
    if (truth === 'same') hits++;
    else alarms++;
    const score = f1(hits, alarms, positives);
    if (score > best.f1) best = { f1: score, threshold: similarity, lost: alarms };
    if (alarms <= negatives * mostLost) safe = hits;
  }
  const kind = name.startsWith('similarities:') ? 'teacher' : name;
  return {
    [`${kind}: best F1`]: `${best.f1} at ${best.threshold?.toFixed(2)}`,
    [`${kind} loses`]: share(best.lost, negatives),
    [`${kind}: found at 1% lost`]: share(safe, positives),
  };
}

/** The threshold that finds most duplicates and loses few facts, chosen on four fifths and measured on the last. */
function tune() {
  const grid = Array.from({ length: 36 }, (_, index) => 0.6 + index * 0.01);
  for (const { name, pairs } of sets) {
    const labelled = pairs.filter(({ truth }) => truth === 'same' || truth === 'distinct');
    if (!labelled.some(({ truth }) => truth === 'same')) continue;
    const table = labelled.map((pair) =>
      grid.map((duplicate) => decide(pair, { ...calibration, duplicate }) === 'same'),
    );
    const measure = (members, column) => {
      const hits = members.filter(
        (index) => labelled[index].truth === 'same' && table[index][column],
      ).length;
      const alarms = members.filter(
        (index) => labelled[index].truth === 'distinct' && table[index][column],
      ).length;
      const positives = members.filter((index) => labelled[index].truth === 'same').length;
      return {
        hits,
        alarms,
        positives,
        negatives: members.length - positives,
        f1: Number(f1(hits, alarms, positives)),
      };
    };
    const all = labelled.map((_, index) => index);
    const folds = 5;
    const chosen = [];
    const total = { hits: 0, alarms: 0, positives: 0, negatives: 0 };
    for (let fold = 0; fold < folds; fold++) {
      const train = all.filter((index) => index % folds !== fold);
      const scored = grid.map((_, column) => ({ column, ...measure(train, column) }));
      const safe = scored.filter(({ alarms, negatives }) => alarms <= negatives * mostLost);
      const { column } = (safe.length > 0 ? safe : scored.slice(-1)).reduce((x, y) =>
        y.f1 > x.f1 ? y : x,
      );
      chosen.push(grid[column].toFixed(2));
      const held = measure(
        all.filter((index) => index % folds === fold),
        column,
      );
      for (const key of Object.keys(total)) total[key] += held[key];
    }
    console.log(
      name,
      `thresholds ${chosen.join(' ')}; held out: F1 ${f1(total.hits, total.alarms, total.positives)}, found ${share(total.hits, total.positives)}, lost ${share(total.alarms, total.negatives)}`,
    );
  }
}

function printErrors(name) {
  for (const pair of sets.find((set) => set.name === name)?.pairs ?? []) {
    const { relation, reason } = decideConflict(
      { stored: pair.a, incoming: pair.b, similarity: pair.similarity },
      { calibration },
    );
    if (pair.truth === undefined || relation === pair.truth) continue;
    console.log(
      `${pair.truth} taken for ${relation} (${reason}), ${pair.similarity?.toFixed(2)} ${pair.id}\n  ${pair.a}\n  ${pair.b}`,
    );
  }
}
