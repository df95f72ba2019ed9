import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, isStepCount, streamText, ToolLoopAgent, wrapLanguageModel } from 'ai';
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import {
  ada,
  adaLikesTea,
  line,
  memory,
  patient,
  question,
  turns,
} from '../../agent/test/support/ada-likes-tea.ts';
import { createRecallLog, mnemeMemoryTool, mnemeMiddleware, mnemeTools } from '../src/index.ts';

adaLikesTea();

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } } as never;
type Content = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>['content'];

/** A model that gives these answers, one per step. */
function scripted(...steps: (string | { tool: string; input: object })[]) {
  const results = steps.map((step, at) => ({
    content: (typeof step === 'string'
      ? [{ type: 'text', text: step }]
      : [
          {
            type: 'tool-call',
            toolCallId: `call-${at}`,
            toolName: step.tool,
            input: JSON.stringify(step.input),
          },
        ]) as Content,
    finishReason: {
      unified: typeof step === 'string' ? ('stop' as const) : ('tool-calls' as const),
      raw: undefined,
    },
    usage,
    warnings: [],
  }));
  return new MockLanguageModelV4({ doGenerate: results });
}

const systemOf = (call: { prompt: readonly { role: string; content: unknown }[] } | undefined) =>
  (call?.prompt ?? []).filter(({ role }) => role === 'system').map(({ content }) => content);

