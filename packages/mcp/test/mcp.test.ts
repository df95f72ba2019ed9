import { createRequire } from 'node:module';
import { PassThrough, Readable } from 'node:stream';
import { createMemory, type Memory } from '@mneme/core';
import { estimateTextTokens } from '@mneme/core/faces';
import { staticEmbedder } from '@mneme/embedders';
import { createApp, Keys, memoryKeys } from '@mneme/server';
import { sqliteBackend } from '@mneme/sqlite';
import {
  Client,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMcpServer, mcpHandler, serveMcp } from '../src/index.ts';

const url = 'http://localhost:8787/mcp';
let memory: Memory;
let keys: Keys;
let app: ReturnType<typeof createApp>;
/** Everything that was sent to clients. */
let answers: string[] = [];
let cacheControls: string[] = [];
const clients: Client[] = [];

beforeEach(async () => {
  memory = await createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: await staticEmbedder(),
  });
  keys = new Keys(memoryKeys());
  app = createApp({ memory, keys, mcp: mcpHandler() });
  answers = [];
  cacheControls = [];
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await memory.close();
  // No shared cache may keep an answer.
  for (const header of cacheControls) expect(header).toContain('no-store');
});

type Era = 'modern' | 'legacy';

async function connect(
  options: { scope?: string; access?: 'read_only' | 'read_write'; era?: Era } = {},
): Promise<Client> {
  const { scope = 'ada', access = 'read_write', era = 'modern' } = options;
  const { key } = await keys.create({ scope, access });
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : 'auto' } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: async (input, init) => {
      const response = await app.request(String(input), init);
      answers.push(await response.clone().text());
      cacheControls.push(response.headers.get('cache-control') ?? '');
      return response;
    },
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  clients.push(client);
  return client;
}

/** The fields that the tests check; each tool returns some of them. */
interface Answer {
  memory_id: string;
  outcome: string;
  memories: { id: string; content: string }[];
  documents: object[];
  removed: string[];
  next_cursor?: string;
  error?: string;
}

/** Returns what a model reads, after checking that both forms of it agree. */
async function call(client: Client, name: string, given: object = {}): Promise<Answer> {
  const result = await client.callTool({ name, arguments: { ...given } });
  const [block] = result.content;
  const text = block?.type === 'text' ? block.text : '';
  if (result.isError) return { error: text } as Answer;
  expect(JSON.parse(text)).toEqual(result.structuredContent);
  return result.structuredContent as unknown as Answer;
}

const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

