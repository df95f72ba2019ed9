import { describe, expect, it } from 'vitest';
import { type AgentEvent, attachStores, type MessageParam } from '../src/index.ts';
import { agentFor, agentsOfEachTest, events, eventsOf, server, toolOf } from './support/agent.ts';
import { faults } from './support/history.ts';
import { ada, memory } from './support/memory.ts';
import { call, overloaded, rateLimited, say } from './support/scripted-server.ts';

agentsOfEachTest();

const echoTool = toolOf('echo', ({ text }) => `heard ${text}`);

const systemText = (index: number) => {
  const { system } = server.requests[index]!.body;
  return Array.isArray(system) ? system.map((block) => block.text).join('\n') : (system ?? '');
};

describe('a turn', () => {
  it('returns the answer and a plain history that another agent can continue', async () => {
    const agent = await agentFor([say('Hello Ada.')]);
    const result = await agent.send('Hi');
    expect(result).toMatchObject({ text: 'Hello Ada.', stopReason: 'end_turn', rounds: 1 });
    expect(result.message.role).toBe('assistant');
    expect(agent.history).toMatchObject([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [{ type: 'text', text: 'Hello Ada.' }] },
    ]);
    const history = JSON.parse(JSON.stringify(agent.history)) as MessageParam[];
    const later = await agentFor([say('As I said.')], { history });
    await later.send('What did you say?');
    expect(server.requests[0]!.body.messages).toHaveLength(3);
    expect(later.history).toHaveLength(4);
  });

  it('puts relevant memories into the system prompt', async () => {
    await ada.store({ content: 'Prefers green tea', category: 'user_preference', importance: 5 });
    const agent = await agentFor([say('Green.'), say('Fine.')], { system: 'Be kind.' });
    const { recalled } = await agent.send('Which tea do I prefer?');
    expect(recalled.map(({ content }) => content)).toEqual(['Prefers green tea']);
    expect(systemText(0)).toContain('- [user_preference] Prefers green tea (importance: 5)');
    expect(eventsOf('recall')).toMatchObject([
      { by: 'prefetch', memories: [], parts: { profile: 1, facts: 0, passages: 0 } },
    ]);
  });

  it("runs the application's tools and the memory's in parallel and returns results in order", async () => {
    let running = 0;
    let most = 0;
    const slow = toolOf('slow', async ({ steps }) => {
      most = Math.max(most, ++running);
      for (let i = 0; i < Number(steps); i++) await new Promise(setImmediate);
      running--;
      return `${steps} steps`;
    });
    const agent = await agentFor(
      [
        call([
          { name: 'slow', input: { steps: 20 }, id: 'a' },
          {
            name: 'memory_store',
            input: { content: 'Owns a kettle', category: 'factual_knowledge', importance: 3 },
            id: 'b',
          },
          { name: 'slow', input: { steps: 1 }, id: 'c' },
          { name: 'missing', input: {}, id: 'd' },
        ]),
        say('Done.'),
      ],
      { tools: [slow] },
    );
    const result = await agent.send('go');
    expect(result).toMatchObject({ text: 'Done.', rounds: 2 });
    expect(most).toBe(2);
    expect(server.requests[1]!.body.messages.at(-1)!.content).toMatchObject([
      { tool_use_id: 'a', content: '20 steps' },
      { tool_use_id: 'b', content: expect.stringContaining('"success":true') },
      { tool_use_id: 'c', content: '1 steps' },
      { tool_use_id: 'd', is_error: true, content: expect.stringContaining('not found') },
    ]);
    const [stored] = (await ada.list({ kinds: ['fact'] })).memories;
    expect(stored).toMatchObject({ content: 'Owns a kettle', source: { session: agent.session } });
    expect(eventsOf('store')).toMatchObject([{ by: 'model', content: 'Owns a kettle' }]);
    expect(server.requests[0]!.body.tools!.map(({ name }) => name)).toEqual([
      'memory_store',
      'memory_retrieve',
      'memory_delete',
      'memory_forget',
      'slow',
    ]);
  });

  it('continues after a failing tool and reports the error', async () => {
    const broken = toolOf('broken', () => {
      throw new Error('no network');
    });
    const script = [call([{ name: 'broken', input: {} }]), say('Sorry.')];
    const agent = await agentFor(script, { tools: [broken] });
    expect((await agent.send('go')).text).toBe('Sorry.');
    expect(server.requests[1]!.body.messages.at(-1)!.content).toMatchObject([
      { is_error: true, content: 'Error: no network' },
    ]);
    expect(eventsOf('error')).toMatchObject([{ during: 'tool', name: 'broken' }]);
  });

  it('continues after a failing memory and reports the error', async () => {
    const failing = () => Promise.reject(new Error('disk on fire'));
    const agent = await agentFor(
      [call([{ name: 'memory_retrieve', input: { query: 'tea' } }]), say('I do not remember.')],
      { memory: { store: failing, retrieve: failing, delete: failing } },
    );
    expect((await agent.send('tea?')).text).toBe('I do not remember.');
    expect(eventsOf('error').map(({ during }) => during)).toEqual(['prefetch', 'memory', 'tool']);
    expect(eventsOf('recall')).toMatchObject([{ by: 'prefetch', skipped: { reason: 'error' } }]);
  });

  it('stops after maxRounds with a history that can be continued', async () => {
    const agent = await agentFor(
      ({ index }) => (index < 3 ? call([{ name: 'echo', input: { text: 'x' } }]) : say('ok')),
      { tools: [echoTool], maxRounds: 3 },
    );
    expect(await agent.send('loop')).toMatchObject({ stopReason: 'max_rounds', rounds: 3 });
    expect(faults(agent.history)).toEqual([]);
    expect((await agent.send('go on')).text).toBe('ok');
  });

  it.each(['server_tool_use', 'mcp_tool_use'])(
    'leaves out a %s that was cut off, so that later requests are valid',
    async (type) => {
      const cut = { type, id: 'srv_1', name: 'web_search', input: {} } as never;
      const agent = await agentFor([
        { content: [{ type: 'text', text: 'Searching' }, cut], stopReason: 'max_tokens' },
        say('ok'),
      ]);
      await agent.send('a');
      expect(faults([...agent.history, { role: 'user', content: 'b' }])).toEqual([]);
      expect((await agent.send('b')).text).toBe('ok');
      const stored = [...agent.history, { role: 'user', content: 'c' }] as MessageParam[];
      stored.push({ role: 'assistant', content: [{ type: 'text', text: 'Hm' }, cut] });
      const later = await agentFor([say('fine')], { history: stored });
      expect((await later.send('d')).text).toBe('fine');
    },
  );

  it('keeps a call of the server that waits for a tool here, or for its own result', async () => {
    const code = { type: 'server_tool_use', id: 'srv_1', name: 'code_execution', input: {} };
    const done = { type: 'code_execution_tool_result', tool_use_id: 'srv_1', content: {} };
    const { content } = call([{ name: 'echo', input: { text: 'x' } }]);
    const agent = await agentFor(
      [
        { content: [code as never], stopReason: 'pause_turn' },
        { content },
        { content: [done as never, { type: 'text', text: 'Done.' }] },
      ],
      { tools: [echoTool] },
    );
    expect((await agent.send('a')).text).toBe('Done.');
    expect(JSON.stringify(server.requests[2]!.body.messages)).toContain('srv_1');
  });

  it('lets a message wait for the turn before it, and gives up one whose signal fires', async () => {
    const controller = new AbortController();
    const agent = await agentFor(({ body }) => say(`${body.messages.length}`, { delayMs: 1 }));
    const first = agent.send('a');
    const givenUp = agent.send('b', { signal: controller.signal });
    const third = agent.send('c');
    controller.abort();
    await expect(givenUp).rejects.toMatchObject({ code: 'aborted' });
    expect((await first).text).toBe('1');
    expect((await third).text).toBe('3');
    expect(JSON.stringify(agent.history)).not.toContain('"b"');
    expect(faults(agent.history)).toEqual([]);
  });

  it('lets a message wait for a turn that fails', async () => {
    const agent = await agentFor([{ status: 500, type: 'api_error', message: 'no' }, say('two')]);
    const first = agent.send('a');
    const second = agent.send('b');
    await expect(first).rejects.toThrow('no');
    expect((await second).text).toBe('two');
    expect(agent.history).toHaveLength(2);
  });

  it('counts usage and cost', async () => {
    const usage = {
      input_tokens: 1000,
      output_tokens: 100,
      cache_read_input_tokens: 2000,
      cache_creation_input_tokens: 400,
    };
    const agent = await agentFor(
      [call([{ name: 'echo', input: { text: 'x' } }]), say('ok', { usage }), say('ok', { usage })],
      {
        tools: [echoTool],
        prices: { input: 5, output: 25 },
      },
    );
    await agent.send('a');
    const { usage: turn } = await agent.send('b');
    expect(turn).toEqual({
      calls: 1,
      inputTokens: 1000,
      outputTokens: 100,
      cacheReadInputTokens: 2000,
      cacheCreationInputTokens: 400,
      cost: (1000 * 5 + 100 * 25 + 2000 * 0.5 + 400 * 6.25) / 1e6,
    });
    expect(agent.usage.calls).toBe(3);
    expect(agent.usage.cost).toBeGreaterThan(2 * turn.cost!);
  });
});

