import { describe, expect, it } from 'vitest';
import { type Clearing, clearedResultPlaceholder, estimateTokens } from '../src/index.ts';
import { blocksOf } from '../src/messages.ts';
import {
  agentFor as agentOf,
  agentsOfEachTest,
  eventsOf,
  server,
  toolOf,
} from './support/agent.ts';
import { faults } from './support/history.ts';
import { ada } from './support/memory.ts';
import { call, type Script, type ScriptedRequest, say } from './support/scripted-server.ts';

agentsOfEachTest();

const readFile = toolOf('read_file', ({ path }) => `${path}: ${'lorem ipsum '.repeat(100)}`);

const agentFor: typeof agentOf = (script, options) =>
  agentOf(script, { tools: [readFile], ...options });

const endsWithResult = ({ body }: ScriptedRequest) =>
  JSON.stringify(body.messages.at(-1)).includes('"tool_result"');

/** Each user message makes the model read one file, then answer. */
const reader = ({ seen }: ScriptedRequest) => {
  const answered = blocksOf(seen.at(-1)!).some((block) => block.type === 'tool_result');
  return answered
    ? say('Read.')
    : call([{ name: 'read_file', input: { path: `f${seen.length}` } }], {
        thinking: 'which file?',
      });
};

const clearAtTwo = {
  type: 'clear_tool_uses_20250919' as const,
  trigger: { type: 'tool_uses' as const, value: 2 },
  keep: { type: 'tool_uses' as const, value: 1 },
};

describe.each(['server', 'local'] as const)('context edits applied by the %s', (where) => {
  it('change what the model sees, are reported, and leave the history whole', async () => {
    const agent = await agentFor(reader, {
      contextManagement: { edits: [{ type: 'clear_thinking_20251015' }, clearAtTwo], where },
    });
    for (const text of ['a', 'b', 'c', 'd']) await agent.send(text);
    const last = server.requests.at(-1)!;
    const seen = JSON.stringify(last.seen);
    expect(seen.split(clearedResultPlaceholder)).toHaveLength(4);
    expect(seen.split('which file?')).toHaveLength(2);
    expect(JSON.stringify(last.body.messages).includes(clearedResultPlaceholder)).toBe(
      where === 'local',
    );
    expect(last.body.context_management !== undefined).toBe(where === 'server');
    expect(JSON.stringify(agent.history)).not.toContain(clearedResultPlaceholder);
    const edits = eventsOf('edit');
    expect(edits.every((event) => event.where === where)).toBe(true);
    expect(edits.at(-1)!.appliedEdits.map(({ type }) => type)).toContain(
      'clear_tool_uses_20250919',
    );
  });

  it('calls onBeforeClear once for each result', async () => {
    const clearings: Clearing[] = [];
    const agent = await agentFor(reader, {
      contextManagement: { edits: [clearAtTwo], where },
      onBeforeClear: (clearing) => {
        clearings.push(clearing);
        if (clearing.reason !== 'edit') return [];
        return clearing.cleared.map(({ use }) => ({
          content: `Has read ${JSON.stringify(use.input)}`,
          source: { session: clearing.session },
        }));
      },
    });
    for (const text of ['a', 'b', 'c', 'd', 'e']) await agent.send(text);
    const ids = clearings.flatMap((c) =>
      c.reason === 'edit' ? c.cleared.map(({ use }) => use.id) : [],
    );
    expect(ids.length).toBeGreaterThan(2);
    expect(new Set(ids).size).toBe(ids.length);
    expect(eventsOf('store').filter(({ by }) => by === 'agent')).toHaveLength(ids.length);
  });
});

