/** The agent: the cost of a prefetch and of clearing a long history, and how much of the block stays the same. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applyContextEdits,
  createPrefetchSession,
  createRecallLog,
  estimateTokens,
  prefetch,
} from '../packages/agent/src/index.ts';
import { createMemory } from '../packages/core/src/index.ts';
import { staticEmbedder } from '../packages/embedders/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';
import { ms, quantile, random, row } from './support.mjs';

const names =
  'Ada Byron Carl Dora Emil Frida Gwen Hugo Ines Jonas Karin Leo Mara Nils Olga Paul'.split(' ');
const verbs = [
  'prefers',
  'ordered',
  'wrote about',
  'asked for',
  'reviewed',
  'decided on',
  'postponed',
  'explained',
];
const things = [
  'green tea',
  'the budget report',
  'a train to Lisbon',
  'the login service',
  'a red kettle',
  'piano lessons',
  'the database migration',
  'oat milk',
  'the onboarding guide',
  'a garden shed',
  'the quarterly audit',
  'hiking boots',
  'a vegetarian menu',
  'the release notes',
  'dark mode',
  'a dentist appointment',
  'the rate limiter',
  'weekend shifts',
  'a graph of sales',
  'the privacy policy',
];
const whens = [
  'in January',
  'before the holidays',
  'on Monday mornings',
  'after the merger',
  'for the Berlin office',
  'with the new team',
  'during the trial',
  'at the old address',
];
const smallTalk = [
  'thanks!',
  'ok',
  'good morning',
  'that sounds nice',
  'haha',
  'sure, go on',
  'one moment please',
  'great',
];

export async function run({ small = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'));
  try {
    await prefetches(folder, small ? 1_000 : 10_000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  contextEdits(small ? 1_000 : 10_000);
}

async function prefetches(folder, records) {
  const embedder = await staticEmbedder();
  const memory = await createMemory({
    maxStoreItems: 1_000_000,
    backend: sqliteBackend({ path: join(folder, 'agent.db') }),
    embedder,
  });
  const scope = memory.scope('bench');
  const next = random(7);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const sentence = () => `${pick(names)} ${pick(verbs)} ${pick(things)} ${pick(whens)}`;
  const inputs = Array.from({ length: records }, (_, index) => ({
    content: `${sentence()} (note ${index})`,
    importance: 3 + Math.floor(next() * 3),
  }));
  await scope.storeMany(inputs, { onConflict: 'keepBoth' });
  const question = () => `What did ${pick(names)} say about ${pick(things)}?`;

  for (let i = 0; i < 20; i++) await prefetch(scope, question());
  const times = [];
  const loop = performance.eventLoopUtilization();
  let late = 0;
  for (let i = 0; i < 200; i++) {
    const message = question();
    const start = performance.now();
    const { skipped } = await prefetch(scope, message);
    times.push(performance.now() - start);
    if (skipped) late++;
  }
  const busy = performance.eventLoopUtilization(loop).active / times.length;
  row(
    `prefetch over ${records} records, static embedder, p50 / p95`,
    `${ms(quantile(times, 0.5))} / ${ms(quantile(times, 0.95))}`,
    'p95 below 100 ms',
  );
  row('prefetches past their time limit of 500 ms', `${late} of 200`, '0');
  row('event loop busy for each of them, mean', ms(busy), 'below 10 ms');

  // Three questions on one subject, then small talk, then the next subject: 50 turns.
  const messages = [];
  while (messages.length < 50) {
    const [name, thing] = [pick(names), pick(things)];
    messages.push(
      `What did ${name} say about ${thing}?`,
      `And when was ${thing} with ${name}?`,
      pick(smallTalk),
      `${name}, ${thing}: anything else?`,
    );
  }
  const session = createPrefetchSession(scope, { recall: createRecallLog() });
  const kept = [];
  const fresh = [];
  for (const message of messages.slice(0, 50)) {
    kept.push((await session.next(message, {})).text);
    fresh.push((await prefetch(scope, message)).text);
  }
  row(
    "share of the block's bytes equal to the turn before, 50 turns, in a dialogue",
    percent(equalShare(kept)),
    'above 80 %',
  );
  row('the same, each turn on its own', percent(equalShare(fresh)), 'for comparison');
  const quiet = messages.slice(0, 50).filter((message) => smallTalk.includes(message));
  let empty = 0;
  for (const message of quiet) if ((await prefetch(scope, message)).text === '') empty++;
  row('small talk that recalls nothing', `${empty} of ${quiet.length}`, 'all');
  await memory.close();
  await embedder.close?.();
}

/** Bytes at the start of each block that are also in the block before: what a prompt cache can use. */
function equalShare(blocks) {
  let equal = 0;
  let all = 0;
  for (let turn = 1; turn < blocks.length; turn++) {
    const [before, now] = [Buffer.from(blocks[turn - 1]), Buffer.from(blocks[turn])];
    let same = 0;
    while (same < now.length && now[same] === before[same]) same++;
    equal += same;
    all += now.length;
  }
  return all === 0 ? 1 : equal / all;
}

function contextEdits(length) {
  const messages = [];
  for (let i = 0; messages.length < length; i++) {
    messages.push(
      { role: 'user', content: `question ${i}` },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'let me see '.repeat(20), signature: 's' },
          { type: 'tool_use', id: `t${i}`, name: 'read', input: { path: `file ${i}` } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: `t${i}`, content: 'a line of a file\n'.repeat(60) },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: `answer ${i}` }] },
    );
  }
  const edits = [
    { type: 'clear_thinking_20251015' },
    { type: 'clear_tool_uses_20250919', trigger: { type: 'input_tokens', value: 1000 } },
  ];
  const timed = (part) => {
    const times = [];
    for (let i = 0; i < 40; i++) {
      // Processor time, because clock time depends on other work on the machine.
      const start = process.cpuUsage();
      applyContextEdits(part, edits, estimateTokens);
      const { user, system } = process.cpuUsage(start);
      times.push((user + system) / 1000);
    }
    return { median: quantile(times, 0.5), best: Math.min(...times) };
  };
  const tenth = timed(messages.slice(0, length / 10));
  const whole = timed(messages);
  row(
    `applyContextEdits, two edits that both clear, ${length} messages, processor time, median of 40`,
    ms(whole.median),
    'below 50 ms',
  );
  row(
    'time for ten times the messages (best of 40)',
    `${(whole.best / tenth.best).toFixed(1)} times`,
    'about 10: linear',
  );
}

function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}