describe('stop reasons', () => {
  it('max_tokens: keeps the text and drops a truncated tool call', async () => {
    const agent = await agentFor([
      call([{ name: 'echo', input: {} }], { text: 'I was about', stopReason: 'max_tokens' }),
      say('ok'),
    ]);
    expect(await agent.send('a')).toMatchObject({ stopReason: 'max_tokens', text: 'I was about' });
    expect(faults(agent.history)).toEqual([]);
    expect((await agent.send('go on')).text).toBe('ok');
  });

  it('pause_turn: sends the history again and joins the parts of the answer', async () => {
    const agent = await agentFor([say('First, ', { stopReason: 'pause_turn' }), say('second.')]);
    expect(await agent.send('a')).toMatchObject({ text: 'First, second.', rounds: 2 });
    expect(server.requests[1]!.body.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
    ]);
    expect(agent.history).toHaveLength(2);
  });

  it('refusal: removes the turn from the history', async () => {
    const agent = await agentFor([say('ok'), say('No.', { stopReason: 'refusal' }), say('ok')]);
    await agent.send('a');
    const before = agent.history;
    expect(await agent.send('b')).toMatchObject({ stopReason: 'refusal', text: 'No.' });
    expect(agent.history).toEqual(before);
    await agent.send('c');
  });

  it.each(['stop_sequence', 'model_context_window_exceeded'] as const)(
    '%s: ends the turn',
    async (reason) => {
      const agent = await agentFor([say('so', { stopReason: reason })]);
      expect(await agent.send('a')).toMatchObject({ stopReason: reason, text: 'so' });
    },
  );

  it('an empty answer adds no message to the history', async () => {
    const agent = await agentFor([{ content: [], stopReason: 'end_turn' }, say('ok')]);
    expect(await agent.send('a')).toMatchObject({ text: '' });
    await agent.send('b');
    expect(server.requests[1]!.body.messages).toHaveLength(1);
  });
});

