import { expect, it } from 'vitest';
import { openBoth, useStore } from './store.ts';

useStore({ clock: () => new Date('2030-01-01T00:00:00Z') });

it('a cached list includes later writes of another connection, and no expired records', async () => {
  const [here, there] = [await openBoth(), await openBoth()];
  const store = (content: string, expiresAt?: string) =>
    there.memory.scope('ada').store({ content, expiresAt });
  const listed = async (now: string) => {
    const { records } = await here.backend.list({
      scope: 'ada',
      filter: { now, kinds: ['fact'] },
      order: 'importance',
      limit: 10,
      readOnly: true,
    });
    return records.map(({ content }) => content).sort();
  };
  await store('Ada rides a horse', '2030-01-03T00:00:00.000Z');
  const rum = await store('Bob likes rum');
  expect(await listed('2030-01-01T00:00:00.000Z')).toEqual(['Ada rides a horse', 'Bob likes rum']);
  expect(await listed('2030-01-03T00:00:00.000Z')).toEqual(['Bob likes rum']);
  expect(await listed('2030-01-02T00:00:00.000Z')).toHaveLength(2);
  await there.memory.scope('ada').update(rum.id, { content: 'Bob likes tea' });
  expect(await listed('2030-01-02T00:00:00.000Z')).toEqual(['Ada rides a horse', 'Bob likes tea']);
  await there.memory.scope('ada').delete(rum.id);
  expect(await listed('2030-01-02T00:00:00.000Z')).toEqual(['Ada rides a horse']);
});
