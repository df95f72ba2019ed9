import { readFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { walkingClock } from '../../packages/cli/src/demo/walking-clock.ts';
import { openMemory } from '../memory.ts';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

it('the demo shows every step with a bundled conversation on one screen', async () => {
  const { code, stdout, stderr } = await place.run(mneme`demo`);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.match(/^\d+ {2}\S.*/gm)).toHaveLength(11);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(60);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  for (const said of [
    /278 turns in \d+ sessions, said by .*\n +276 stored, 2 refused/,
    /[1-9]\d facts, each with the turns that support it\n +2025-12-09 {2}Ada: /,
    /20 of 20 questions find their answer/,
    /<memories>[\s\S]*Ada — .* I'm allergic/,
    /asked as of .*Wei lives in Shanghai\n.*asked now: +Wei moved to Hangzhou/,
    /Ada eats fish now +contests the one below[\s\S]*1 pair asked about, 1 replaced\n.*Ada eats fish now +current\n/,
    /confirmed \(/,
    /no byte of them is in the database file/,
    /[1-9]\d* turns of .* erased\n +forgotten .*[\s\S]*current again .*Wei lives in Shanghai/,
    /would remove/,
    /Next .*\n.*mneme store/,
  ])
    expect(stdout).toMatch(said);
});

it('contests only facts on the same subject if turns are stored as facts', async () => {
  const clock = walkingClock({ fallback: () => new Date() });
  const memory = await openMemory({ assistants: ['Iris'], clock: clock.now });
  const scope = memory.scope('demo');
  const file = new URL('../../packages/cli/demo/conversation.jsonl', import.meta.url);
  for (const line of (await readFile(file, 'utf8')).trim().split('\n')) {
    const { text: content, speaker, session, sequence, time, category } = JSON.parse(line);
    clock.walkTo(time);
    const source = { speaker, session, sequence };
    const kind = category === undefined ? ('episode' as const) : undefined;
    const input = { content, kind, source, category, occurredAt: time };
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
