import Anthropic from '@anthropic-ai/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { createRecallLog, type MemoryToolEvent, memoryTools, prefetch } from '../src/index.ts';
import { ada, memory, memoryOfEachTest, patient } from './support/memory.ts';
import { call, type ScriptedServer, say, startScriptedServer } from './support/scripted-server.ts';

memoryOfEachTest();

const tea = { content: 'Prefers green tea', category: 'user_preference', importance: 5 };

async function used(name: string, input: object, tools = memoryTools(ada)) {
  const answer = await tools.handle(name, input);
  expect(answer).toMatchObject({ isError: false });
  return JSON.parse(answer.content);
}

describe('definitions', () => {
  it('have the properties and required fields of the specification', () => {
    const shapes = memoryTools(ada).definitions.map(({ name, input_schema: schema }) => ({
      name,
      properties: Object.keys(schema.properties),
      required: schema.required,
    }));
    expect(shapes).toEqual([
      {
        name: 'memory_store',
        properties: ['content', 'category', 'tags', 'importance', 'expires_at'],
        required: ['content', 'category', 'importance'],
      },
      {
        name: 'memory_retrieve',
        properties: ['query', 'categories', 'limit', 'min_importance'],
        required: ['query'],
      },
      {
        name: 'memory_delete',
        properties: ['memory_id', 'reason'],
        required: ['memory_id', 'reason'],
      },
      {
        name: 'memory_forget',
        properties: ['about', 'confirm'],
        required: ['about'],
      },
    ]);
  });

  it('explain when to store, with which importance, and what never to store', () => {
    const [store] = memoryTools(ada).definitions;
    expect(store!.description).toMatch(/preference/);
    expect(store!.description).toMatch(/5: .*4: .*3: /);
    expect(store!.description).toMatch(/Never store: passwords, keys, tokens or card numbers/);
  });
});