describe('local edits', () => {
  it('keep only the last thinking block by default', async () => {
    const agent = await agentFor(reader, {
      contextManagement: { edits: [], where: 'local' },
      request: { thinking: { type: 'adaptive' } },
    });
    for (const text of ['a', 'b', 'c']) await agent.send(text);
    expect(JSON.stringify(server.requests.at(-1)!.seen).split('which file?')).toHaveLength(2);
  });

  it('do not change the prefix between clearings, so that the prompt cache is used', async () => {
    const agent = await agentFor(reader, {
      contextManagement: {
        edits: [
          {
            type: 'clear_tool_uses_20250919',
            trigger: { type: 'input_tokens', value: 4000 },
            keep: { type: 'tool_uses', value: 1 },
          },
        ],
        where: 'local',
      },
    });
    for (let i = 0; i < 30; i++) await agent.send(`file ${i}`);
    const turns = 30;
    expect(eventsOf('edit').length).toBeGreaterThan(2);
    expect(eventsOf('edit').length).toBeLessThan(turns / 3);
    expect(server.requests.every(({ inputTokens }) => inputTokens < 5000)).toBe(true);
  });

  it('continue when onBeforeClear fails', async () => {
    const agent = await agentFor(reader, {
      contextManagement: { edits: [clearAtTwo], where: 'local' },
      onBeforeClear: () => {
        throw new Error('no');
      },
    });
    for (const text of ['a', 'b', 'c']) await agent.send(text);
    expect(eventsOf('error')).toMatchObject([{ during: 'before_clear' }]);
    expect(eventsOf('edit')).toHaveLength(1);
  });
});

const isSummaryRequest = (messages: readonly object[]) =>
  JSON.stringify(messages.at(-1)).includes('Task overview');

