import { memoryTools, prefetch } from '@mneme/agent';
import { createMemory, type Memory } from '@mneme/core';
import { createApp, Keys, memoryKeys } from '@mneme/server';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { heldRows } from '../../../tools/held-rows.mjs';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { storeBackend } from '../../store/src/index.ts';
import { type KeptTable, MemoryRows } from '../../store/src/memory/index.ts';
import { createMcpServer } from '../src/index.ts';

let memory: Memory;
let goOn: () => void;

/** A large scope of which only the beginning is read. */
beforeEach(async () => {
  const kept = new Map<string, KeptTable>();
  const open = (rows: MemoryRows) =>
    createMemory({ backend: storeBackend(rows, { firstAnswerMs: 0 }), embedder: letterEmbedder });
  const writer = await open(new MemoryRows({ kept }));
  const facts = Array.from({ length: 500 }, (_, at) => ({ content: `Box ${at} has ${at} spoons` }));
  await writer.scope('ada').storeMany(facts, { onConflict: 'keepBoth' });
  await writer.close();
  const held = heldRows(new MemoryRows({ kept }));
  ({ goOn } = held);
  memory = await open(held.rows);
});

afterEach(async () => {
  goOn();
  await memory.close();
});

const stillRead = /^searched only \d+ of about 500, because the scope is still being read/;

it('says in answers of tools and of REST, in a prefetch and in the prompt that a scope is still being read', async () => {
  const scope = memory.scope('ada');
  const client = new Client({ name: 'test', version: '1' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const server = await createMcpServer({ scope });
  await server.connect(there);
  await client.connect(here);
  const query = 'Which box has 7 spoons?';
  const answer = await client.callTool({ name: 'memory_retrieve', arguments: { query } });
  expect(answer.structuredContent).toMatchObject({ degraded: expect.stringMatching(stillRead) });
  const { messages } = await client.getPrompt({ name: 'recall', arguments: { topic: query } });
  expect(JSON.stringify(messages)).toContain('still being read');
  await client.close();

  const { content } = await memoryTools(scope).handle('memory_retrieve', { query });
  expect(JSON.parse(content).degraded).toMatch(stillRead);
  const block = await prefetch(scope, query, { timeoutMs: 60_000 });
  expect(block.degraded).toMatch(stillRead);

  const keys = new Keys(memoryKeys());
  const { key } = await keys.create({ scope: 'ada' });
  const app = createApp({ memory, keys });
  const post = (path: string, body: object) =>
    app.request(`/v1/mneme/${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const response of [
    await post('retrieve', { query }),
    await post('recall', { message: query }),
  ]) {
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ degraded: expect.stringMatching(stillRead) });
  }
});