describe.each<Era>(['modern', 'legacy'])('an MCP client of the %s era', (era) => {
  it('stores a memory, finds it, corrects it, sees its history and forgets it', async () => {
    const client = await connect({ era });
    const { memory_id: id, outcome } = await call(client, 'memory_store', {
      content: 'Ada drinks green tea',
    });
    expect(outcome).toBe('created');
    const { memories } = await call(client, 'memory_retrieve', {
      query: 'What tea does Ada drink?',
    });
    expect(memories).toMatchObject([{ id, content: 'Ada drinks green tea', importance: 3 }]);
    const updated = await call(client, 'memory_update', {
      memory_id: id,
      content: 'Ada drinks white tea',
    });
    expect(updated).toMatchObject({ memory_id: id, outcome: 'updated' });
    const history = await call(client, 'memory_history', { memory_id: id });
    expect(history.memories.map(({ content }) => content)).toEqual([
      'Ada drinks green tea',
      'Ada drinks white tea',
    ]);
    const dryRun = await call(client, 'memory_delete', { memory_id: id });
    expect(dryRun).toMatchObject({ dry_run: true, content: 'Ada drinks white tea' });
    expect(await memory.scope('ada').get(id)).toBeDefined();
    const done = await call(client, 'memory_delete', { memory_id: id, confirm: true });
    expect(done).toMatchObject({ dry_run: false });
    expect([...done.removed].sort()).toEqual([...dryRun.removed].sort());
    expect(await memory.scope('ada').get(id)).toBeUndefined();
  });

  it('writes, edits, reads, searches, lists and deletes documents', async () => {
    const client = await connect({ era });
    await call(client, 'doc_write', { path: '/plan.md', content: 'Ship on Monday' });
    await call(client, 'doc_edit', { path: '/plan.md', old_str: 'Monday', new_str: 'Friday' });
    expect(await call(client, 'doc_read', { path: '/plan.md' })).toMatchObject({
      content: 'Ship on Friday',
    });
    expect(await call(client, 'doc_list')).toEqual({
      documents: [{ path: '/plan.md', bytes: 14 }],
    });
    const { documents } = await call(client, 'doc_search', { query: 'when do we ship' });
    expect(documents).toMatchObject([{ path: '/plan.md' }]);
    const read = await client.readResource({ uri: 'mneme://doc/notes/plan.md' });
    expect(read.contents).toMatchObject([{ text: 'Ship on Friday' }]);
    await call(client, 'doc_delete', { path: '/plan.md' });
    expect(await call(client, 'doc_list')).toEqual({ documents: [] });
  });

  it('reads a memory as a resource, and gets an error for a missing one', async () => {
    const client = await connect({ era });
    const { memory_id: id } = await call(client, 'memory_store', {
      content: 'Ada lives in Lisbon',
    });
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ uri: `mneme://memory/${id}`, name: 'Ada lives in Lisbon' }]);
    const { contents } = await client.readResource({ uri: `mneme://memory/${id}` });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ id });
    for (const uri of [
      'mneme://memory/nothing',
      'mneme://memory/00000000-0000-4000-8000-000000000000',
      'mneme://doc/notes/missing.md',
      'mneme://doc/no-store/a.md',
      'mneme://doc/notes/%E0%A4%A',
    ])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
  });

  it('adds memories to the conversation by a prompt', async () => {
    const client = await connect({ era });
    await call(client, 'memory_store', { content: 'Ada is allergic to peanuts', importance: 5 });
    const { messages } = await client.getPrompt({
      name: 'recall',
      arguments: { topic: 'What is Ada allergic to?' },
    });
    expect(JSON.stringify(messages)).toContain('Ada is allergic to peanuts');
  });

  it('never receives invisible characters, whatever is stored', async () => {
    // A tag, a direction override, C1, an escape, zero width, a line separator, a variant selector.
    const hidden = [0xe0041, 0x202e, 0x9b, 0x1b, 0x200b, 0x2028, 0xfe01, 0x061c, 0x1d173];
    const mark = String.fromCodePoint(...hidden);
    const ada = memory.scope('ada');
    const content = `Ada drinks green${mark} tea`;
    const [id = ''] = (await ada.episodes.append([{ content, speaker: 'Ben' }], { session: 's' }))
      .ids;
    await ada.store({ content, tags: [`tea${mark}`.replace(/\p{Cc}/gu, '')], importance: 5 });
    const client = await connect({ era });
    const path = '/tea.md';
    await call(client, 'doc_write', { path, content });
    await call(client, 'doc_edit', { path, old_str: 'Ada', new_str: `Eve${mark}` });
    await call(client, 'doc_read', { path });
    await call(client, 'doc_search', { query: 'green tea' });
    await call(client, 'doc_read', { path: `/${mark}` });
    await call(client, 'memory_retrieve', { query: 'Who drinks green tea?' });
    await call(client, 'memory_retrieve', { query: 'tea', [`a${mark}`]: 1, cursor: mark });
    await call(client, 'memory_store', { content: `Ada has a dog${mark}`, category: mark });
    await call(client, 'memory_history', { memory_id: id });
    await call(client, 'memory_delete', { memory_id: id, reason: mark });
    await client.listResources();
    await client.readResource({ uri: `mneme://memory/${id}` });
    await client.readResource({ uri: 'mneme://doc/notes/tea.md' });
    await client.getPrompt({ name: 'recall', arguments: { topic: `green${mark} tea` } });
    const stranger = await connect({ era, scope: 'ben' });
    await stranger.getPrompt({ name: 'recall', arguments: { topic: `x${mark}` } });
    expect(answers.join()).toContain('Ada drinks green tea');
    for (const code of hidden) {
      const one = String.fromCodePoint(code);
      const written = JSON.stringify(one).slice(1, -1);
      // An error shows invisible characters as escapes, whose backslash is itself escaped.
      const met = answers
        .map((sent) => sent.replaceAll('\\\\', ''))
        .filter((sent) => sent.includes(one) || sent.includes(written));
      expect(met, code.toString(16)).toEqual([]);
    }
  });

  it('gets a message for bad input, and nothing is changed', async () => {
    const client = await connect({ era });
    const before = await memory.stats();
    const known = await names(client);
    for (const [name, given, said] of [
      ['memory_retrieve', { query: 5, lmit: 2 }, /query.*give a string.*lmit.*limit/],
      ['memory_retrieve', {}, /query/],
      ['memory_retrieve', { query: 'tea', cursor: 'none' }, /next_cursor/],
      ['memory_store', { content: '', importance: 9 }, /content|importance/],
      ['memory_store', { content: `the password is ${'hunter'}22x!` }, /secret|password/],
      ['memory_update', { memory_id: 'x' }, /id/],
      [
        'memory_update',
        { memory_id: '00000000-0000-4000-8000-000000000000' },
        /at least one field/,
      ],
      ['memory_delete', { memory_id: '00000000-0000-4000-8000-000000000000' }, /no memory/],
      ['memory_history', { memory_id: '00000000-0000-4000-8000-000000000000' }, /no memory/],
      ['memory_settle', { memory_id: 'x', verdict: 'both' }, /id is.*other.*verdict is "both"/],
      [
        'memory_settle',
        {
          memory_id: '00000000-0000-4000-8000-000000000000',
          other_id: '00000000-0000-4000-8000-000000000001',
          verdict: 'same',
        },
        /contest each other/,
      ],
      ['doc_read', { path: '/none.md' }, /no document/],
      ['doc_edit', { path: 'x' }, /old_str/],
    ] as const) {
      const { error } = await call(client, name, given);
      expect(error, `${name} ${JSON.stringify(given)}`).toMatch(said);
      const named = error?.match(/\b(?:memory|doc)_(?!id\b)[a-z]+/g) ?? [];
      expect(known, 'tools that a message names').toEqual(expect.arrayContaining(named));
    }
    expect(await memory.stats()).toEqual(before);
  });
});