describe('handle', () => {
  it('stores a memory and reports what the conflict policy did', async () => {
    const first = await used('memory_store', { ...tea, tags: ['drinks'] });
    expect(first).toEqual({ success: true, memory_id: expect.any(String), outcome: 'created' });
    expect(await ada.get(first.memory_id)).toMatchObject({
      content: 'Prefers green tea',
      tags: ['drinks'],
      importance: 5,
    });
    const again = await used('memory_store', tea);
    expect(again).toMatchObject({ memory_id: first.memory_id, outcome: 'confirmed' });
  });

  it('returns memories marked as data, with fields in a fixed order', async () => {
    await used('memory_store', tea);
    const { content } = await memoryTools(ada).handle('memory_retrieve', { query: 'green tea' });
    const answer = JSON.parse(content);
    expect(Object.keys(answer)).toEqual(['note', 'memories']);
    expect(answer.note).toMatch(/data/);
    expect(answer.memories.map(Object.keys)).toEqual([
      ['id', 'content', 'category', 'importance', 'score', 'created_at'],
    ]);
  });

  it('filters by category, importance and limit', async () => {
    await used('memory_store', tea);
    await used('memory_store', { ...tea, content: 'Drinks tea at four', importance: 2 });
    await used('memory_store', {
      ...tea,
      content: 'Tea is a plant',
      category: 'factual_knowledge',
    });
    const contents = async (input: object) =>
      (await used('memory_retrieve', { query: 'tea', ...input })).memories.map(
        (m: { content: string }) => m.content,
      );
    expect(await contents({})).toHaveLength(3);
    expect(await contents({ categories: [] })).toHaveLength(3);
    expect(await contents({ categories: ['factual_knowledge'] })).toEqual(['Tea is a plant']);
    expect(await contents({ min_importance: 3, categories: ['user_preference'] })).toEqual([
      'Prefers green tea',
    ]);
    expect(await contents({ limit: 1 })).toHaveLength(1);
  });

  it('deletes a memory and writes the reason to the audit log', async () => {
    const { memory_id } = await used('memory_store', tea);
    expect(await used('memory_delete', { memory_id, reason: 'asked to forget' })).toEqual({
      success: true,
      memory_id,
    });
    expect(await ada.get(memory_id)).toBeUndefined();
    expect(await memory.audit({ scope: 'ada' })).toContainEqual(
      expect.objectContaining({ action: 'delete', actor: 'model', reason: 'asked to forget' }),
    );
  });

  it('shows what is meant before it forgets a matter, and the turns with it', async () => {
    await used('memory_store', { ...tea, content: 'The user is pregnant, due in May' });
    await used('memory_store', tea);
    const said = [
      { speaker: 'user', content: 'I am pregnant, due in May.' },
      { speaker: 'assistant', content: 'Congratulations on your pregnancy!' },
    ];
    await ada.episodes.append(said, { session: 'monday' });
    const shown = await used('memory_forget', { about: 'my pregnancy' });
    expect(shown.dry_run).toBe(true);
    expect(JSON.stringify(shown)).toMatch(/due in May.*I am pregnant.*Congratulations/);
    expect((await ada.list()).memories).toHaveLength(5);
    expect(await used('memory_forget', { about: 'my pregnancy', confirm: true })).toMatchObject({
      dry_run: false,
    });
    expect((await ada.list()).memories.map(({ content }) => content)).toEqual([tea.content]);
  });

  it.each([
    ['memory_store', { ...tea, importance: 7 }, /importance is 7: give an integer from 1 .* to 5/],
    ['memory_store', { ...tea, importance: 'high' }, /importance is "high": give an integer/],
    [
      'memory_store',
      { ...tea, category: 'hobby' },
      /category is "hobby": give one of user_preference, /,
    ],
    ['memory_store', { ...tea, content: '  ' }, /content is empty/],
    ['memory_store', { ...tea, content: 'x'.repeat(40_000) }, /content has 40000 bytes/],
    [
      'memory_store',
      { ...tea, expires_at: 'tomorrow' },
      /expires_at is "tomorrow": give an ISO 8601/,
    ],
    ['memory_store', { ...tea, expires_at: '2001-01-01T00:00:00Z' }, /expires_at is 2001.*past/],
    [
      'memory_store',
      { ...tea, expires_at: '2031-02-30' },
      /expires_at is "2031-02-30": there is no such date/,
    ],
    ['memory_store', { ...tea, catagory: 'x' }, /unknown field catagory: did you mean category\?/],
    ['memory_store', { ...tea, ttl: 5 }, /unknown field ttl: known are content, /],
    ['memory_store', { content: 'x' }, /category is missing.*importance is missing/],
    ['memory_store', 'text', /input is "text": give an object/],
    ['memory_store', null, /input is null: give an object/],
    ['memory_retrieve', { query: '' }, /query is empty/],
    ['memory_retrieve', { query: 'a', limit: 0 }, /limit is 0: give an integer from 1 to 100/],
    ['memory_delete', { memory_id: 'x', reason: 'r' }, /memory_id is "x"/],
    [
      'memory_delete',
      { memory_id: '0190b1c2-0000-7000-8000-000000000000', reason: 'r' },
      /no memory/,
    ],
    ['memory_forget', {}, /about is missing/],
    ['memory_forgive', {}, /no tool memory_forgive: known are memory_store, /],
  ])('refuses a bad %s, says what to change, and writes nothing', async (name, input, message) => {
    const answer = await memoryTools(ada).handle(name, input);
    expect(answer.isError).toBe(true);
    expect(answer.content).toMatch(message);
    expect((await ada.stats()).current).toBe(0);
  });

  it('says why it refuses a secret, and stores nothing', async () => {
    const answer = await memoryTools(ada).handle('memory_store', {
      ...tea,
      content: 'The key is sk-ant-api03-Zk3vQ8xLm2Np7Rt5Wy9Bc4Df6Gh1Jk0Qs8Uv3Xz5',
    });
    expect(answer.isError).toBe(true);
    expect(answer.content).not.toContain('Zk3vQ8');
    expect((await ada.stats()).current).toBe(0);
  });

  it('tells the model to continue when the memory fails', async () => {
    const events: MemoryToolEvent[] = [];
    const retrieve = () => Promise.reject(new Error('disk on fire'));
    const broken = Object.assign(Object.create(ada), { retrieve });
    const tools = memoryTools(broken, { onEvent: (event) => events.push(event) });
    expect(await tools.handle('memory_retrieve', { query: 'tea' })).toEqual({
      content: 'Error: the memory failed (disk on fire). Go on without it.',
      isError: true,
    });
    expect(events).toMatchObject([{ type: 'error', tool: 'memory_retrieve' }]);
  });
});

