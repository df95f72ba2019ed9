import Anthropic from '@anthropic-ai/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  overloaded,
  rateLimited,
  type Script,
  type ScriptedServer,
  say,
  startScriptedServer,
} from './support/scripted-server.ts';

let server: ScriptedServer;
afterEach(() => server.close());

async function connect(script: Script, options?: { summary?: string }): Promise<Anthropic> {
  server = await startScriptedServer(script, options);
  return new Anthropic({ baseURL: server.baseURL, apiKey: 'test' });
}

const hello = {
  model: 'claude-opus-5',
  max_tokens: 100,
  messages: [{ role: 'user' as const, content: 'hello' }],
};

describe('the scripted server works with the real SDK', () => {
  it('answers in JSON', async () => {
    const client = await connect([say('hi')]);
    const message = await client.beta.messages.create(hello);
    expect(message).toMatchObject({ content: [{ text: 'hi' }], stop_reason: 'end_turn' });
    expect(message.usage.input_tokens).toBeGreaterThan(0);
  });

  it('streams events: text, thinking and tool input arrive complete', async () => {
    const client = await connect([
      call([{ name: 'search', input: { query: 'tea' }, id: 'a' }], {
        thinking: 'hm',
        text: 'well',
      }),
    ]);
    const message = await client.beta.messages.stream(hello).finalMessage();
    expect(message.stop_reason).toBe('tool_use');
    expect(message.content).toMatchObject([
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'text', text: 'well' },
      { type: 'tool_use', name: 'search', input: { query: 'tea' } },
    ]);
  });

  it('refuses what the API refuses', async () => {
    const client = await connect([]);
    const orphan = {
      role: 'user' as const,
      content: [{ type: 'tool_result' as const, tool_use_id: 'x', content: 'y' }],
    };
    await expect(
      client.beta.messages.create({ ...hello, messages: [orphan] }),
    ).rejects.toMatchObject({
      status: 400,
    });
    await expect(
      client.beta.messages.create({ ...hello, context_management: { edits: [] } }),
    ).rejects.toMatchObject({ status: 400 });
  });

  it('makes the SDK wait and try again on 429 and 529', async () => {
    const client = await connect([rateLimited(0), overloaded(), say('at last')]);
    const message = await client.beta.messages.create(hello);
    expect(message.content).toMatchObject([{ text: 'at last' }]);
    expect(server.requests).toHaveLength(3);
  });

  it('can break off a stream', async () => {
    const client = await connect([say('a long answer', { cutAfter: 4 })]);
    await expect(client.beta.messages.stream(hello).finalMessage()).rejects.toThrow();
  });

  it('applies context edits and reports them, in JSON and in the last message_delta', async () => {
    const client = await connect([say('one'), say('two')]);
    const messages = Array.from({ length: 3 }, (_, i) => [
      { role: 'user' as const, content: 'go' },
      {
        role: 'assistant' as const,
        content: [{ type: 'thinking' as const, thinking: 'x'.repeat(100), signature: 's' }],
      },
      ...(i === 2 ? [{ role: 'user' as const, content: 'last' }] : []),
    ]).flat();
    const params = {
      ...hello,
      messages,
      betas: ['context-management-2025-06-27'],
      context_management: { edits: [{ type: 'clear_thinking_20251015' as const }] },
    };
    const expected = {
      applied_edits: [{ type: 'clear_thinking_20251015', cleared_thinking_turns: 2 }],
    };
    const json = await client.beta.messages.create(params);
    expect(json.context_management).toMatchObject(expected);
    const streamed = await client.beta.messages.stream(params).finalMessage();
    expect(streamed.context_management).toMatchObject(expected);
    const counted = await client.beta.messages.countTokens(params);
    expect(counted.context_management!.original_input_tokens).toBeGreaterThan(counted.input_tokens);
  });

  it('compacts on the server', async () => {
    const client = await connect([say('on we go')], { summary: 'all so far' });
    const message = await client.beta.messages
      .stream({
        ...hello,
        messages: [
          { role: 'user', content: 'x'.repeat(4000) },
          { role: 'assistant', content: 'yes' },
          { role: 'user', content: 'and now?' },
        ],
        betas: ['context-management-2025-06-27', 'compact-2026-01-12'],
        context_management: {
          edits: [{ type: 'compact_20260112', trigger: { type: 'input_tokens', value: 500 } }],
        },
      })
      .finalMessage();
    expect(message.content).toMatchObject([
      { type: 'compaction', content: 'all so far' },
      { type: 'text', text: 'on we go' },
    ]);
  });

  it('counts prompt cache reads and writes', async () => {
    const client = await connect(() => say('ok'));
    const system = [
      {
        type: 'text' as const,
        text: 'rules '.repeat(500),
        cache_control: { type: 'ephemeral' as const },
      },
      { type: 'text' as const, text: 'changes' },
    ];
    const first = await client.beta.messages.create({ ...hello, system });
    const second = await client.beta.messages.create({ ...hello, system });
    expect(first.usage.cache_creation_input_tokens).toBeGreaterThan(500);
    expect(second.usage.cache_read_input_tokens).toBe(first.usage.cache_creation_input_tokens);
  });
});