describe('local compaction', () => {
  const summarising: Script = (request) =>
    isSummaryRequest(request.body.messages)
      ? say('<summary>The user reads files.</summary>')
      : reader(request);

  it('replaces the history with a summary, keeps the question, and stores the summary of the session', async () => {
    const agent = await agentFor(summarising, {
      compaction: { enabled: true, contextTokenThreshold: 1800 },
      session: 'monday',
    });
    for (let i = 0; i < 8; i++) {
      const { text } = await agent.send(`question ${i}`);
      expect(text).toBe('Read.');
      expect(faults(agent.history)).toEqual([]);
    }
    const compactions = eventsOf('compaction');
    expect(compactions.length).toBeGreaterThan(1);
    for (const event of compactions) {
      expect(event).toMatchObject({
        where: 'local',
        threshold: 1800,
        summary: 'The user reads files.',
      });
      expect(event.tokensBefore).toBeGreaterThan(1800);
      expect(event.tokensAfter).toBeLessThan(event.tokensBefore!);
      expect(event.replaced!.length).toBeGreaterThan(1);
    }
    const [record] = (await ada.list({ kinds: ['fact'] })).memories;
    expect(record).toMatchObject({
      content: 'The user reads files.',
      source: { session: 'monday', kind: 'summary' },
      tags: ['conversation-summary'],
    });
    const after = server.requests.filter(({ body }) =>
      JSON.stringify(body.messages[0]).includes('<summary>'),
    );
    expect(after.length).toBeGreaterThan(0);
  });

  it('drops a pending tool call, which the model then repeats', async () => {
    const agent = await agentFor(summarising, {
      compaction: { enabled: true, contextTokenThreshold: 3200 },
    });
    for (let i = 0; i < 12; i++) {
      expect((await agent.send(`question ${i} ${'or so '.repeat(400)}`)).text).toBe('Read.');
    }
    const inside = server.requests.findIndex(
      ({ body }, index) =>
        isSummaryRequest(body.messages) && !endsWithResult(server.requests[index - 1]!),
    );
    expect(inside).toBeGreaterThan(0);
    const [, summary, again] = server.requests.slice(inside - 1);
    expect(JSON.stringify(summary!.body.messages.at(-1))).toContain('question');
    expect(again!.body.messages).toHaveLength(1);
    expect(JSON.stringify(again!.body.messages[0])).toMatch(/<summary>.*question/);
  });

  it('does not loop when one round is larger than the threshold', async () => {
    const agent = await agentFor(summarising, {
      compaction: { enabled: true, contextTokenThreshold: 10 },
    });
    expect((await agent.send('go')).text).toBe('Read.');
    expect(server.requests.length).toBeLessThan(8);
  });

  it('keeps the history and reports it when the model writes no summary', async () => {
    const agent = await agentFor(
      ({ body }) => (isSummaryRequest(body.messages) ? say('No.') : say('x'.repeat(4000))),
      { compaction: { enabled: true, contextTokenThreshold: 900 } },
    );
    await agent.send('a');
    expect(agent.history).toHaveLength(2);
    expect(eventsOf('error')).toMatchObject([{ during: 'compaction' }]);
    expect(agent.usage.calls).toBe(2);
  });

  it.each<[string, Record<string, number>]>([
    ['its own size', { input_tokens: 5000 }],
    ['what tools of the server read', { input_tokens: 10, cache_read_input_tokens: 150_000 }],
    ['a growing size', {}],
  ])('runs the tool after one summary, whatever fills the context: %s', async (_, usage) => {
    let round = 0;
    const agent = await agentFor(
      ({ body, seen }) => {
        if (isSummaryRequest(body.messages)) return say('<summary>They read.</summary>');
        if (JSON.stringify(seen.at(-1)).includes('"tool_result"')) return say('Read.');
        const growing = { input_tokens: 2000 + 3000 * round++ };
        const { content } = call([{ name: 'read_file', input: {} }], { text: 'Let me look.' });
        return { content, usage: 'input_tokens' in usage ? usage : growing };
      },
      { compaction: { enabled: true, contextTokenThreshold: 1000 } },
    );
    expect(await agent.send('go')).toMatchObject({ text: 'Read.', rounds: 3 });
    expect(eventsOf('tool').filter(({ phase }) => phase === 'end')).toHaveLength(1);
    expect(server.requests).toHaveLength(4);
  });

  it('keeps a long question once, and runs its tools', async () => {
    const agent = await agentFor(
      ({ body, seen }) => {
        if (isSummaryRequest(body.messages)) return say('<summary>A long text.</summary>');
        const results = JSON.stringify(seen).split('"tool_result"').length - 1;
        if (results > 4) return say('Done.');
        return call([{ name: 'read_file', input: {} }], { text: 'Next.' });
      },
      { compaction: { enabled: true } },
    );
    const { text, rounds } = await agent.send('word '.repeat(120_000));
    expect([text, rounds]).toEqual(['Done.', 7]);
    // One while the tools run, and one at the end, which removes the text.
    expect(eventsOf('compaction')).toHaveLength(1);
    await agent.send('and now?');
    expect(JSON.stringify(agent.history).length).toBeLessThan(5000);
  });

  it('takes the size of the last iteration, since totals count the context once for each call', async () => {
    const iteration = {
      type: 'message',
      ...{ input_tokens: 10, cache_read_input_tokens: 30_000, output_tokens: 10 },
    };
    const usage = {
      ...{ input_tokens: 40, cache_read_input_tokens: 120_000, output_tokens: 40 },
      iterations: [iteration, iteration, iteration, iteration],
    };
    const agent = await agentFor(() => say('ok', { usage: usage as never }), {
      compaction: { enabled: true },
    });
    await agent.send('a');
    expect(server.requests).toHaveLength(1);
  });

  it('asks for a summary without what would prevent one', async () => {
    const agent = await agentFor(
      ({ body }) => {
        if (body.compaction) throw new Error('not by the server');
        const { tool_choice: choice, output_config, stop_sequences } = body;
        if (!isSummaryRequest(body.messages)) return say('x'.repeat(4000));
        const allowed = choice?.type === 'none' && !output_config && !stop_sequences;
        return say(allowed ? '<summary>They talked.</summary>' : '{}');
      },
      {
        compaction: { enabled: true, contextTokenThreshold: 900, maxTokens: 300 },
        request: {
          tool_choice: { type: 'any' },
          output_config: { effort: 'low', format: { type: 'json_schema', schema: {} } },
          stop_sequences: ['</summary>'],
          thinking: { type: 'enabled', budget_tokens: 1024 },
        },
      },
    );
    await agent.send('a');
    expect(eventsOf('compaction')).toMatchObject([{ summary: 'They talked.' }]);
    expect(server.requests[0]!.body.tool_choice).toEqual({ type: 'any' });
    expect(server.requests[1]!.body.max_tokens).toBe(1324);
  });

  it.each(['server_tool_use', 'mcp_tool_use'])(
    'asks for a summary without an unanswered %s',
    async (type) => {
      const agent = await agentFor(
        ({ body, seen }) => {
          if (isSummaryRequest(body.messages)) return say('<summary>They read.</summary>');
          if (endsWithResult({ body } as ScriptedRequest)) return say('Read.');
          const { content } = call([{ name: 'read_file', input: {} }], { text: 'Let me look.' });
          const fetch = { type, id: `srv_${seen.length}`, name: 'web_fetch', input: {} } as never;
          return { content: [fetch, ...content], usage: { input_tokens: 200_000 } };
        },
        { compaction: { enabled: true } },
      );
      expect((await agent.send('go')).text).toBe('Read.');
      const [, summary] = server.requests;
      expect(JSON.stringify(summary!.body.messages)).not.toMatch(/srv_|tool_use/);
      expect(eventsOf('compaction')).toHaveLength(1);
    },
  );

  it('passes system messages of a history on, and keeps those that are still shown', async () => {
    const system = (content: string, clear_at?: 'next_user_message') => ({
      role: 'system' as const,
      content,
      ...(clear_at ? { clear_at } : {}),
    });
    const history = [
      { role: 'user' as const, content: 'hello' },
      system('Answer in verse.'),
      system('Only now: be brief. '.repeat(50), 'next_user_message'),
      { role: 'assistant' as const, content: 'Hail.' },
    ];
    const agent = await agentFor(
      ({ body }) =>
        isSummaryRequest(body.messages) ? say('<summary>Hail.</summary>') : say('x'.repeat(9000)),
      { history, compaction: { enabled: true, contextTokenThreshold: 2000 } },
    );
    await agent.send('go');
    expect(server.requests[0]!.body.messages.slice(0, 4)).toEqual(history);
    expect(eventsOf('compaction')).toHaveLength(1);
    expect(agent.history.slice(1)).toEqual([system('Answer in verse.')]);
    await agent.send('on');
    expect(agent.history.map(({ role }) => role)).toEqual(['user', 'system']);
    const shown = history.toSpliced(2, 1);
    const user = { role: 'user' as const, content: 'go' };
    expect(estimateTokens([...history, user])).toBe(estimateTokens([...shown, user]));
    expect(estimateTokens(history.slice(0, 3))).toBeGreaterThan(200);
  });

  it('uses the count-tokens endpoint if configured', async () => {
    const usage = { input_tokens: 10, cache_read_input_tokens: 200_000, output_tokens: 10 };
    const agent = await agentFor(() => say('ok', { usage }), {
      compaction: { enabled: true, measure: 'count' },
    });
    await agent.send('a');
    expect(server.counts).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
    expect(eventsOf('compaction')).toEqual([]);
  });

  it('uses the configured model, prompt and token limit', async () => {
    const agent = await agentFor(
      ({ body }) =>
        body.model === 'claude-haiku-4-5' ? say('<summary>short</summary>') : say('x'.repeat(4000)),
      {
        compaction: {
          enabled: true,
          contextTokenThreshold: 900,
          model: 'claude-haiku-4-5',
          summaryPrompt: 'Put it into <summary></summary>.',
          maxTokens: 300,
        },
      },
    );
    await agent.send('a');
    expect(server.requests[1]!.body).toMatchObject({ model: 'claude-haiku-4-5', max_tokens: 300 });
    expect(eventsOf('compaction')).toMatchObject([{ summary: 'short' }]);
  });
});

