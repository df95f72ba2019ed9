import { beforeEach, describe, expect, it } from 'vitest';
import { createPrefetchSession, createRecallLog } from '../src/index.ts';
import { ada, memoryOfEachTest, patient } from './support/memory.ts';

let now: Date;
beforeEach(() => {
  now = new Date('2026-05-01T09:00:00Z');
});
memoryOfEachTest(() => now);

/** Without a profile, which would show the few facts of these dialogues in every block. */
const sessionOf = (scope: Parameters<typeof createPrefetchSession>[0], more = {}) =>
  createPrefetchSession(scope, {
    recall: createRecallLog(),
    minRelevance: 0.8,
    profileShare: 0,
    now: () => now.getTime(),
    ...patient,
    ...more,
  });

describe('the prefetch of a dialogue', () => {
  it('keeps earlier lines in place, appends new ones, and reports what this message recalled', async () => {
    await ada.store({ content: 'The tea shop closes at six' });
    now = new Date(now.getTime() + 1000);
    await ada.store({ content: 'Lives in Lisbon near the river' });
    const session = sessionOf(ada);
    const lisbon = await session.next('Lisbon near river', {});
    const both = await session.next('tea shop closes', {});
    const quiet = await session.next('thanks!', {});
    expect(lisbon.memories.map(({ content }) => content)).toEqual([
      'Lives in Lisbon near the river',
    ]);
    expect(both.memories.map(({ content }) => content)).toEqual([
      'Lives in Lisbon near the river',
      'The tea shop closes at six',
    ]);
    expect(both.found.map(({ content }) => content)).toEqual(['The tea shop closes at six']);
    expect(both.text.startsWith(lisbon.text.slice(0, lisbon.text.lastIndexOf('\n')))).toBe(true);
    expect(quiet).toMatchObject({ text: both.text, found: [] });
  });

  it('starts again with the memories of the current message when the budget is full', async () => {
    await ada.store({ content: 'The tea shop closes at six' });
    await ada.store({ content: 'Lives in Lisbon near the river' });
    const first = await sessionOf(ada).next('tea shop closes', {});
    const session = sessionOf(ada, { tokenBudget: first.tokens + 2 });
    await session.next('tea shop closes', {});
    const second = await session.next('Lisbon near river', {});
    expect(second.memories.map(({ content }) => content)).toEqual([
      'Lives in Lisbon near the river',
    ]);
  });

  it('drops expired memories and those removed by another writer', async () => {
    await ada.store({ content: 'The tea shop closes at six', expiresAt: '2026-05-01T10:00:00Z' });
    const { id } = await ada.store({ content: 'Lives in Lisbon near the river' });
    const session = sessionOf(ada);
    await session.next('tea shop closes', {});
    expect((await session.next('Lisbon near river', {})).memories).toHaveLength(2);
    now = new Date('2026-05-01T10:00:00Z');
    expect((await session.next('ok', {})).memories.map((m) => m.id)).toEqual([id]);
    await ada.delete(id);
    expect(await session.next('ok', {})).toMatchObject({ text: '', tokens: 0 });
  });

  it('repeats the last block when the memory is slow or fails, and says why', async () => {
    await ada.store({ content: 'The tea shop closes at six' });
    let works = true;
    const hanging = new Promise<never>(() => {});
    const moody = {
      retrieve: (query: string, options?: object) =>
        works ? ada.retrieve(query, options) : Promise.reject(new Error('gone')),
      get: (id: string) => (works ? ada.get(id) : hanging),
    };
    const session = sessionOf(moody, { timeoutMs: 200 });
    const before = await session.next('tea shop', {});
    works = false;
    const after = await session.next('tea shop hours', {});
    expect(after.text).toBe(before.text);
    expect(after.skipped).toMatchObject({ reason: 'error' });
  });

  it('shows the current profile, and does not repeat its facts below it', async () => {
    const { id } = await ada.store({ content: 'The tea shop closes at six', importance: 4 });
    const session = sessionOf(ada, { profileShare: 0.5 });
    const first = await session.next('tea shop closes', {});
    expect(first.parts).toMatchObject({ profile: 1, facts: 0 });
    expect(first.text.match(/closes at six/g)).toHaveLength(1);
    now = new Date(now.getTime() + 1000);
    await ada.store({ content: 'The user collects stamps from Japan', importance: 4 });
    const second = await session.next('thanks!', {});
    expect(second.parts).toMatchObject({ profile: 2 });
    expect(second.text.startsWith(first.text.slice(0, first.text.lastIndexOf('\n')))).toBe(true);
    session.drop(id);
    await ada.delete(id);
    expect((await session.next('tea shop closes', {})).text).not.toContain('six');
  });
});
