import { MnemeError } from '@mneme/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyJson, anyText } from '../../../test/fuzz/hostile.ts';
import { mutated, mutationsOf } from '../../../test/fuzz/mutate.ts';
import { sharedMemory } from '../../../test/memory.ts';
import { type Imported, openImport, readItems } from '../src/index.ts';
import {
  chatGptContext,
  chatGptTalk,
  claudeMem,
  claudeTalk,
  lettaAgentFile,
  mem0Answer,
} from './fixtures.ts';

const memory = await sharedMemory();

const time = '2026-01-01T00:00:00Z';

/** For each format that a stream can hold, one document with every field that its reader uses. */
const documents = {
  mem0: mem0Answer,
  'claude-mem': {
    observations: [claudeMem.observation],
    summaries: [claudeMem.summary],
    prompts: [claudeMem.prompt(1, 'Which store?')],
    sessions: [claudeMem.session],
  },
  chatgpt: [chatGptTalk, chatGptContext],
  claude: [claudeTalk],
  'claude-code': {
    type: 'user',
    sessionId: 's',
    cwd: '/a',
    timestamp: time,
    isMeta: false,
    message: { role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'image' }] },
  },
  letta: lettaAgentFile,
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
};
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

/** No items if a document is refused with a clear error. */
async function readOrRefused(text: string, format: Format): Promise<Imported[]> {
  return read(text, format).catch((error: unknown) => {
    if (MnemeError.isInstance(error)) return [];
    throw error;
  });
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
        for (const item of await readOrRefused(text, format))
          expect([item.at, refusal(item)]).toEqual([expect.any(String), undefined]);
      }),
      { numRuns: 100 },
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
          await readOrRefused(whole.slice(0, at) + put + whole.slice(at + length), format);
        },
      ),
      { numRuns: 100 },
    );
  },
);

it('reports a note that is longer than any note, and does not read it on', async () => {
  let given = 0;
  async function* stream() {
    for (;;) {
      given += 1;
      yield Buffer.from('- [decision] tea\n'.repeat(60_000));
    }
  }
  const { source } = await openImport(stream(), { from: 'markdown' });
  const items: Imported[] = [];
  for await (const item of readItems(source, { format: 'markdown', hasScope: true }))
    items.push(item);
  expect(items).toMatchObject([{ kind: 'skip', problem: 'has more than 4194304 bytes' }]);
  expect(given).toBeLessThan(10);
});
