#!/usr/bin/env node
// What it takes to make facts of 1,000 turns: CPU time with extractors that cost nothing, calls and tokens of Claude.
//
//   node tools/measure-consolidation.mjs [--facts N] [--set DIR]
//
// The turns are those of tools/extraction, in sessions of 40, or the first 1,000 of DIR/memories.jsonl. The store has N
// facts already (default 1,000). Claude is a server on this machine which answers a fact for every eighth turn; tokens are
// estimated, and the prompt cache is kept by the API's rule.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Anthropic from '@anthropic-ai/sdk';
import { claudeLlm } from '../packages/agent/src/index.ts';
import { startScriptedServer } from '../packages/agent/test/support/scripted-server.ts';
import { createMemory, ruleExtractor } from '../packages/core/src/index.ts';
import { staticEmbedder } from '../packages/embedders/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';
import { turnsOf } from './extraction/corpus.mjs';

const { values: options } = parseArgs({
  options: { facts: { type: 'string', default: '1000' }, set: { type: 'string' } },
});
const count = 1000;
const turnsOfSession = 40;
const turns = (options.set === undefined ? own() : ofSet(options.set)).slice(0, count);
const folder = mkdtempSync(join(tmpdir(), 'mneme-consolidation-'));
const embedder = staticEmbedder();
const rows = [];

/** A fact for every eighth turn, which its number and its words make one of its own. */
const everyEighth = ({ turns: read }) => ({
  facts: read
    .filter(({ context }, index) => !context && index % 8 === 3)
    .map(({ id, content }) => ({
      content: `Ada wrote "${content.slice(0, 60)}" in note ${id}`,
      category: 'factual_knowledge',
      importance: 3,
      evidence: [id],
    })),
});

await measure('nothing is known', { extract: everyEighth, knownLimit: 0 });
await measure('20 known facts a window', { extract: everyEighth });
await measure('windows of 10', { extract: everyEighth }, { windowTurns: 10 });
await measure('windows of 50', { extract: everyEighth }, { windowTurns: 50 });
await measure('rules', ruleExtractor());
console.table(rows.splice(0));
for (const windowTurns of [10, 20, 50]) await measureClaude(windowTurns);
console.table(rows);
rmSync(folder, { recursive: true });

async function measure(name, extractor, given = {}) {
  const memory = await filled();
  const before = process.cpuUsage();
  const report = await memory.consolidate({ extractor, scope: 'ada', ...given });
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  const { windows, facts, confirmed, skipped } = report;
  rows.push({
    name,
    cpuSeconds: Number(seconds.toFixed(2)),
    windows,
    facts,
    confirmed,
    skipped: sum(skipped),
  });
  await memory.close();
}

async function measureClaude(windowTurns) {
  const memory = await filled();
  const server = await startScriptedServer(({ body }) => {
    const numbers = [...body.messages[0].content.matchAll(/^\{"turn":(\d+).*$/gmu)]
      .filter(([line]) => !line.includes('"read_before":true'))
      .map(([, number]) => Number(number));
    const facts = numbers
      .filter((_, index) => index % 8 === 3)
      .map((number) => ({
        ...{
          content: `Ada told Ben of matter ${number} on her list`,
          category: 'factual_knowledge',
        },
        ...{ importance: 3, tags: [], occurred_at: '', evidence: [number] },
      }));
    return {
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'record_facts', input: { facts } }],
    };
  });
  const client = new Anthropic({ baseURL: server.baseURL, apiKey: 'none' });
  const { extractor } = claudeLlm({ client, model: 'claude-haiku-5' });
  const { calls, usage } = await memory.consolidate({ extractor, scope: 'ada', windowTurns });
  rows.push({ windowTurns, calls, ...usage });
  await server.close();
  await memory.close();
}

async function filled() {
  const path = join(folder, `${rows.length}-${Date.now()}.db`);
  const memory = await createMemory({ backend: sqliteBackend({ path }), embedder });
  const ada = memory.scope('ada');
  for (let start = 0; start < turns.length; start += turnsOfSession)
    await ada.episodes.append(turns.slice(start, start + turnsOfSession), { session: `s${start}` });
  await ada.storeMany(
    Array.from({ length: Number(options.facts) }, (_, index) => ({
      content: `${turns[index % turns.length].content.slice(0, 80)} (${index})`,
      category: 'factual_knowledge',
      onConflict: 'keepBoth',
    })),
  );
  return memory;
}

function own() {
  return ['turns', 'later', 'last']
    .flatMap((set) => turnsOf(set))
    .map(({ text, language }, index) => ({
      content: text,
      speaker: language === 'en' ? 'Ada' : '小林',
      occurredAt: new Date(Date.UTC(2026, 2, 4, 10, index)),
    }));
}

function ofSet(set) {
  return readFileSync(join(set, 'memories.jsonl'), 'utf8')
    .split('\n', count)
    .map((line, index) => {
      const { text, speaker } = JSON.parse(line);
      return { content: text, speaker, occurredAt: new Date(Date.UTC(2026, 2, 4, 10, index)) };
    });
}

function sum(counts) {
  return Object.values(counts).reduce((total, part) => total + part, 0);
}