describe('the recall-loop guard', () => {
  it('confirms a recalled text under its stored category, even if the model names another', async () => {
    const { id } = await ada.store({ content: 'Prefers green tea', category: 'user_preference' });
    const tools = memoryTools(ada);
    await tools.handle('memory_retrieve', { query: 'green tea' });
    const { content } = await tools.handle('memory_store', {
      content: '- [user_preference] prefers  GREEN tea. (importance: 3)',
      category: 'factual_knowledge',
      importance: 4,
    });
    expect(JSON.parse(content)).toMatchObject({ memory_id: id, outcome: 'confirmed' });
    expect((await ada.stats()).current).toBe(1);
  });

  it('confirms each line when a whole prefetched block is stored as one text', async () => {
    await ada.store({ content: 'Prefers <green> tea', category: 'user_preference' });
    await ada.store({ content: 'Drinks tea at four', category: 'factual_knowledge' });
    const recall = createRecallLog();
    const tools = memoryTools(ada, { recall });
    const { memories, text } = await prefetch(ada, 'tea', { recall, minRelevance: 0, ...patient });
    expect(memories).toHaveLength(2);
    const lines = text.split('\n').filter((line) => line.startsWith('- '));
    const answer = await tools.handle('memory_store', {
      content: lines.join('\n'),
      category: 'project_context',
      importance: 3,
    });
    expect(JSON.parse(answer.content).confirmed).toHaveLength(2);
    expect((await ada.stats()).current).toBe(2);
  });

  it('stores new text, and text whose memory was deleted', async () => {
    const { id } = await ada.store({ content: 'Prefers green tea', category: 'user_preference' });
    const tools = memoryTools(ada);
    await tools.handle('memory_retrieve', { query: 'green tea' });
    const fresh = { content: 'Owns a red kettle', category: 'factual_knowledge', importance: 2 };
    expect(await used('memory_store', fresh, tools)).toMatchObject({ outcome: 'created' });
    await used('memory_delete', { memory_id: id, reason: 'wrong' }, tools);
    expect(await used('memory_store', { ...tea, category: 'relationship' }, tools)).toMatchObject({
      outcome: 'created',
    });
  });
});

describe('in the SDK', () => {
  let server: ScriptedServer;
  afterEach(() => server.close());

  it('runs in client.beta.messages.toolRunner and continues after bad input', async () => {
    server = await startScriptedServer([
      call([{ name: 'memory_store', input: { ...tea, importance: 9 }, id: 'bad' }]),
      call([
        { name: 'memory_store', input: tea, id: 'good' },
        { name: 'memory_retrieve', input: { query: 'tea' }, id: 'look' },
      ]),
      say('Noted.'),
    ]);
    const client = new Anthropic({ baseURL: server.baseURL, apiKey: 'test' });
    const tools = memoryTools(ada);
    const message = await client.beta.messages.toolRunner({
      model: 'claude-opus-5',
      max_tokens: 500,
      messages: [{ role: 'user', content: 'I like green tea' }],
      tools: tools.runnable,
      thread: false,
    });
    expect(message.content).toMatchObject([{ text: 'Noted.' }]);
    expect(server.requests[0]!.body.tools).toMatchObject(tools.definitions);
    const results = server.requests.map(({ body }) => body.messages.at(-1)!.content);
    const bad = await tools.handle('memory_store', { ...tea, importance: 9 });
    expect(results[1]).toMatchObject([{ is_error: true, content: bad.content }]);
    expect(results[2]).toMatchObject([{ tool_use_id: 'good' }, { tool_use_id: 'look' }]);
    expect((await ada.stats()).current).toBe(1);
  });
});
