/**
 * What blocks hold at the start of a turn, by the tables that ship and through the whole way: store, retrieve, prefetch.
 *   node tools/prefetch-report.mjs --data FOLDER [--sets a,b] [--queries 100] [--limit 5] [--floors 0.2,0.25,0.3]
 * The sets are those of tools/calibrate-relevance.mjs; most were learned from, so its tables with a set left out are the
 * ones to judge by.
 */
import { parseArgs } from 'node:util';
import { prefetch } from '../packages/agent/src/index.ts';
import { createMemory } from '../packages/core/src/index.ts';
import { staticEmbedder } from '../packages/embedders/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';
import { developmentSets } from './ranking/sets.mjs';
import { evaluationSet, peopleSets } from './relevance/gather-evidence.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    sets: { type: 'string', default: developmentSets.join(',') },
    queries: { type: 'string', default: '100' },
    limit: { type: 'string', default: '5' },
    floors: { type: 'string', default: '0.2,0.25,0.3' },
  },
});
const floors = options.floors.split(',').map(Number);
const heads = floors.flatMap((at) => [`right at ${at}`, 'lines', 'other silent', 'idle silent']);
console.log(`| | ${heads.join(' | ')} |\n| --- |${' --- |'.repeat(heads.length)}`);
for (const set of [
  ...peopleSets(),
  ...options.sets
    .split(',')
    .map((name) => evaluationSet(options.data, name, Number(options.queries))),
])
  console.log(`| ${set.name} | ${(await report(set)).join(' | ')} |`);

async function report({ scopes, asked }) {
  const memory = await createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: staticEmbedder(),
    secrets: 'allow',
    maxContentBytes: 10_000_000,
  });
  for (const [scope, memories] of scopes)
    await memory.scope(scope).storeMany(
      memories.map(({ id, text, time, speaker, session, sequence }) => ({
        content: text,
        occurredAt: time,
        source: { externalId: id, speaker, session, sequence },
      })),
      { onConflict: 'keepBoth' },
    );
  const cells = [];
  for (const minRelevance of floors) {
    const blocks = { questions: [], other: [], idle: [] };
    for (const { kind, text, scope, relevant = [] } of asked) {
      const { memories } = await prefetch(memory.scope(scope), text, {
        limit: Number(options.limit),
        minRelevance,
        tokenBudget: 10_000,
        timeoutMs: 60_000,
      });
      const right = memories.some(({ source }) => relevant.includes(source.externalId));
      blocks[['small-talk', 'general'].includes(kind) ? 'idle' : kind]?.push({
        lines: memories.length,
        right,
      });
    }
    const mean = (list, value) =>
      list.length === 0
        ? ''
        : (list.reduce((sum, block) => sum + value(block), 0) / list.length).toFixed(2);
    cells.push(
      mean(blocks.questions, ({ right }) => (right ? 1 : 0)),
      mean(blocks.questions, ({ lines }) => lines),
      mean(blocks.other, ({ lines }) => (lines === 0 ? 1 : 0)),
      mean(blocks.idle, ({ lines }) => (lines === 0 ? 1 : 0)),
    );
  }
  await memory.close();
  return cells;
}
