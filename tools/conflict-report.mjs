#!/usr/bin/env node
// How well conflicts are decided: on pairs of facts, on labelled pairs of texts, and on streams.
//
//   node tools/conflict-report.mjs [--errors update|duplicate|distinct]     tools/conflicts/pairs.jsonl, in two halves
//   node tools/conflict-report.mjs --pairs DIR                              DIR/NAME.jsonl with a, b and label or score
//   node tools/conflict-report.mjs --sets DIR [--names a,b] [--list 20]     DIR/NAME/memories.jsonl and queries.jsonl
//
// Of each set: its memories are stored in their order, as facts and not as turns, under the default policy and under
// keepBoth, and its queries are asked; and each memory stands against its nearest neighbour of its own scope, the
// likeliest to be taken for the same. All with the bundled encoder.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { staticEmbedder } from '../packages/embedders/src/index.ts';
import { decideConflict } from '../packages/language/src/claims/index.ts';
import { nearestNeighbours } from './conflicts/neighbours.mjs';
import { readLines, runStream } from './conflicts/streams.mjs';

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string' },
    sets: { type: 'string' },
    names: { type: 'string' },
    errors: { type: 'string' },
    list: { type: 'string', default: '0' },
  },
});
const embedder = staticEmbedder();
const { calibration } = embedder;
if (options.sets !== undefined) await reportSets(options.sets);
else if (options.pairs !== undefined) await reportPairs(options.pairs);
else await reportOwn(fileURLToPath(new URL('./conflicts/pairs.jsonl', import.meta.url)));

/** Rules were written looking at the errors of one half; the other one was only counted. */
async function reportOwn(path) {
  const pairs = await decided(readLines(path));
  console.table(
    ['seen', 'held out'].flatMap((half) =>
      ['en', 'zh'].flatMap((lang) =>
        ['update', 'duplicate', 'distinct'].map((label) => ({
          half,
          lang,
          ...counts(
            label,
            pairs.filter(
              (pair) => pair.lang === lang && pair.label === label && halfOf(pair.id) === half,
            ),
          ),
        })),
      ),
    ),
  );
  for (const { label, relation, reason, a, b, id } of pairs)
    if (label === options.errors && halfOf(id) === 'seen')
      console.log(`${relation} (${reason})\n  ${a}\n  ${b}`);
}

/** By a hash of the id (FNV-1a). */
function halfOf(id) {
  let hash = 2166136261;
  for (const character of id) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619) >>> 0;
  return ((hash >>> 7) & 1) === 1 ? 'seen' : 'held out';
}

async function reportPairs(folder) {
  const rows = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
    const pairs = await decided(readLines(join(folder, file)));
    const labels = Map.groupBy(pairs, labelOf);
    for (const [label, group] of labels)
      rows.push({ set: basename(file, '.jsonl'), ...counts(label, group) });
  }
  console.table(rows);
}

/** Similarities of 0 to 5 in three kinds. */
function labelOf({ label, score }) {
  return label ?? (score >= 4.5 ? 'similar: 4.5 to 5' : score > 3 ? '3 to 4.5' : 'up to 3');
}

async function decided(pairs) {
  const vectors = await embedder.embed(
    pairs.flatMap(({ a, b }) => [a, b]),
    { kind: 'passage' },
  );
  return pairs.map((pair, index) => {
    const similarity = dot(vectors[2 * index], vectors[2 * index + 1]);
    const texts = { stored: { content: pair.a }, incoming: { content: pair.b }, similarity };
    return { ...pair, ...decideConflict(texts, { calibration }) };
  });
}

function counts(label, pairs) {
  const of = (relation) => pairs.filter((pair) => pair.relation === relation).length;
  const share = (count) => `${count} ${((100 * count) / Math.max(1, pairs.length)).toFixed(1)}%`;
  return {
    label,
    pairs: pairs.length,
    same: share(of('same')),
    superseded: share(of('update')),
    contested: share(of('contested')),
    'two facts': share(of('distinct')),
  };
}

async function reportSets(folder) {
  const names = options.names?.split(',') ?? readdirSync(folder);
  const rows = [];
  for (const name of names) {
    const set = join(folder, name);
    const pairs = await nearestNeighbours(readLines(join(set, 'memories.jsonl')), embedder);
    const neighbours = pairs.map(({ stored, incoming, similarity }) =>
      decideConflict({ stored, incoming, similarity }, { calibration }),
    );
    const stream = await runStream(set, {});
    const both = await runStream(set, { onConflict: 'keepBoth' });
    const { confirmed = 0, superseded = 0, contested = 0 } = stream.counts;
    const lost = neighbours.filter(({ relation }) => relation === 'same' || relation === 'update');
    rows.push({
      set: name,
      stores: stream.stores,
      confirmed,
      superseded,
      contested: `${contested} ${((100 * contested) / stream.stores).toFixed(1)}%`,
      'R@10': stream.recall.toFixed(4),
      keepBoth: both.recall.toFixed(4),
      difference: (stream.recall - both.recall).toFixed(4),
      neighbours: pairs.length,
      'taken for one': `${lost.length} ${((100 * lost.length) / pairs.length).toFixed(2)}%`,
    });
    for (const kind of ['superseded', 'contested', 'confirmed'])
      for (const { reason, stored, incoming } of stream.decided
        .filter((one) => one.kind === kind)
        .slice(0, kind === 'superseded' ? undefined : Number(options.list)))
        console.log(`${name}: ${kind} (${reason})\n  ${stored}\n  ${incoming}`);
  }
  console.table(rows);
}

/** The encoder's vectors have length 1. */
function dot(a, b) {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index] * b[index];
  return sum;
}
