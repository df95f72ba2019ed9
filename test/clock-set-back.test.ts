import { expect, it } from 'vitest';
import { openMemory } from './memory.ts';

it('setting the clock back does not turn the newer fact into history', async () => {
  let now = Date.parse('2026-03-01T12:00:00Z');
  const memory = await openMemory({ clock: () => new Date(now) });
  const ada = memory.scope('ada');
  const first = await ada.store({ content: 'I live in Berlin' });
  now -= 3_600_000;
  const second = await ada.store({ content: 'I live in Porto' });
  expect(second).toMatchObject({ outcome: 'superseded', superseded: [first.id] });
  now -= 3_600_000;
  const third = await ada.store({ content: 'I live in Oslo' });
  expect(third).toMatchObject({ outcome: 'superseded', superseded: [second.id] });
  await ada.update(third.id, { content: 'I live in Lagos' });
  const history = await ada.history(third.id);
  expect(history.map(({ content }) => content.slice(10))).toEqual([
    'Berlin',
    'Porto',
    'Oslo',
    'Lagos',
  ]);
  for (const { occurredAt, validTo } of history.slice(0, -1))
    expect(validTo! >= occurredAt).toBe(true);
  expect((await ada.list()).memories.map(({ content }) => content)).toEqual(['I live in Lagos']);

  const earlier = await ada.store({ content: 'I live in Rome', occurredAt: '2020-01-01' });
  expect(earlier.outcome).toBe('created');
  expect((await ada.get(earlier.id))?.supersededBy).toBe(third.id);
  await memory.close();
});