describe('failures of the API', () => {
  it('are retried by the SDK on 429 and 529', async () => {
    const agent = await agentFor([rateLimited(0), overloaded(), say('ok')], { maxRetries: 2 });
    expect((await agent.send('a')).text).toBe('ok');
  });

  it('leave the history unchanged', async () => {
    const agent = await agentFor([say('ok'), overloaded(), say('again')]);
    await agent.send('a');
    const before = agent.history;
    await expect(agent.send('b')).rejects.toMatchObject({ status: 529 });
    expect(agent.history).toEqual(before);
    expect(eventsOf('error')).toMatchObject([{ during: 'model' }]);
    expect((await agent.send('b')).text).toBe('again');
  });

  it('after a round of tools keep that round in the history', async () => {
    const agent = await agentFor(
      [call([{ name: 'echo', input: { text: 'x' } }]), overloaded(), say('ok')],
      { tools: [echoTool] },
    );
    await expect(agent.send('a')).rejects.toMatchObject({ status: 529 });
    expect(agent.history).toHaveLength(3);
    expect((await agent.send('go on')).text).toBe('ok');
    expect(server.requests[2]!.body.messages.at(-1)!.content).toMatchObject([
      { type: 'tool_result' },
      { type: 'text', text: 'go on' },
    ]);
  });

  it('a broken stream fails its turn, and the next turn works', async () => {
    const agent = await agentFor([say('half an answer', { cutAfter: 4 }), say('whole')]);
    await expect(collect(agent.stream('a'))).rejects.toThrow();
    expect(agent.history).toEqual([]);
    expect((await agent.send('a')).text).toBe('whole');
  });
});