describe('the tools', () => {
  it('have a fixed order and hints, and take at most 2,000 tokens', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'memory_retrieve',
      'memory_store',
      'memory_update',
      'memory_delete',
      'memory_forget',
      'memory_settle',
      'memory_history',
      'doc_list',
      'doc_search',
      'doc_read',
      'doc_write',
      'doc_edit',
      'doc_delete',
    ]);
    const loaded = tools.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true);
    expect(loaded.map(({ name }) => name)).toEqual(['memory_retrieve', 'memory_store']);
    for (const { name, annotations, description } of tools) {
      const reads = /_(retrieve|search|history|list|read)$/.test(name);
      expect(annotations?.readOnlyHint, name).toBe(reads);
      expect(annotations?.destructiveHint ?? false, name).toBe(/_(delete|forget)$/.test(name));
      expect(description?.length, name).toBeGreaterThan(20);
    }
    const read = tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    expect(estimateTextTokens(JSON.stringify(read))).toBeLessThanOrEqual(2000);
    expect(tools.some(({ inputSchema }) => 'scope' in (inputSchema.properties ?? {}))).toBe(false);
  });

  it('do not include writing for a read-only key', async () => {
    const client = await connect({ access: 'read_only' });
    expect(await names(client)).toEqual(['memory_retrieve', 'memory_history']);
    await memory.scope('ada').stores.open('notes', { create: true });
    expect(await names(client)).toEqual([
      'memory_retrieve',
      'memory_history',
      'doc_list',
      'doc_search',
      'doc_read',
    ]);
    for (const name of ['memory_store', 'memory_delete', 'doc_write'])
      await expect(client.callTool({ name, arguments: {} })).rejects.toMatchObject({
        code: -32602,
      });
  });

  it('reach only one scope, for any ids and cursors', async () => {
    const ada = await connect();
    const { memory_id: id } = await call(ada, 'memory_store', { content: 'Ada keeps bees' });
    await call(ada, 'memory_store', { content: 'Ada sells honey of her bees' });
    const { next_cursor } = await call(ada, 'memory_retrieve', { query: 'bees', limit: 1 });
    const ben = await connect({ scope: 'ben' });
    expect(await call(ben, 'memory_retrieve', { query: 'bees' })).toMatchObject({ memories: [] });
    for (const given of [
      ['memory_history', { memory_id: id }],
      ['memory_delete', { memory_id: id, confirm: true }],
      ['memory_update', { memory_id: id, content: 'Mine' }],
      ['memory_retrieve', { query: 'bees', limit: 1, cursor: next_cursor }],
    ] as const)
      expect(await call(ben, given[0], given[1])).toHaveProperty('error');
    await expect(ben.readResource({ uri: `mneme://memory/${id}` })).rejects.toThrow();
    expect((await memory.scope('ada').list()).memories).toHaveLength(2);
  });

  it('return pages within the size limit, without gaps or repetitions', async () => {
    const long = 'honey '.repeat(600);
    for (let number = 0; number < 30; number++)
      await memory
        .scope('ada')
        .store(
          { content: `Hive ${number} gave ${long}`, category: 'factual_knowledge' },
          { onConflict: 'keepBoth' },
        );
    const client = await connect();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call(client, 'memory_retrieve', { query: 'honey', limit: 20, cursor });
      expect(JSON.stringify(page).length).toBeLessThan(25_000);
      seen.push(...page.memories.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(30);
    expect(new Set(seen).size).toBe(30);
  });

  it('settle two contested memories', async () => {
    const client = await connect();
    const job = (name: string) =>
      call(client, 'memory_store', { content: `User works as a ${name}` });
    const waiter = await job('waiter');
    const carpenter = await job('carpenter');
    expect(carpenter).toMatchObject({ contests: [waiter.memory_id] });
    const pair = { memory_id: waiter.memory_id, other_id: carpenter.memory_id };
    expect(await call(client, 'memory_settle', { ...pair, verdict: 'older' })).toEqual({
      newer: carpenter.memory_id,
      older: waiter.memory_id,
      verdict: 'older',
    });
    const { memories } = await call(client, 'memory_retrieve', { query: 'job' });
    expect(memories.map(({ id }) => id)).toEqual([waiter.memory_id]);
    expect(memories[0]).not.toHaveProperty('contested_by');
  });

  it('report the facts that are deleted with a memory, before and after', async () => {
    const ada = memory.scope('ada');
    const [first, second] = (
      await ada.episodes.append([{ content: 'Penicillin hurt me' }, { content: 'So it was' }], {
        session: 'monday',
      })
    ).ids as [string, string];
    const learn = async (content: string, evidence: string[]) =>
      (await ada.store({ content, evidence }, { onConflict: 'keepBoth' })).id;
    const alone = await learn('Ada is allergic to penicillin', [first]);
    const both = await learn('Ada was ill in spring', [first, second]);
    const client = await connect();
    const dryRun = await call(client, 'memory_delete', { memory_id: first });
    expect(dryRun).toMatchObject({ removed: [first], forgotten: [alone], kept: [both] });
    expect(await ada.get(alone)).toBeDefined();
    const done = await call(client, 'memory_delete', { memory_id: first, confirm: true });
    expect(done).toMatchObject({ removed: [first], forgotten: [alone], kept: [both] });
    expect(await ada.get(alone)).toBeUndefined();
  });

  it('return the source turn and the author of a fact', async () => {
    const said = [{ content: 'I am allergic to penicillin.', speaker: 'Ada' }];
    const { ids, learned } = await memory.scope('ada').episodes.append(said, { session: 's1' });
    const client = await connect();
    const fact = await call(client, 'memory_history', { memory_id: learned?.[0] });
    expect(fact.memories).toMatchObject([{ evidence: ids, extracted_by: 'rules' }]);
    const turn = await call(client, 'memory_history', { memory_id: ids[0] });
    expect(turn.memories).toMatchObject([{ kind: 'episode', content: said[0]?.content }]);
    expect(turn.memories[0]).not.toHaveProperty('extracted_by');
  });
});

