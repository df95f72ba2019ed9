import { expect, it } from 'vitest';
import type { ContextEdit, MemoryAgentOptions, MessageParam } from '../src/index.ts';
import { agentFor, agentsOfEachTest, eventsOf, server, toolOf } from './support/agent.ts';
import { faults } from './support/history.ts';
import { call, type ScriptedRequest, say } from './support/scripted-server.ts';

const threshold = 30_000;
const facts = [
  { content: "Ada's sister Byron lives in Lisbon", category: 'relationship', importance: 4 },
  {
    content: 'The launch was moved to 4 May because of the audit',
    category: 'decision_log',
    importance: 4,
  },
  {
    content: 'Ada wants every report as bullet points',
    category: 'user_preference',
    importance: 5,
  },
];
const questions = [
  { before: 12, ask: 'In which town does my sister Byron live?', fact: facts[0]! },
  { before: 11, ask: 'Why was the launch moved, and to when?', fact: facts[1]! },
  { before: 10, ask: 'How do I want every report?', fact: facts[2]! },
];

const readLog = toolOf(
  'read_log',
  ({ path }) => `${path}\n${'2026-11-21 12:00:00 INFO request served in 12 ms\n'.repeat(420)}`,
);

const lastText = (messages: readonly MessageParam[]) => {
  const { content = [] } = messages.at(-1)!;
  if (typeof content === 'string') return content;
  const text = content.findLast((block) => block.type === 'text');
  return text?.type === 'text' ? text.text : '';
};

const systemOf = ({ body }: ScriptedRequest) =>
  Array.isArray(body.system) ? body.system.map(({ text }) => text).join('\n') : (body.system ?? '');

/**
 * The answers of the model. It knows only the request: it answers with a fact from the text of the request, or says that
 * the fact is missing.
 */
function model(request: ScriptedRequest) {
  const text = lastText(request.seen);
  if (text.includes('Task overview'))
    return say('<summary>\nWe read logs, one after the other.\n</summary>');
  const last = request.seen.at(-1)!;
  if (Array.isArray(last.content) && last.content.some((block) => block.type === 'tool_result')) {
    return say('Done.');
  }
  if (text.includes('Remember')) {
    return call(facts.map((input) => ({ name: 'memory_store', input })));
  }
  const question = questions.find(({ ask }) => text.includes(ask));
  if (question) {
    const visible = `${systemOf(request)}\n${JSON.stringify(request.seen.slice(0, -1))}`;
    return say(visible.includes(question.fact.content) ? question.fact.content : 'I do not know.');
  }
  if (!text.startsWith('Look')) return say('You are welcome.');
  return call([{ name: 'read_log', input: { path: text.replace(/\W+/g, '-') } }], {
    thinking: 'look',
  });
}

agentsOfEachTest();

const turns = 300;
// With edits on the server the client sends the whole history in every request. To keep 300 turns fast, only 50 of
// them read a log there.
const trigger = { type: 'input_tokens' as const, value: threshold };
const edits: ContextEdit[] = [
  { type: 'clear_thinking_20251015' },
  { type: 'clear_tool_uses_20250919', trigger },
];
const compacting: ContextEdit[] = [{ type: 'compact_20260112', trigger }];
const ways: [string, { logEvery: number } & Partial<MemoryAgentOptions>][] = [
  ['clearing on the server', { logEvery: turns / 50, contextManagement: { edits } }],
  ['clearing locally', { logEvery: 1, contextManagement: { where: 'local', edits } }],
  [
    'local compaction',
    { logEvery: 1, compaction: { enabled: true, contextTokenThreshold: threshold } },
  ],
  ['compaction on the server', { logEvery: turns / 50, contextManagement: { edits: compacting } }],
];

it.each(ways)(
  `facts from turn 3 of ${turns} are answered ten turns before the end, with %s`,
  async (_, { logEvery, ...options }) => {
    const agent = await agentFor(model, {
      summary: 'We read logs, one after the other.',
      system: 'You help Ada with her service.',
      tools: [readLog],
      ...options,
    });
    const answers = new Map<number, string>();
    for (let turn = 1; turn <= turns; turn++) {
      const question = questions.find(({ before }) => turn === turns - before);
      const message =
        turn === 3
          ? 'Remember these three things.'
          : (question?.ask ??
            (turn % logEvery === 0 ? `Look at log ${turn}` : `Thanks for ${turn}.`));
      answers.set(turn, (await agent.send(message)).text);
    }

    for (const { before, fact } of questions)
      expect(answers.get(turns - before)).toBe(fact.content);
    const compactions = eventsOf('compaction').length;
    expect(eventsOf('edit').length + compactions).toBeGreaterThan(5);
    expect(eventsOf('error')).toEqual([]);
    // The turns with the facts left the context long before, so the facts come from memory.
    const asked = server.requests.filter((request) =>
      questions.some(({ ask }) => lastText(request.seen).includes(ask)),
    );
    expect(asked).toHaveLength(questions.length);
    for (const request of asked) {
      const question = questions.find(({ ask }) => lastText(request.seen).includes(ask))!;
      expect(systemOf(request)).toContain(`] ${question.fact.content} (importance:`);
      if (compactions > 0) {
        expect(JSON.stringify(request.seen)).not.toContain(question.fact.content);
      }
    }
    // No request exceeded the threshold plus one round of results and calls.
    const largest = Math.max(...server.requests.map(({ inputTokens }) => inputTokens));
    expect(largest).toBeLessThan(threshold * 1.6);
    expect(faults(agent.history.filter(({ role }) => role !== undefined))).toEqual([]);
  },
  240_000,
);
