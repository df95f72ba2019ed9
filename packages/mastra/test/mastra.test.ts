import { Agent } from '@mastra/core/agent';
import { MockMemory } from '@mastra/core/memory';
import { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';
import { createTool } from '@mastra/core/tools';
import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  ada,
  adaLikesTea,
  line,
  patient,
  question,
  turns,
} from '../../agent/test/support/ada-likes-tea.ts';
import { MnemeProcessor } from '../src/index.ts';

adaLikesTea();

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

/** A mock model of Mastra with these answers, one per step; a step that is not a text calls the tool `buy`. */
function scripted(...steps: (string | { error: string } | object)[]) {
  const contents = steps.map((step) =>
    typeof step === 'string'
      ? { type: 'text', text: step }
      : { type: 'tool-call', toolCallId: '1', toolName: 'buy', input: JSON.stringify(step) },
  );
  const next = () => {
    const content = contents.shift();
    if (content === undefined) throw new Error('the model is out of order');
    return { content, finishReason: content.type === 'text' ? 'stop' : 'tool-calls' };
  };
  return new MastraLanguageModelV2Mock({
    doGenerate: async () => {
      const { content, finishReason } = next();
      return { content: [content], finishReason, usage, warnings: [] } as never;
    },
    doStream: async () => {
      const { content, finishReason } = next();
      const parts = [
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: content.text },
        { type: 'text-end', id: '1' },
        { type: 'finish', finishReason, usage },
      ];
      return { stream: ReadableStream.from(parts) } as never;
    },
  });
}

function agentOf(model: MastraLanguageModelV2Mock, mneme: MnemeProcessor, more: object = {}) {
  const buy = createTool({
    id: 'buy',
    description: 'Buys tea',
    inputSchema: z.object({ tea: z.string() }),
    execute: async ({ tea }) => {
      await ada.store({
        content: `Ada buys ${tea} tea`,
        category: 'user_preference',
        importance: 5,
      });
      return 'bought';
    },
  });
  return new Agent({
    id: 'helper',
    name: 'helper',
    instructions: 'You help.',
    model,
    tools: { buy },
    inputProcessors: [mneme],
    outputProcessors: [mneme],
    ...more,
  });
}

const systemsOf = (model: MastraLanguageModelV2Mock) =>
  model.doGenerateCalls.map(({ prompt }) =>
    prompt.filter(({ role }) => role === 'system').map(({ content }) => content),
  );

it('recalls once per call, so all its steps have the same prompt, and stores the messages', async () => {
  const model = scripted({ tea: 'white' }, 'Green tea.', 'White tea, too.');
  const agent = agentOf(model, new MnemeProcessor(ada, { ...patient, session: 'monday' }));
  expect((await agent.generate(question)).text).toBe('Green tea.');
  const [first, second] = systemsOf(model);
  expect(first).toEqual(['You help.', expect.stringContaining(line)]);
  expect(second).toEqual(first);
  await agent.generate(question);
  expect(systemsOf(model)[2]?.[1]).toContain('Ada buys white tea');
  expect(await turns('monday')).toEqual([
    `user: ${question}`,
    'assistant: Green tea.',
    `user: ${question}`,
    'assistant: White tea, too.',
  ]);
});

it('stores the turns of a thread under its id, once, although the thread repeats its history', async () => {
  const model = scripted('Green tea.', 'Yes.', 'Hello.');
  const agent = agentOf(model, new MnemeProcessor(ada, patient), { memory: new MockMemory() });
  const options = (thread: string) => ({ memory: { thread, resource: 'ada' } });
  await agent.generate(question, options('one'));
  await agent.generate('Is it healthy?', options('one'));
  await agent.generate('How do I make it?', options('two'));
  expect(await turns('one')).toEqual([
    `user: ${question}`,
    'assistant: Green tea.',
    'user: Is it healthy?',
    'assistant: Yes.',
  ]);
  expect(await turns('two')).toEqual(['user: How do I make it?', 'assistant: Hello.']);
});

it('recalls and stores for a stream too', async () => {
  const model = scripted('Green tea.');
  const agent = agentOf(model, new MnemeProcessor(ada, { ...patient, session: 's' }));
  const stream = await agent.stream(question);
  expect(await stream.text).toBe('Green tea.');
  expect(JSON.stringify(model.doStreamCalls[0]?.prompt)).toContain('Ada prefers green tea');
  expect(await turns('s')).toEqual([`user: ${question}`, 'assistant: Green tea.']);
});
