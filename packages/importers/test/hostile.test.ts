import { createMemory, type Memory, MnemeError } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyJson, anyText } from '../../../test/fuzz/hostile.ts';
import { mutated, mutationsOf } from '../../../test/fuzz/mutate.ts';
import { type Imported, openImport, readItems } from '../src/index.ts';

let memory: Memory;
beforeAll(async () => {
  memory = await createMemory({ backend: sqliteBackend({ path: ':memory:' }) });
});
afterAll(() => memory.close());

const time = '2026-01-01T00:00:00Z';
const texts = (...said: string[]) => said.map((text) => ({ type: 'text', text }));

/** For each format that a stream can hold, one document with every field that its reader uses. */
const documents = {
  mem0: {
    results: [
      {
        id: 'm',
        memory: 'Likes tea',
        user_id: 'ada',
        run_id: 'r',
        metadata: { a: [1] },
        categories: ['b'],
        created_at: time,
        updated_at: time,
        expiration_date: '2099-01-01',
      },
    ],
  },
  'claude-mem': {
    observations: [
      {
        id: 1,
        memory_session_id: 'w',
        type: 'decision',
        title: 't',
        facts: '["a", "b"]',
        concepts: ['c'],
        files_read: '["d"]',
        narrative: 'n',
        created_at_epoch: 1_700_000_000_000,
        project: 'p',
        origin_device_id: 'd',
        origin_local_id: 1,
      },
    ],
    summaries: [{ id: 1, request: 'a', learned: 'b', created_at: time }],
    prompts: [{ content_session_id: 's', prompt_text: 'a', created_at_epoch: 1 }],
    sessions: [{ memory_session_id: 'w', content_session_id: 's' }],
  },
  chatgpt: [
    {
      id: 'c',
      title: 't',
      create_time: 1.7e9,
      current_node: 'b',
      mapping: {
        a: {
          parent: null,
          children: ['b'],
          message: {
            author: { role: 'user' },
            create_time: 1.7e9,
            recipient: 'all',
            metadata: { a: 1 },
            content: { content_type: 'multimodal_text', parts: ['tea', { text: 'x' }] },
          },
        },
        b: {
          parent: 'a',
          children: [],
          message: {
            author: { role: 'system' },
            content: {
              content_type: 'model_editable_context',
              model_set_context: '1. [2025-01-01]. Likes tea',
            },
          },
        },
        c: {
          parent: 'b',
          message: {
            author: { role: 'user' },
            content: {
              content_type: 'user_editable_context',
              user_profile: 'p',
              user_instructions: 'i',
            },
          },
        },
      },
    },
  ],
  claude: [
    {
      uuid: 'c',
      name: 'n',
      created_at: time,
      chat_messages: [
        {
          sender: 'human',
          text: 'a',
          content: texts('a'),
          created_at: time,
          attachments: [{}],
          files: [{}],
        },
        { sender: 'assistant', content: [{ type: 'thinking' }, ...texts('b')] },
      ],
    },
  ],
  'claude-code': {
    type: 'user',
    sessionId: 's',
    cwd: '/a',
    timestamp: time,
    isMeta: false,
    message: { role: 'user', content: [...texts('a'), { type: 'image' }] },
  },
  letta: {
    agents: [
      {
        name: 'n',
        block_ids: ['b'],
        messages: [
          {
            role: 'user',
            content: texts('{"type": "user_message", "message": "a"}'),
            created_at: time,
          },
          {
            role: 'assistant',
            content: 'b',
            tool_calls: [{ function: { name: 'send_message', arguments: '{"message": "c"}' } }],
          },
        ],
      },
    ],
    blocks: [{ id: 'b', label: 'l', value: '# a\nb', created_at: time }],
    tools: [{}],
    files: [{}],
  },
  'mcp-memory': {
    type: 'entity',
    name: 'Ada',
    entityType: 'person',
    observations: ['tea', { content: 'c' }],
  },
  graphiti: {
    kind: 'edge',
    uuid: 'e',
    name: 'n',
    fact: 'Likes tea',
    group_id: 'g',
    valid_at: time,
    invalid_at: '2025-01-01T00:00:00Z',
    expired_at: null,
    source_node_uuid: 's',
  },
  pam: {
    schema: 'portable-ai-memory',
    memories: [
      {
        id: 'm',
        type: 'fact',
        status: 'superseded',
        content: 'tea',
        tags: ['a'],
        temporal: { created_at: time, valid_until: time, superseded_by: 'n' },
        provenance: { platform: 'mneme', conversation_ref: 'c' },
        metadata: {
          scope: 's',
          category: 'user_preference',
          importance: 5,
          session: 's',
          tags: ['b'],
        },
      },
      {
        id: 't',
        type: 'custom',
        custom_type: 'turn',
        content: 'tea',
        temporal: { created_at: time },
        provenance: { platform: 'mneme' },
        metadata: { session: 's', sequence: 1, speaker: 'a' },
      },
    ],
  },
} as const;
type Format = keyof typeof documents;
const formats = Object.keys(documents) as Format[];

async function read(text: string, format: Format): Promise<Imported[]> {
  async function* stream() {
    yield Buffer.from(text);
  }
  const { source } = await openImport(stream(), { from: format });
  const items: Imported[] = [];
  for await (const item of readItems(source, { format, hasScope: true })) items.push(item);
  return items;
}

/** The faults for which any memory would refuse an item. */
function refusal(item: Imported): string | undefined {
  if (item.kind === 'skip') return undefined;
  const { scope = 'ada', kind } = item;
  try {
    if (kind === 'fact') memory.scope(scope).check({ ...item.input, expiresAt: undefined });
    else {
      const { session, sequence, speaker, content, occurredAt, metadata } = item;
      memory.scope(scope).check({
        kind: 'episode',
        content,
        occurredAt,
        metadata,
        source: { session, sequence, speaker },
      });
    }
    return undefined;
  } catch (error) {
    if (!MnemeError.isInstance(error)) throw error;
    return error.code === 'secret_refused' ? undefined : error.message;
  }
}

it.each(formats)(
  'a slightly wrong document of %s gives valid items or a clear error',
  async (format) => {
    expect(
      (await read(JSON.stringify(documents[format]), format)).some(({ kind }) => kind !== 'skip'),
    ).toBe(true);
    await fc.assert(
      fc.asyncProperty(mutationsOf(anyJson), async (mutations) => {
        const text = JSON.stringify(mutated<unknown>(documents[format], mutations)) ?? '';
        const items = await read(text, format).catch((error: unknown) => {
          if (MnemeError.isInstance(error)) return [];
          throw error;
        });
        for (const item of items)
          expect([item.at, refusal(item)]).toEqual([expect.any(String), undefined]);
      }),
      { numRuns: 300 },
    );
  },
);

it.each(formats)(
  'a document of %s with lost, doubled or changed bytes is read or refused, and never crashes',
  async (format) => {
    const whole = JSON.stringify(documents[format]);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length),
        fc.nat(20),
        fc.oneof(anyText, fc.constant('')),
        async (at, length, put) => {
          const text = whole.slice(0, at) + put + whole.slice(at + length);
          await read(text, format).catch((error: unknown) => {
            if (!MnemeError.isInstance(error)) throw error;
          });
        },
      ),
      { numRuns: 300 },
    );
  },
);
