import { readFile } from 'node:fs/promises';
import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { walkingClock } from '../../packages/cli/src/demo/walking-clock.ts';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

describe.concurrent('demo', () => {
  interface Demo {
    sections: { title: string; data: Record<string, unknown> }[];
  }

  it('shows every step with a bundled conversation', async () => {
    const { code, stdout, stderr } = await place.run(mneme`demo`);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout.match(/^\d+ {2}\S.*/gm)).toHaveLength(11);
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    expect(stdout).toMatch(/Next .*\n.*mneme store/);
    expect(stdout).toMatch(/asked as of .*Wei lives in Shanghai/);
    expect(stdout).toMatch(/confirmed \(/);
    expect(stdout).toMatch(/would go/);
    expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  });

  it('prints the same data as JSON', async () => {
    const { sections } = await place.json<Demo>(mneme`demo`);
    const [lived, learned, blocks, questions, change, contest, , secret, , forgotten] =
      sections.map(({ data }) => data);
    expect(lived).toMatchObject({ lines: 278, stored: 276, refused: 2 });
    expect(learned).toMatchObject({
      facts: expect.arrayContaining([
        expect.objectContaining({
          content: expect.stringContaining("I can't take penicillin"),
          evidence: [{ id: expect.any(String), content: expect.stringContaining('penicillin') }],
        }),
      ]),
    });
    expect(JSON.stringify(blocks)).toContain('allergic to');
    expect(questions).toHaveLength(20);
    expect(change).toMatchObject({
      answerThen: { content: 'Wei lives in Shanghai' },
      answerNow: { content: 'Wei moved to Hangzhou' },
    });
    expect(contest).toMatchObject({
      before: [{ content: 'Ada eats fish now' }, {}],
      report: { calls: 1, superseded: 1 },
      after: [{ content: 'Ada eats fish now' }],
    });
    expect(secret).toMatchObject({ refused: [{}, {}], traces: 0 });
    const receipt = forgotten?.receipt as { turns: number; forgotten: string[] };
    expect(receipt.turns).toBeGreaterThan(0);
    expect(receipt.forgotten.length).toBeGreaterThan(0);
    expect(forgotten?.holdsAgain).toMatchObject([{ content: 'Wei lives in Shanghai' }]);
  });
});

it('contests only facts on the same subject if turns are stored as facts', async () => {
  const clock = walkingClock({ fallback: () => new Date() });
  const memory = await createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: staticEmbedder(),
    assistants: ['Iris'],
    clock: clock.now,
  });
  const scope = memory.scope('demo');
  const file = new URL('../../packages/cli/demo/conversation.jsonl', import.meta.url);
  for (const line of (await readFile(file, 'utf8')).trim().split('\n')) {
    const { text: content, speaker, session, sequence, time, category } = JSON.parse(line);
    clock.walkTo(time);
    const source = { speaker, session, sequence };
    const input = { content, source, category, occurredAt: time };
    await scope.storeMany([input], { onError: 'collect' });
  }
  const { memories } = await scope.list({ contested: true, limit: 100 });
  expect(memories.map(({ content }) => content)).toEqual([
    'I prefer aisle seats on flights.',
    'I prefer my weekly summaries on Monday morning.',
    expect.stringContaining('not fully vegetarian any more'),
    expect.stringContaining('vegetarian since 2019'),
  ]);
  await memory.close();
});