describe('the middleware', () => {
  it('recalls once per message, so all steps of a turn have the same prompt', async () => {
    let recalled = 0;
    const counting = new Proxy(ada, {
      get(target, name) {
        const member = Reflect.get(target, name, target);
        if (name === 'retrieve' || name === 'recall') recalled++;
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const store = {
      tool: 'memory_store',
      input: { content: 'Ada buys tea at Mariage', category: 'user_preference', importance: 4 },
    };
    const mock = scripted(store, 'Green tea.', 'Green tea, again.');
    const model = wrapLanguageModel({
      model: mock,
      middleware: mnemeMiddleware(counting, patient),
    });
    const call = () =>
      generateText({
        model,
        tools: mnemeTools(ada),
        stopWhen: isStepCount(3),
        instructions: 'You help.',
        prompt: question,
      });
    await call();
    const once = recalled;
    expect(once).toBeGreaterThan(0);
    const [first, second] = mock.doGenerateCalls.map(systemOf);
    expect(first).toEqual(['You help.', expect.stringContaining(line)]);
    expect(second).toEqual(first);
    expect(first?.join()).not.toContain('Mariage');
    // The next turn recalls again, although the message is the same.
    await call();
    expect(recalled).toBe(2 * once);
    expect(systemOf(mock.doGenerateCalls[2]).join()).toContain('Mariage');
  });

  it('stores each message once, in order, when the turn ends', async () => {
    const mock = scripted(
      { tool: 'memory_retrieve', input: { query: 'tea' } },
      'Green tea.',
      'Yes.',
    );
    const middleware = mnemeMiddleware(ada, { ...patient, session: 'monday' });
    const agent = new ToolLoopAgent({
      model: wrapLanguageModel({ model: mock, middleware }),
      tools: mnemeTools(ada),
    });
    const first = await agent.generate({ prompt: question });
    await agent.generate({
      messages: [
        { role: 'user', content: question },
        ...first.response.messages,
        { role: 'user', content: 'Is it healthy?' },
      ],
    });
    expect(await turns('monday')).toEqual([
      `user: ${question}`,
      'assistant: Green tea.',
      'user: Is it healthy?',
      'assistant: Yes.',
    ]);
  });

  it('recalls and stores for a stream too, and passes every part on', async () => {
    const finish = (unified: 'stop' | 'error') => ({
      type: 'finish' as const,
      usage,
      finishReason: { unified, raw: undefined },
    });
    const stream = (parts: object[]) => ({
      stream: convertArrayToReadableStream<never>(parts as never[]),
    });
    const words = [
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'Green ' },
      { type: 'text-delta', id: '1', delta: 'tea.' },
      { type: 'text-end', id: '1' },
    ];
    const mock = new MockLanguageModelV4({
      doStream: [stream([...words, finish('stop')]), stream([...words, finish('error')])],
    });
    const middleware = mnemeMiddleware(ada, { ...patient, session: 's' });
    const model = wrapLanguageModel({ model: mock, middleware });
    expect(await streamText({ model, prompt: question }).text).toBe('Green tea.');
    expect(systemOf(mock.doStreamCalls[0])).toEqual([expect.stringContaining(line)]);
    expect(await turns('s')).toEqual([`user: ${question}`, 'assistant: Green tea.']);
    await streamText({ model, prompt: 'And coffee?', onError: () => {} }).consumeStream();
    expect(await turns('s')).toHaveLength(2);
  });

  it('stores each dialogue under the session of its call, and nothing if disabled', async () => {
    const model = wrapLanguageModel({
      model: scripted('One.', 'Two.'),
      middleware: mnemeMiddleware(ada),
    });
    for (const session of ['a', 'b'])
      await generateText({ model, prompt: question, providerOptions: { mneme: { session } } });
    expect(await turns('a')).toEqual([`user: ${question}`, 'assistant: One.']);
    expect(await turns('b')).toEqual([`user: ${question}`, 'assistant: Two.']);
    const silent = mnemeMiddleware(ada, { keepTurns: false, session: 'c' });
    await generateText({
      model: wrapLanguageModel({ model: scripted('Three.'), middleware: silent }),
      prompt: question,
    });
    expect(await turns('c')).toEqual([]);
  });

  it('does not change the prompt if there are no memories or no message', async () => {
    const mock = scripted('Hello.', 'A picture.');
    const middleware = mnemeMiddleware(memory.scope('grace'));
    const model = wrapLanguageModel({ model: mock, middleware });
    await generateText({ model, prompt: question });
    const file = { type: 'file' as const, data: new Uint8Array([1]), mediaType: 'image/png' };
    await generateText({ model, messages: [{ role: 'user', content: [file] }] });
    expect(mock.doGenerateCalls.map(systemOf)).toEqual([[], []]);
  });

  it('recalls again after an aborted call', async () => {
    const mock = scripted('Green tea.');
    const model = wrapLanguageModel({ model: mock, middleware: mnemeMiddleware(ada, patient) });
    const abortSignal = AbortSignal.abort();
    await expect(generateText({ model, prompt: question, abortSignal })).rejects.toThrow();
    await generateText({ model, prompt: question });
    expect(systemOf(mock.doGenerateCalls.at(-1)).join()).toContain(line);
  });
});

describe('the tools', () => {
  it('search, forget, report errors, and do not store recalled memories again', async () => {
    const [known] = (await ada.list()).memories;
    const recall = createRecallLog();
    const echo = { content: 'Ada prefers green tea', category: 'decision_log', importance: 1 };
    const { steps } = await generateText({
      model: wrapLanguageModel({
        model: scripted(
          { tool: 'memory_store', input: echo },
          { tool: 'memory_store', input: { ...echo, category: 'drink' } },
          { tool: 'memory_store', input: { ...echo, content: 'Ada lives in Lisbon' } },
          { tool: 'memory_retrieve', input: { query: 'Where does Ada live?', limit: 1 } },
          { tool: 'memory_delete', input: { memory_id: known?.id, reason: 'asked to' } },
          'Done.',
        ),
        middleware: mnemeMiddleware(ada, { recall }),
      }),
      tools: mnemeTools(ada, { recall }),
      stopWhen: isStepCount(6),
      prompt: question,
    });
    const error = expect.stringContaining('category');
    expect(steps.map(({ content }) => content.at(-1))).toMatchObject([
      { type: 'tool-result', output: { outcome: 'confirmed' } },
      { type: 'tool-error', error: { message: error } },
      { type: 'tool-result', output: { outcome: 'created' } },
      { output: { memories: [{ content: 'Ada lives in Lisbon' }] } },
      { output: { memory_id: known?.id } },
      { text: 'Done.' },
    ]);
    expect(await ada.get(known?.id as string)).toBeUndefined();
  });

  it('refer to each other by the right names', () => {
    const texts = JSON.stringify(Object.values(mnemeTools(ada)));
    expect(texts).toContain('As memory_retrieve gave it.');
    expect(texts).not.toMatch(/memory_(search|find)/);
  });
});

describe('the memory tool of Claude', () => {
  it('is sent as memory_20250818 by the real provider and works on documents', async () => {
    const notes = await ada.stores.open('notes', { create: true });
    const inputs = [
      { command: 'create', path: '/memories/tea.md', file_text: 'green' },
      { command: 'view', path: '/memories/tea.md' },
      { command: 'view', path: '/memories/none.md' },
      { command: 'shout', path: '/memories' },
    ];
    const requests: { headers: Headers; body: Record<string, never[]> }[] = [];
    const anthropic = createAnthropic({
      apiKey: 'test',
      fetch: async (_, init) => {
        const { headers, body } = init ?? {};
        requests.push({ headers: new Headers(headers), body: JSON.parse(String(body)) });
        const input = inputs[requests.length - 1];
        const use = { type: 'tool_use', id: `tool-${requests.length}`, name: 'memory', input };
        return Response.json({
          ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude' },
          content: [input ? use : { type: 'text', text: 'Done.' }],
          stop_reason: input ? 'tool_use' : 'end_turn',
          usage: { input_tokens: 1, output_tokens: 1 },
        });
      },
    });
    const { text, warnings } = await generateText({
      model: anthropic('claude-sonnet-5-5'),
      tools: { memory: mnemeMemoryTool(notes) },
      stopWhen: isStepCount(6),
      prompt: 'Write down which tea I like.',
    });
    expect([text, warnings]).toEqual(['Done.', []]);
    expect(requests[0]?.body.tools).toEqual([{ name: 'memory', type: 'memory_20250818' }]);
    expect(requests[0]?.headers.get('anthropic-beta')).toContain('context-management-2025-06-27');
    expect((await notes.read('/tea.md'))?.content).toBe('green');
    const results = (requests.at(-1)?.body.messages ?? []).flatMap(({ content }) =>
      (content as { type: string; content: unknown; is_error?: boolean }[]).filter(
        ({ type }) => type === 'tool_result',
      ),
    );
    expect(results.map(({ content }) => JSON.stringify(content))).toEqual([
      expect.stringContaining('File created successfully at: /memories/tea.md'),
      expect.stringContaining('green'),
      expect.stringContaining('The path /memories/none.md does not exist'),
      expect.stringContaining('there is no command shout: use view, create'),
    ]);
    expect(results.map(({ is_error }) => is_error ?? false)).toEqual([false, false, true, true]);
  });
});