describe('abort', () => {
  it('before the answer leaves the history unchanged', async () => {
    const controller = new AbortController();
    const agent = await agentFor(({ index }) => {
      if (index > 0) return say('ok');
      controller.abort();
      return say('late', { delayMs: 500 });
    });
    const turn = agent.send('a', { signal: controller.signal });
    await expect(turn).rejects.toMatchObject({ code: 'aborted' });
    expect(agent.history).toEqual([]);
    expect((await agent.send('b')).text).toBe('ok');
  });

  it('while tools run keeps finished results and returns an error for the others', async () => {
    const controller = new AbortController();
    const hanging = toolOf('hang', () => {
      setImmediate(() => controller.abort());
      return new Promise(() => {});
    });
    const agent = await agentFor(
      [
        call([
          { name: 'echo', input: { text: 'x' }, id: 'a' },
          { name: 'hang', input: {}, id: 'b' },
        ]),
        say('ok'),
      ],
      { tools: [echoTool, hanging] },
    );
    await expect(agent.send('a', { signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
    expect(agent.history.at(-1)!.content).toMatchObject([
      { tool_use_id: 'a', content: 'heard x' },
      { tool_use_id: 'b', is_error: true },
    ]);
    expect((await agent.send('go on')).text).toBe('ok');
  });

  it('by breaking out of a stream', async () => {
    const agent = await agentFor([say('a long answer', { delayMs: 10 }), say('ok')]);
    for await (const event of agent.stream('a')) if (event.type === 'text') break;
    expect(agent.history).toEqual([]);
    expect((await agent.send('b')).text).toBe('ok');
  });
});

describe('stream', () => {
  it('yields events in order and returns the same result as send', async () => {
    await ada.store({ content: 'Prefers green tea', category: 'user_preference' });
    const agent = await agentFor([
      call([{ name: 'memory_retrieve', input: { query: 'tea' } }], {
        thinking: 'hm',
        text: 'Let me see.',
      }),
      say('Green tea it is.'),
    ]);
    const seen = await collect(agent.stream('which tea do I like?'));
    const kinds = seen.map((event) =>
      'phase' in event ? `${event.type} ${event.phase}` : event.type,
    );
    expect(kinds.filter((kind, index) => kind !== kinds[index - 1])).toEqual([
      'turn start',
      'recall',
      'thinking',
      'text',
      'round',
      'tool start',
      'recall',
      'tool end',
      'text',
      'round',
      'append',
      'turn end',
    ]);
    const last = seen.at(-1)!;
    expect(last).toMatchObject({
      type: 'turn',
      phase: 'end',
      result: { text: 'Green tea it is.', rounds: 2 },
    });
    const texts = seen.flatMap((event) => (event.type === 'text' ? [event.text] : []));
    expect(texts.join('')).toBe('Let me see.Green tea it is.');
    expect(texts.length).toBeGreaterThan(3);
    expect(events).toEqual(seen);
    expect(agent.history[1]!.content).toMatchObject([
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'text' },
      { type: 'tool_use', input: { query: 'tea' } },
    ]);
  });
});

describe('prompt caching', () => {
  it('keeps the dialogue cached while the memory block is unchanged, and the system prompt when it changes', async () => {
    await ada.store({ content: 'Prefers green tea', category: 'user_preference', importance: 5 });
    await ada.store({ content: 'Lives in Lisbon near the river', importance: 4 });
    const agent = await agentFor(() => say('Fine.'), { system: 'Be kind. '.repeat(300) });
    const reads: number[] = [];
    const sizes: number[] = [];
    for (const text of [
      'green tea please',
      'more green tea',
      'thanks!',
      'do I live in Lisbon near the river?',
      'ok',
    ]) {
      const { message } = await agent.send(text);
      reads.push(message.usage.cache_read_input_tokens ?? 0);
      sizes.push(server.requests.at(-1)!.inputTokens);
    }
    const blocks = server.requests.map((_, index) => systemText(index));
    expect(blocks[1]).toBe(blocks[0]);
    expect(blocks[2]).toBe(blocks[0]);
    expect(blocks[3]).toContain('Lisbon');
    expect(blocks[4]).toBe(blocks[3]);
    // An unchanged block: all but the newest message comes from the cache.
    expect(sizes[1]! - reads[1]!).toBeLessThan(60);
    expect(sizes[2]! - reads[2]!).toBeLessThan(60);
    // A changed block: tools and the application's prompt still do.
    expect(reads[3]!).toBeGreaterThan(600);
    expect(sizes[4]! - reads[4]!).toBeLessThan(60);
    // Earlier lines keep their position.
    const before = blocks[2]!.split('\n').slice(0, -1);
    expect(blocks[3]!.split('\n').slice(0, before.length)).toEqual(before);
  });

  it('keeps the profile cached when a message recalls other memories', async () => {
    await ada.store({ content: 'Prefers green tea', category: 'user_preference', importance: 5 });
    for (let turn = 0; turn < 40; turn++)
      await ada.store({
        content: `Keeps jar ${turn} of herb${turn} on shelf ${turn}`,
        importance: 3,
      });
    const agent = await agentFor(() => say('Fine.'), {
      system: 'Be kind. '.repeat(300),
      prefetch: { tokenBudget: 400, profileShare: 0.5 },
    });
    await agent.send('where is the jar of herb7?');
    await agent.send('where is the jar of herb31?');
    const [first, second] = server.requests.map(({ body }) => body.system as { text: string }[]);
    expect(first!.map((part) => 'cache_control' in part)).toEqual([true, true, false]);
    expect(second![1]).toEqual(first![1]);
    expect(first![1]!.text).toContain('Prefers green tea');
    expect(second![2]!.text).not.toBe(first![2]!.text);
  });

  it('removes a memory from the block when it is deleted or replaced', async () => {
    const { id } = await ada.store({ content: 'Prefers green tea', category: 'user_preference' });
    await ada.store({ content: 'Drinks tea at four', category: 'factual_knowledge' });
    const agent = await agentFor([
      say('ok'),
      call([{ name: 'memory_delete', input: { memory_id: id, reason: 'wrong' } }]),
      say('gone'),
      say('ok'),
    ]);
    await agent.send('green tea at four');
    expect(systemText(0)).toContain('green');
    await agent.send('forget that');
    await agent.send('thanks');
    expect(systemText(3)).not.toContain('green');
    expect(systemText(3)).toContain('Drinks tea at four');
  });
});

describe('options', () => {
  it('are checked before the first request', async () => {
    const edits = [
      { type: 'clear_tool_uses_20250919' as const, keep: { type: 'tool_uses' as const, value: 0 } },
    ];
    await expect(agentFor([], { contextManagement: { edits } })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'contextManagement.edits[0].keep.value',
    });
    await expect(
      agentFor([], { compaction: { enabled: true, summaryPrompt: 'Summarise.' } }),
    ).rejects.toMatchObject({ field: 'compaction.summaryPrompt' });
  });

  it('are refused if misspelt, nested ones too', async () => {
    await expect(agentFor([], { maxRuonds: 3 } as never)).rejects.toThrow(
      'unknown option maxRuonds: did you mean maxRounds?',
    );
    await expect(agentFor([], { prefetch: { limti: 3 } as never })).rejects.toThrow(
      'unknown field prefetch.limti: did you mean prefetch.limit?',
    );
  });

  it('refuse two tools with the same name and suggest a fix', async () => {
    const notes = await memory.scope('ada').stores.open('notes', { create: true });
    const tools = attachStores([{ store: notes }]).runnable;
    await expect(agentFor([], { tools })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'tools[5]',
      message: expect.stringMatching(/named memory_delete.*attachStores takes a prefix/),
    });
    const prefixed = attachStores([{ store: notes }], { prefix: 'notes_' }).runnable;
    const agent = await agentFor([say('ok')], { tools: prefixed });
    await agent.send('a');
    const names = server.requests[0]!.body.tools!.map((tool) => ('name' in tool ? tool.name : ''));
    expect(names).toContain('memory_delete');
    expect(names).toContain('notes_delete');
  });

  it('pass additional parameters to the API', async () => {
    const agent = await agentFor([say('ok')], {
      request: {
        metadata: { user_id: 'u1' },
        thinking: { type: 'adaptive' },
        betas: ['extra-2026-01-01'],
      },
    });
    await agent.send('a');
    const { body, headers } = server.requests[0]!;
    expect(body).toMatchObject({ metadata: { user_id: 'u1' }, thinking: { type: 'adaptive' } });
    expect(headers['anthropic-beta']).toContain('extra-2026-01-01');
  });
});

