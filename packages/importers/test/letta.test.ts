import { describe, expect, it } from 'vitest';
import { usePlace } from './place.ts';

const place = usePlace();

const secretOfAnAgent = `sk-ant-api03-${'Vq7Zt2mXw9LrB4kNcY81jJdFs6PgTuE3aRoQi5vKzM0bWnHxC2yD7GfU8s'}`;

const agentFile = {
  agents: [
    {
      id: 'agent-0',
      name: 'loop',
      agent_type: 'letta_v1_agent',
      system: 'You are a helpful agent.',
      block_ids: ['block-0', 'block-1', 'block-2'],
      tool_exec_environment_variables: { KEY: secretOfAnAgent },
      secrets: [{ key: 'K', value: secretOfAnAgent }],
      messages: [
        {
          id: 'message-0',
          role: 'system',
          content: [{ type: 'text', text: 'You are a helpful agent.' }],
          created_at: '2026-01-01T00:00:00+00:00',
        },
        {
          id: 'message-1',
          role: 'user',
          content: [{ type: 'text', text: '{"type": "login", "last_login": "never"}' }],
          created_at: '2026-01-01T00:00:01+00:00',
        },
        {
          id: 'message-2',
          role: 'user',
          content: [
            {
              type: 'text',
              text: '{"type": "user_message", "message": "I keep bees.", "time": "2026-01-01T00:00:02+00:00"}',
            },
          ],
          created_at: '2026-01-01T00:00:02+00:00',
        },
        {
          id: 'message-3',
          role: 'assistant',
          content: [{ type: 'text', text: 'They want to talk of bees.' }],
          tool_calls: [
            {
              id: 'c',
              function: { name: 'send_message', arguments: '{"message": "How many hives?"}' },
            },
          ],
          created_at: '2026-01-01T00:00:03+00:00',
        },
        {
          id: 'message-4',
          role: 'tool',
          content: [{ type: 'text', text: 'ok' }],
          created_at: '2026-01-01T00:00:04+00:00',
        },
        {
          id: 'message-5',
          role: 'user',
          content: 'Seven.',
          created_at: '2026-01-01T00:00:05+00:00',
        },
        {
          id: 'message-6',
          role: 'assistant',
          content: [{ type: 'text', text: 'A fine number.' }],
          created_at: '2026-01-01T00:00:06+00:00',
        },
      ],
    },
  ],
  blocks: [
    { id: 'block-0', label: 'human', value: 'Ada keeps bees.', limit: 5000 },
    { id: 'block-1', label: 'persona', value: '', limit: 5000 },
    {
      id: 'block-2',
      label: 'notes',
      value: `# Hives\nSeven of them.\n\n# Honey\n${'Sold in May. '.repeat(200)}`,
    },
  ],
  groups: [],
  files: [{ id: 'file-0', file_name: 'bees.pdf' }],
  sources: [],
  tools: [{ id: 'tool-0', name: 'send_message' }],
  mcp_servers: [],
  metadata: { revision_id: 'x' },
  created_at: '2026-01-01T00:00:00+00:00',
};

describe('an agent file of Letta', () => {
  it('gives its blocks and messages, without the agent’s internal data; importing again adds nothing', async () => {
    const path = place.json('loop.af', agentFile);
    const report = await place.import(path);
    expect(report).toMatchObject({
      format: 'letta',
      problemCount: 0,
      skipped: { system: 2, tool: 1, reasoning: 1, empty: 1, media: 1, not_a_memory: 1 },
    });
    const all = await place.all();
    const turns = all.filter(({ source }) => source.sequence !== undefined);
    expect(turns.map(({ content, source }) => [source.speaker, content])).toEqual([
      ['user', 'I keep bees.'],
      ['assistant', 'How many hives?'],
      ['user', 'Seven.'],
      ['assistant', 'A fine number.'],
    ]);
    const blocks = all.filter(({ source }) => source.sequence === undefined);
    expect(blocks.map(({ content }) => content)).toContain('Ada keeps bees.');
    expect(blocks.map(({ content }) => content)).toContain('# Hives\nSeven of them.');
    expect(blocks[0]?.metadata).toMatchObject({ agent: 'loop' });
    expect(JSON.stringify([all, report])).not.toContain(secretOfAnAgent);
    expect(await place.import(path)).toMatchObject({ created: 0, confirmed: report.created });
  });

  it('from before 2025 is read as one agent with its blocks', async () => {
    const old = {
      name: 'old',
      core_memory: [{ label: 'human', value: 'Ada keeps bees.' }],
      messages: [{ role: 'user', text: 'Hello', created_at: '2024-05-01T00:00:00Z' }],
    };
    expect(await place.import(place.json('old.json', old))).toMatchObject({
      format: 'letta',
      created: 2,
    });
  });

  it('is reported if broken', async () => {
    const path = place.write('broken.af', '{"agents": [');
    expect(await place.import(path)).toMatchObject({
      created: 0,
      skipped: { broken: 1 },
      problemCount: 1,
    });
  });
});
