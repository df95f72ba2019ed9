#!/usr/bin/env node
// How much of what the rules take from turns is right, and how much they take.
//
//   node tools/extraction-report.mjs [--errors]      the sets in tools/extraction, and what is wrong or missed
//   node tools/extraction-report.mjs --set DIR       what they take of DIR/memories.jsonl, to be read
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ruleExtractor } from '../packages/core/src/index.ts';
import { measure, turnsOf } from './extraction/corpus.mjs';

const { values: options } = parseArgs({
  options: { errors: { type: 'boolean' }, set: { type: 'string' } },
});
const extractor = ruleExtractor();
if (options.set === undefined) report();
else list(options.set);

function report() {
  const rows = [];
  for (const set of ['turns', 'later', 'last'])
    for (const half of [1, 2])
      for (const language of ['en', 'zh', undefined]) {
        const turns = turnsOf(set).filter(
          (turn) => turn.half === half && (language ?? turn.language) === turn.language,
        );
        const { taken, asked, precision, coverage, wrong, missed } = measure(turns, extractor);
        const figures = { precision: precision.toFixed(3), coverage: coverage.toFixed(3) };
        rows.push({ set, half, language, turns: turns.length, taken, asked, ...figures });
        if (!options.errors || language !== undefined) continue;
        for (const { text, content } of wrong) console.log(`wrong    ${text}\n      -> ${content}`);
        for (const { text, kind } of missed) console.log(`missed   ${text}   ${kind}`);
      }
  console.table(rows);
}

function list(folder) {
  const seen = new Set();
  const lines = readFileSync(join(folder, 'memories.jsonl'), 'utf8').trim().split('\n');
  for (const line of lines) {
    const { id, text, time, speaker } = JSON.parse(line);
    const turn = { id, content: text, speaker, occurredAt: new Date(time).toISOString() };
    for (const { tags, content } of extractor.extract({ turns: [turn], known: [] }, {}).facts) {
      if (seen.has(content)) continue;
      seen.add(content);
      console.log(`${tags} | ${content}\n        ${text.slice(0, 300)}`);
    }
  }
  console.log(`${lines.length} turns, ${seen.size} different facts`);
}