async function collect(stream: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const seen: AgentEvent[] = [];
  for await (const event of stream) seen.push(event);
  return seen;
}

describe('a recorded dialogue', () => {
  const key = ['AKIA', 'Q2VB7NMX', '4TRWZ1KD'].join('');
  const kept = async (session = 'monday') =>
    (await ada.sessions.get(session)).turns.map(
      ({ kind, content, source }) => `${kind} ${source.sequence} ${source.speaker}: ${content}`,
    );

  it('stores both sides of each turn as episodes behind those of the session, in order', async () => {
    const script = [
      call([{ name: 'echo', input: { text: 'tea' } }]),
      say('It said tea.'),
      say('Green.'),
    ];
    const options = { session: 'monday', tools: [echoTool] };
    const agent = await agentFor(script, options);
    await ada.episodes.append([{ content: 'before' }], { session: 'monday' });
    await agent.send('Say tea');
    await agent.send([{ type: 'text', text: 'Which one?' }]);
    expect(await kept()).toEqual([
      'episode 1 undefined: before',
      'episode 2 user: Say tea',
      'episode 3 assistant: It said tea.',
      'episode 4 user: Which one?',
      'episode 5 assistant: Green.',
    ]);
    const [, ...ids] = (await ada.sessions.get('monday')).turns.map(({ id }) => id);
    expect(eventsOf('append').flatMap((event) => event.ids)).toEqual(ids);
    expect((await ada.stats()).byKind).toEqual({ episode: 5, fact: 0 });
  });

  it('is a source of facts, which an event reports', async () => {
    const agent = await agentFor([say('Noted.')], { session: 'monday' });
    await agent.send("I'm allergic to penicillin.");
    const { memories } = await ada.list({ kinds: ['fact'] });
    expect(memories.map(({ content }) => content)).toEqual(["I'm allergic to penicillin."]);
    expect(eventsOf('append')).toMatchObject([{ learned: memories.map(({ id }) => id) }]);
  });

  it('is not stored if disabled, nor are failed or refused turns', async () => {
    const quiet = await agentFor([say('Hello.')], { episodes: false, session: 'monday' });
    await quiet.send('Hi');
    const agent = await agentFor([overloaded(), say('No.', { stopReason: 'refusal' })], {
      session: 'monday',
    });
    await expect(agent.send('Hi')).rejects.toThrow();
    await agent.send('Do harm');
    expect(await kept()).toEqual([]);
  });

  it('masks secrets in messages, and keeps what else they say', async () => {
    const agent = await agentFor([say('I will not repeat it.')], {
      session: 'monday',
    });
    const { text } = await agent.send(`my key is ${key}`);
    expect(text).toBe('I will not repeat it.');
    expect(await kept()).toEqual([
      'episode 1 user: my key is [api_key removed]',
      'episode 2 assistant: I will not repeat it.',
    ]);
    expect(eventsOf('error')).toEqual([]);
  });

  it('tells how many turns the user asked not to store', async () => {
    const agent = await agentFor([say('All right.')], { session: 'monday' });
    await agent.send('Don’t store this: I had a fight with my boss.');
    expect(await kept()).toEqual([
      'episode 1 user: [not stored, as the user asked]',
      'episode 2 assistant: [not stored, as the user asked]',
    ]);
    expect(eventsOf('append')).toMatchObject([{ keptOut: 2 }]);
  });

  it('stores the beginning and the end of a long message', async () => {
    const agent = await agentFor([say('Long.')], { session: 'monday' });
    await agent.send(`Read this: ${'leaf '.repeat(20_000)}, and tell me the end`);
    const [message = '', answer] = await kept();
    expect(Buffer.byteLength(message)).toBeLessThan(30_100);
    expect(message).toMatch(/^episode 1 user: Read this: leaf .* and tell me the end$/s);
    expect(answer).toBe('episode 2 assistant: Long.');
    expect(eventsOf('error')).toEqual([]);
  });

  it('continues when the memory fails, but refuses a memory without episodes at once', async () => {
    const broken = {
      store: ada.store.bind(ada),
      retrieve: ada.retrieve.bind(ada),
      delete: ada.delete.bind(ada),
      episodes: { append: async () => Promise.reject(new Error('no disk')) },
    };
    const agent = await agentFor([say('Hello.')], { memory: broken });
    expect((await agent.send('Hi')).text).toBe('Hello.');
    const failed = { during: 'episodes', error: { message: 'no disk' } };
    expect(eventsOf('error')).toMatchObject([failed, failed]);
    const { episodes: _, ...without } = broken;
    await expect(agentFor([], { episodes: true, memory: without })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'episodes',
    });
  });
});
