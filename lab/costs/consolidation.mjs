import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Anthropic from '@anthropic-ai/sdk';
import { claudeLlm } from '../../packages/agent/src/index.ts';
import { startScriptedServer } from '../../packages/agent/test/support/scripted-server.ts';
import { ruleExtractor } from '../../packages/core/src/index.ts';
import { sqliteBackend } from '../../packages/kv-backend/src/index.ts';
import { readData } from '../claims/read-data.mjs';
import { openMemory } from '../frame.mjs';

const turnsOfSession = 40;

/**
 * The cost of making facts from 1,000 turns of lab/claims/data, in sessions of 40: CPU time with free extractors, calls
 * and tokens of Claude. The store has --facts facts already. Claude is a server on this machine which finds a fact in every eighth turn; tokens are estimated, and the prompt
 * cache follows the API's rule.
 */
export async function main(args) {
  const { values: options } = parseArgs({
    args,
    options: { facts: { type: 'string', default: '1000' } },
  });
  const turns = readData('turns')
    .slice(0, 1000)
    .map(({ content, speaker }, index) => ({
      ...{ content, speaker },
      occurredAt: new Date(Date.UTC(2026, 2, 4, 10, index)),
    }));
  const folder = mkdtempSync(join(tmpdir(), 'mneme-consolidation-'));
  let stores = 0;
  const filled = async () => {
    const path = join(folder, `${stores++}.db`);
    const memory = await openMemory({ backend: sqliteBackend({ path }) });
    const ada = memory.scope('ada');
    for (let start = 0; start < turns.length; start += turnsOfSession)
      await ada.episodes.append(turns.slice(start, start + turnsOfSession), {
        session: `s${start}`,
      });
    await ada.storeMany(
      Array.from({ length: Number(options.facts) }, (_, index) => ({
        content: `${turns[index % turns.length].content.slice(0, 80)} (${index})`,
        category: 'factual_knowledge',
        onConflict: 'keepBoth',
      })),
    );
    return memory;
  };
  console.table([
    await measure(filled, 'nothing is known', { extractor: { ...everyEighth, knownLimit: 0 } }),
    await measure(filled, '20 known facts a window', { extractor: everyEighth }),
    await measure(filled, 'rules', { extractor: ruleExtractor() }),
  ]);
  const calls = [];
  for (const windowTurns of [10, 20, 50]) calls.push(await measureClaude(filled, windowTurns));
  console.table(calls);
  rmSync(folder, { recursive: true });
}

/** A fact for every eighth turn, unique by the turn's number and words. */
const everyEighth = {
  extract: ({ turns: read }) => ({
    facts: read
      .filter(({ context }, index) => !context && index % 8 === 3)
      .map(({ id, content }) => ({
        content: `Ada wrote "${content.slice(0, 60)}" in note ${id}`,
        category: 'factual_knowledge',
        importance: 3,
        evidence: [id],
      })),
  }),
};

async function measure(filled, name, given) {
  const memory = await filled();
  const before = process.cpuUsage();
  const report = await memory.scope('ada').consolidate(given);
  const { user, system } = process.cpuUsage(before);
  const cpuSeconds = Number(((user + system) / 1e6).toFixed(2));
  const { windows, facts, confirmed, skipped } = report;
  await memory.close();
  return { name, cpuSeconds, windows, facts, confirmed, skipped: sum(skipped) };
}

async function measureClaude(filled, windowTurns) {
  const memory = await filled();
  const server = await startScriptedServer(({ body }) => {
    const numbers = [...body.messages[0].content.matchAll(/^\{"turn":(\d+).*$/gmu)]
      .filter(([line]) => !line.includes('"read_before":true'))
      .map(([, number]) => Number(number));
    const facts = numbers
      .filter((_, index) => index % 8 === 3)
      .map((number) => ({
        ...{ content: `Ada told Ben of matter ${number} on her list` },
        ...{ category: 'factual_knowledge', importance: 3, tags: [], occurred_at: '' },
        evidence: [number],
      }));
    return {
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'record_facts', input: { facts } }],
    };
  });
  const client = new Anthropic({ baseURL: server.baseURL, apiKey: 'none' });
  const { extractor } = claudeLlm({ client, model: 'claude-haiku-5' });
  const { calls, usage } = await memory.scope('ada').consolidate({ extractor, windowTurns });
  await server.close();
  await memory.close();
  return { windowTurns, calls, ...usage };
}

function sum(counts) {
  return Object.values(counts).reduce((total, part) => total + part, 0);
}
