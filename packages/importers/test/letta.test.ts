import { describe, expect, it } from 'vitest';
import { lettaAgentFile as agentFile, secretOfAnAgent } from './fixtures.ts';
import { usePlace } from './place.ts';

const place = usePlace();

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
