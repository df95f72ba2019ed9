import Anthropic from '@anthropic-ai/sdk';
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import { afterEach, describe, expect, it } from 'vitest';
import { attachStores, fileMemoryTool } from '../../src/index.ts';
import { call, type ScriptedServer, say, startScriptedServer } from '../support/scripted-server.ts';
import { storeUnderTest, treesUnderTest } from './trees.ts';

let server: ScriptedServer;
afterEach(() => server.close());

const request = {
  model: 'claude-opus-5',
  max_tokens: 500,
  messages: [{ role: 'user' as const, content: 'What do you know?' }],
  thread: false as const,
};

describe.each(treesUnderTest)('the file tool over %s', (_name, make) => {
  it('runs in the SDK’s toolRunner, which returns errors to the model', async () => {
    const tree = await make();
    server = await startScriptedServer([
      call([{ name: 'memory', input: { command: 'view', path: '/memories/none' }, id: 'bad' }]),
      call([
        {
          name: 'memory',
          input: { command: 'create', path: '/memories/a', file_text: 'tea' },
          id: 'good',
        },
      ]),
      call([{ name: 'memory', input: { command: 'view', path: '/memories/a' }, id: 'look' }]),
      say('Tea.'),
    ]);
    const client = new Anthropic({ baseURL: server.baseURL, apiKey: 'test' });
    const tools = [betaMemoryTool(fileMemoryTool(tree.files))];
    const message = await client.beta.messages.toolRunner({ ...request, tools });
    expect(message.content).toMatchObject([{ text: 'Tea.' }]);
    expect(server.requests[0]!.body.tools).toMatchObject([
      { type: 'memory_20250818', name: 'memory' },
    ]);
    const results = server.requests.slice(1).map(({ body }) => body.messages.at(-1)!.content);
    expect(results).toMatchObject([
      [
        {
          is_error: true,
          content: expect.stringContaining(
            'The path /memories/none does not exist. Please provide a valid path.',
          ),
        },
      ],
      [{ tool_use_id: 'good', content: 'File created successfully at: /memories/a' }],
      [{ content: "Here's the content of /memories/a with line numbers:\n     1\ttea" }],
    ]);
    await tree.close();
  });
});

it('the tools of a session run in the SDK’s toolRunner', async () => {
  const tree = await storeUnderTest();
  server = await startScriptedServer([
    call([{ name: 'memory_write', input: { path: '/a', content: 'tea' }, id: 'write' }]),
    call([{ name: 'memory_read', input: { path: '/a' }, id: 'read' }]),
    say('Tea.'),
  ]);
  const client = new Anthropic({ baseURL: server.baseURL, apiKey: 'test' });
  const session = attachStores([{ store: tree.files as never }]);
  const tools = session.runnable as never[];
  const message = await client.beta.messages.toolRunner({
    ...request,
    system: session.system,
    tools,
  });
  expect(message.content).toMatchObject([{ text: 'Tea.' }]);
  expect(server.requests[0]!.body.tools).toMatchObject(session.definitions);
  const [read] = server.requests[2]!.body.messages.at(-1)!.content as { content: string }[];
  expect(JSON.parse(read!.content)).toMatchObject({ path: '/a', content: 'tea' });
  await tree.close();
});