describe('a summary that the API writes', () => {
  const compaction = { enabled: true, where: 'server', contextTokenThreshold: 3000 } as const;

  it('stands first in later requests, signed, alone, with the open question behind it', async () => {
    const agent = await agentFor(reader, { compaction, summary: 'The user reads files.' });
    for (let i = 0; i < 12; i++) {
      expect((await agent.send(`question ${i} ${'or so '.repeat(400)}`)).text).toBe('Read.');
      expect(eventsOf('error')).toEqual([]);
    }
    expect(eventsOf('compaction').length).toBeGreaterThan(2);
    const asked = server.requests.findIndex(({ body }) => body.compaction);
    expect(server.requests[asked]!.body.compaction).toEqual({ type: 'summarize' });
    const signed = { content: 'The user reads files.', signature: 'signed The user reads files.' };
    expect(server.requests[asked + 1]!.body.messages[0]).toMatchObject({
      role: 'assistant',
      content: [{ type: 'compaction', ...signed }],
    });
    expect(faults(server.requests[asked + 1]!.body.messages.slice(1))).toEqual([]);
    const [record] = (await ada.list({ kinds: ['fact'] })).memories;
    expect(record).toMatchObject({ content: 'The user reads files.', source: { kind: 'summary' } });
  });

  it('follows instructions of the application', async () => {
    const summaryPrompt = 'Keep all names.';
    const agent = await agentFor(() => say('x'.repeat(20_000)), {
      compaction: { ...compaction, summaryPrompt },
    });
    await agent.send('a');
    expect(server.requests.at(-1)!.body.compaction).toEqual({
      type: 'summarize',
      instructions: summaryPrompt,
    });
  });

  it.each(['compaction', 'context_management', 'thread'])(
    'is no parameter of each request: %s is refused with the option for it',
    async (field) => {
      const options = { request: { [field]: { type: 'summarize' } } };
      await expect(agentFor([], options)).rejects.toMatchObject({
        code: 'invalid_input',
        field: `request.${field}`,
      });
    },
  );
});