it('reports a failing memory, and not that nothing is remembered', async () => {
  const scope = memory.scope('ada');
  scope.recall = () => Promise.reject(new Error('no disk'));
  const server = await createMcpServer({ scope });
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  const asked = client.getPrompt({ name: 'recall', arguments: { topic: 'peanuts' } });
  await expect(asked).rejects.toThrow('no disk');
});

it('reports the version of its package', async () => {
  const client = await connect();
  const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
  expect(client.getServerVersion()).toMatchObject({ name: 'mneme', version });
});

describe('the instructions', () => {
  it('summarise the contents briefly, for any names', async () => {
    const scope = memory.scope('ada');
    await scope.store({ content: 'Ada drinks tea', category: 'user_preference' });
    for (let number = 0; number < 8; number++)
      await scope.stores.create({ name: `Store ${number}`, description: 'long '.repeat(200) });
    const client = await connect();
    const said = client.getInstructions() ?? '';
    expect(said).toContain('1 memories');
    expect(said.length).toBeLessThan(4096);
  });
});

describe('arguments as clients send them', () => {
  it.each([
    ['a number as a string', { importance: '4' }, { importance: 4 }],
    ['a number with a point', { importance: ' 4.0 ' }, { importance: 4 }],
    ['a list as a string', { tags: '["pet","cat"]' }, { tags: ['pet', 'cat'] }],
    ['a list of one as a word', { tags: 'pet' }, { tags: ['pet'] }],
    ['null for all', { tags: null, importance: null, category: null, expires_at: null }, {}],
    ['"" for all', { tags: '', importance: '', category: '', expires_at: '' }, {}],
  ])('are stored as meant: %s', async (_, given, stored) => {
    const client = await connect();
    const content = 'The cat is called Minka';
    const { memory_id: id } = await call(client, 'memory_store', { content, ...given });
    expect(await memory.scope('ada').get(id)).toMatchObject({
      ...{ content, category: 'factual_knowledge', importance: 3, tags: [] },
      ...stored,
    });
  });

  it('mean the same in every tool: lists, numbers, booleans, and the id under both names', async () => {
    const client = await connect();
    const { memory_id: id } = await call(client, 'memory_store', { content: 'My bike is red' });
    const found = { query: 'bike', limit: '1', categories: '[]', cursor: null, as_of: '' };
    const { memories } = await call(client, 'memory_retrieve', found);
    expect(memories).toMatchObject([{ id }]);
    const end = '2100-01-01T00:00:00.000Z';
    await call(client, 'memory_update', { id, importance: '5', content: null, expires_at: end });
    const record = () => memory.scope('ada').get(id);
    expect(await record()).toMatchObject({ importance: 5, expiresAt: end });
    // Left out, and not taken away.
    await call(client, 'memory_update', { id, memory_id: null, importance: 4, expires_at: null });
    expect(await record()).toMatchObject({ importance: 4, expiresAt: end });
    await call(client, 'memory_update', { id, expires_at: 'never' });
    expect(await record()).not.toHaveProperty('expiresAt');
    expect((await call(client, 'memory_history', { id })).memories).toHaveLength(1);
    expect(await call(client, 'memory_delete', { id, confirm: 'false' })).toMatchObject({
      dry_run: true,
    });
    expect((await call(client, 'memory_delete', { id, confirm: 'true' })).removed).toEqual([id]);
  });

  it('keep an empty text where one is required', async () => {
    const client = await connect();
    await call(client, 'doc_write', { path: '/a.md', content: 'one two', store: '' });
    await call(client, 'doc_edit', { path: '/a.md', old_str: ' two', new_str: '' });
    const read = await call(client, 'doc_read', { path: '/a.md', from_line: '1' });
    expect(read).toMatchObject({ content: 'one' });
  });

  it('are refused where they could mean several things', async () => {
    const client = await connect();
    const { memory_id } = await call(client, 'memory_store', { content: 'My bike is red' });
    for (const [name, given, said] of [
      ['memory_store', { content: 'a b', tags: 'red, blue' }, /tags/],
      ['memory_store', { content: 'a b', importance: 'high' }, /importance/],
      ['memory_store', { content: '' }, /content/],
      ['memory_delete', { memory_id, confirm: 'maybe' }, /confirm/],
      ['memory_history', { memory_id, id: memory_id.replace(/^./, 'x') }, /id/],
    ] as const)
      expect((await call(client, name, given)).error, JSON.stringify(given)).toMatch(said);
  });

  it('have schemas of one type each, as all clients take them', async () => {
    const { tools } = await (await connect()).listTools();
    for (const { name, inputSchema, annotations, title } of tools) {
      expect(JSON.stringify(inputSchema), name).not.toMatch(/"type":\[|anyOf|oneOf|allOf/);
      expect([title, annotations?.openWorldHint], name).toEqual([expect.any(String), false]);
    }
  });
});

describe('a request', () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const send = async (headers: Record<string, string>, text = JSON.stringify(body)) => {
    const { key } = await keys.create({ scope: 'ada' });
    return app.request(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: text,
    });
  };

  it.each(['*/*', 'application/json', 'application/*;q=0.9', undefined])(
    'that accepts %s gets JSON',
    async (accept) => {
      for (const version of ['2025-06-18', '2025-11-25']) {
        const response = await send({
          'mcp-protocol-version': version,
          ...(accept === undefined ? { accept: '' } : { accept }),
        });
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toContain('application/json');
        const { result } = (await response.json()) as { result: { tools: object[] } };
        expect(result.tools).toHaveLength(13);
      }
    },
  );

  it('that accepts only events gets events, and one that accepts neither is refused', async () => {
    const response = await send({ accept: 'text/event-stream' });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(await response.text()).toContain('memory_retrieve');
    expect((await send({ accept: 'text/html' })).status).toBe(406);
  });

  it('without a valid key is refused, with a hint how to send one', async () => {
    const refused = await send({ authorization: 'Bearer nothing' });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('from another site, or with another host name, is refused before its key is checked', async () => {
    const before = { authorization: 'Bearer nothing' };
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { host: 'evil.example' },
      { host: 'localhost.evil.example:8787' },
    ];
    for (const headers of foreign)
      expect((await send({ ...before, ...headers })).status, JSON.stringify(headers)).toBe(403);
    expect((await send({ origin: 'http://localhost:3000' })).status).toBe(200);
  });

  it('with an allowed host name is answered', async () => {
    app = createApp({ memory, keys, mcp: mcpHandler(), allowedHosts: ['memory.example'] });
    const own = { host: 'memory.example', origin: 'https://memory.example' };
    expect((await send(own)).status).toBe(200);
    expect((await send({ host: 'other.example' })).status).toBe(403);
  });

  it('that is too large, too deep or not JSON is refused', async () => {
    expect((await send({}, '{')).status).toBe(400);
    expect((await send({}, '['.repeat(100) + ']'.repeat(100))).status).toBe(400);
    expect((await send({}, `"${'x'.repeat(1024 * 1024)}"`)).status).toBe(413);
  });

  it('gets 404 on a server without MCP', async () => {
    app = createApp({ memory, keys });
    expect((await send({})).status).toBe(404);
  });
});

it('a client over stdio whose message never ends is left', async () => {
  const part = Buffer.alloc(1024 * 1024, 'x');
  const input = new Readable({
    read() {
      this.push(part);
    },
  });
  const errors: string[] = [];
  await serveMcp({
    scope: memory.scope('ada'),
    input,
    output: new PassThrough().resume(),
    onError: ({ message }) => errors.push(message),
  });
  expect(errors).toEqual([
    'a message has more than 8388608 bytes, so it was not read: send less at once',
    'a message has more than 268435456 bytes: the connection ends',
  ]);
  expect(input.destroyed).toBe(true);
});
