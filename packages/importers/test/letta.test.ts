import { describe, expect, it } from 'vitest';
import { lettaAgentFile, secretOfAnAgent } from './fixtures.ts';
import { usePlace } from './place.ts';

const place = usePlace();

describe('an agent file of Letta', () => {
  it('gives its blocks and messages, without the agent’s internal data', async () => {
    const turn = (speaker: string, content: string) => ({ content, source: { speaker } });
    await place.gives(place.json('loop.af', lettaAgentFile), {
      report: {
        format: 'letta',
        skipped: { system: 2, tool: 1, reasoning: 1, empty: 1, media: 1, not_a_memory: 1 },
      },
      records: [
        '# Hives\nSeven of them.',
        { content: expect.stringMatching(/^# Honey\nSold in May\./) },
        { content: 'Ada keeps bees.', metadata: { agent: 'loop' } },
        ...[1, 2].map(() => ({ content: expect.stringMatching(/^Sold in May\./) })),
        turn('user', 'I keep bees.'),
        turn('assistant', 'How many hives?'),
        turn('user', 'Seven.'),
        turn('assistant', 'A fine number.'),
      ],
    });
    expect(JSON.stringify(await place.all())).not.toContain(secretOfAnAgent);
  });

  it('from before 2025 is read as one agent with its blocks', async () => {
    const old = {
      name: 'old',
      core_memory: [{ label: 'human', value: 'Ada keeps bees.' }],
      messages: [{ role: 'user', text: 'Hello', created_at: '2024-05-01T00:00:00Z' }],
    };
    await place.gives(place.json('old.json', old), {
      report: { format: 'letta' },
      records: ['Ada keeps bees.', 'Hello'],
    });
  });

  it('is reported if broken', async () => {
    await place.gives(place.write('broken.af', '{"agents": ['), {
      report: { skipped: { broken: 1 }, problemCount: 1 },
      records: [],
    });
  });
});