describe('compaction by the server', () => {
  it('sends a history with several compaction blocks from the newest on', async () => {
    const block = (content: string | null) => ({
      role: 'assistant' as const,
      content: [
        { type: 'text' as const, text: 'before' },
        { type: 'compaction' as const, content, signature: 's' },
      ],
    });
    const user = { role: 'user' as const, content: 'more' };
    const history = [user, block('old'), user, block('new'), user, block(null)];
    const agent = await agentFor([say('ok')], { history });
    await agent.send('go on');
    const { messages } = server.requests[0]!.body;
    expect(JSON.stringify(messages)).not.toContain('old');
    expect(messages[0]).toMatchObject({ content: [{ type: 'compaction', content: 'new' }] });
    expect(agent.history.slice(0, 6)).toEqual(history);
  });

  const edit = {
    type: 'compact_20260112' as const,
    trigger: { type: 'input_tokens' as const, value: 2000 },
  };

  it.each([false, true])('keeps the compaction block in the history (pause: %s)', async (pause) => {
    const agent = await agentFor(() => say('x'.repeat(3000)), {
      contextManagement: { edits: [{ ...edit, pause_after_compaction: pause }] },
      summary: 'They talked about x.',
    });
    for (const text of ['a', 'b', 'c', 'd', 'e']) await agent.send(text);
    expect(server.requests[0]!.headers['anthropic-beta']).toContain('compact-2026-01-12');
    const [first] = eventsOf('compaction');
    expect(first).toMatchObject({ where: 'server', summary: 'They talked about x.' });
    expect(JSON.stringify(agent.history)).toContain('"type":"compaction"');
    expect(faults(agent.history)).toEqual([]);
    const [record] = (await ada.list({ kinds: ['fact'] })).memories;
    expect(record).toMatchObject({ content: 'They talked about x.', source: { kind: 'summary' } });
  });
});

describe('preview', () => {
  it('counts the tokens of the next request, before and after edits', async () => {
    const agent = await agentFor(reader, { contextManagement: { edits: [clearAtTwo] } });
    for (const text of ['a', 'b', 'c', 'd']) await agent.send(text);
    const { inputTokens, originalInputTokens } = await agent.preview('e');
    expect(originalInputTokens! - inputTokens).toBeGreaterThan(600);
  });
});
