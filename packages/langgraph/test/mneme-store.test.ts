import {
  AsyncBatchedStore,
  InvalidNamespaceError,
  type Operation,
} from '@langchain/langgraph-checkpoint';
import { beforeEach, describe, expect, it } from 'vitest';
import { memory, memoryOfEachTest } from '../../agent/test/support/memory.ts';
import { MnemeStore } from '../src/index.ts';

let time: Date;
let store: MnemeStore;
const clock = () => time;
const later = (minutes: number) => {
  time = new Date(time.getTime() + minutes * 60_000);
};

memoryOfEachTest(clock);
beforeEach(() => {
  time = new Date('2026-03-01T09:00:00.000Z');
  store = new MnemeStore(memory, { clock });
});

const keysOf = (items: { key: string }[]) => items.map(({ key }) => key);

/** Cases from the tests of LangGraph's own stores, in memory and in PostgreSQL. */
describe('the cases of the official stores', () => {
  it('filters by every operator, several at once, and by values in lists and objects', async () => {
    await store.put(['docs'], '1', { kind: 'report', score: 5, tags: ['a'], by: { name: 'Ada' } });
    await store.put(['docs'], '2', { kind: 'report', score: 3.5, draft: true });
    await store.put(['docs'], '3', { kind: 'note', score: null });
    const found = async (filter: object) =>
      keysOf(await store.search(['docs'], { filter })).join('');
    for (const [filter, keys] of [
      [{ kind: { $eq: 'report' }, score: { $gt: 3.5 } }, '1'],
      [{ score: { $gte: 3.5, $lt: 5 } }, '2'],
      [{ score: { $lte: 3.5 } }, '23'],
      [{ kind: { $ne: 'report' } }, '3'],
      [{ kind: { $in: ['note', 'memo'] } }, '3'],
      [{ kind: { $in: 'note' } }, ''],
      [{ kind: { $nin: ['note'] } }, '12'],
      [{ draft: { $exists: true } }, '2'],
      [{ draft: { $exists: false } }, '13'],
      [{ score: null }, '3'],
      [{ by: { name: 'Ada' }, tags: ['a'] }, '1'],
      [{ tags: 'a' }, ''],
      [{ constructor: { $exists: true } }, ''],
    ] as const)
      expect(await found(filter), JSON.stringify(filter)).toBe(keys);
    await expect(found({ kind: { $regex: '^r' } })).rejects.toThrow(
      'filter.kind has the operator "$regex": give one of $eq, $ne, $gt,',
    );
  });

  it('refuses an empty or reserved namespace or label', async () => {
    const refused = [[], ['the', 'thing.about'], ['some', ''], ['langgraph', 'x'], [7 as never]];
    for (const path of refused) {
      await expect(store.put(path, 'k', {})).rejects.toThrow(InvalidNamespaceError);
    }
    const put: Operation = { namespace: ['langgraph', 'x'], key: 'k', value: { a: 1 } };
    await store.batch([put]);
    expect(keysOf(await store.search(['langgraph', 'x']))).toEqual(['k']);
    const batch: Operation[] = [
      { namespace: ['batch'], key: 'item1', value: { data: 'first' } },
      { namespace: [], key: 'item2', value: { data: 'invalid' } },
    ];
    await expect(store.batch(batch)).rejects.toThrow('Namespace cannot be empty');
    expect(await store.get(['batch'], 'item1')).toBeNull();
  });

  it('indexes the fields named in a put, or none, and finds them by meaning', async () => {
    await store.put(['docs'], 'whole', { text: 'Ada drinks green tea in the morning' });
    await store.put(['docs'], 'hidden', { text: 'Ada drinks green tea at night' }, false);
    await store.put(['docs'], 'part', { text: 'green tea', title: 'Train times' }, ['title']);
    const found = await store.search(['docs'], { query: 'Which tea does Ada drink?' });
    expect(keysOf(found)).toEqual(['whole', 'part', 'hidden']);
    expect(found.at(-1)?.score).toBeUndefined();
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score ?? 0);
    expect(keysOf(await store.search(['docs'], { query: 'Train times', limit: 1 }))).toEqual([
      'part',
    ]);
  });

  it('handles concurrent calls of a graph as one batch', async () => {
    const batched = new AsyncBatchedStore(store);
    batched.start();
    await Promise.all([batched.put(['a'], 'k', { n: 1 }), batched.put(['b'], 'k', { n: 2 })]);
    const [one, two] = await Promise.all([batched.get(['a'], 'k'), batched.search(['b'])]);
    expect([one?.value, two[0]?.value]).toEqual([{ n: 1 }, { n: 2 }]);
    await batched.stop();
  });
});

describe('an item with a ttl', () => {
  it('is not returned after it expires, even if still stored', async () => {
    await store.put(['t'], 'short', { text: 'tea' }, undefined, { ttl: 5 });
    await store.put(['t', 'below'], 'long', { text: 'tea' }, undefined, { ttl: 60 });
    later(5);
    expect(await store.get(['t'], 'short')).toBeNull();
    expect(keysOf(await store.search(['t']))).toEqual(['long']);
    expect(keysOf(await store.search(['t'], { query: 'tea' }))).toEqual(['long']);
    expect(await store.listNamespaces()).toEqual([['t', 'below']]);
    await store.put(['t'], 'short', { text: 'tea' });
    expect((await store.get(['t'], 'short'))?.createdAt).toEqual(time);
  });

  it('has the ttl of its last put, even if shorter or none', async () => {
    await store.put(['t'], 'k', { text: 'tea' }, undefined, { ttl: 60 });
    await store.put(['t'], 'k', { text: 'tea' }, undefined, { ttl: 5 });
    await store.put(['t'], 'kept', { text: 'tea' }, undefined, { ttl: 5 });
    await store.put(['t'], 'kept', { text: 'tea' });
    later(6);
    expect(keysOf(await store.search(['t']))).toEqual(['kept']);
  });

  it('is extended when read, if the store is configured so', async () => {
    const ttl = { defaultTtl: 10, refreshOnRead: true };
    const refreshing = new MnemeStore(memory, { clock, ttl });
    await refreshing.put(['t'], 'got', { text: 'tea' });
    await refreshing.put(['t'], 'found', { text: 'tea' });
    await refreshing.put(['t'], 'unread', { text: 'coffee' });
    later(8);
    await store.put(['t'], 'forever', { text: 'water' });
    await refreshing.get(['t'], 'got');
    await refreshing.search(['t'], { filter: { text: 'tea' } });
    later(8);
    expect(keysOf(await store.search(['t']))).toEqual(['got', 'found', 'forever']);
  });

  it('is refused with an invalid ttl', async () => {
    for (const ttl of [-1, 0, Number.NaN, '5' as never])
      await expect(store.put(['t'], 'k', {}, undefined, { ttl })).rejects.toThrow('ttl');
  });
});

describe('the store over a memory', () => {
  it('stores each namespace in its own scope, which is erased and audited by name', async () => {
    await store.put(['memories', 'ada@home/1'], 'k', { text: 'tea' });
    expect(await memory.scopes()).toEqual(['langgraph/memories/ada@home%2F1']);
    expect((await memory.audit()).map(({ actor }) => actor)).toEqual(['langgraph']);
    await memory.scope('langgraph/memories/ada@home%2F1').erase();
    expect(await store.search([])).toEqual([]);
  });

  it('removes deleted items completely, and never finds earlier values in a search', async () => {
    await store.put(['a'], 'k', { text: 'Ada lives in Lisbon', note: 'old' });
    await store.put(['a'], 'k', { text: 'Ada lives in Porto' });
    const found = await store.search(['a'], { query: 'Where does Ada live?' });
    expect(found.map(({ value }) => value)).toEqual([{ text: 'Ada lives in Porto' }]);
    await store.delete(['a'], 'k');
    expect(await memory.scopes()).toEqual([]);
  });

  it('keeps equal and contradicting values under different keys', async () => {
    await store.put(['a'], '1', { text: 'Ada lives in Lisbon' });
    await store.put(['a'], '2', { text: 'Ada lives in Porto' });
    await store.put(['a'], '3', { text: 'Ada lives in Porto' });
    expect((await store.search(['a'])).map(({ value }) => value.text)).toEqual([
      'Ada lives in Lisbon',
      'Ada lives in Porto',
      'Ada lives in Porto',
    ]);
  });

  it('keeps the last of two concurrent writes of a key, and never two items', async () => {
    const other = new MnemeStore(memory, { clock });
    const puts = Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? store : other).put(['a'], 'k', { n, text: `version ${n}`, [`field${n}`]: n }),
    );
    await Promise.all(puts);
    const [item, ...more] = await store.search(['a']);
    expect(more).toEqual([]);
    expect(Object.keys(item?.value ?? {})).toHaveLength(3);
  });

  it('writes nothing of a batch with a refused operation, and names the refused field', async () => {
    const put = (value: object, key = 'k', name = ['a']): Operation[] => [
      { namespace: ['fine'], key: 'k', value: { fine: true } },
      { namespace: name, key, value },
    ];
    const cycle: { self?: object } = {};
    cycle.self = cycle;
    const refused: [Operation[], string | RegExp][] = [
      [put({ text: 'x'.repeat(20_000) }), 'value takes 20011 characters of JSON, more than 16384'],
      [put({ pin: 'My password is hunter2secret' }), /password|secret/],
      [put(cycle), 'value cannot be written as JSON'],
      [put({}, 'k'.repeat(1025)), 'key has 1025 characters, more than 1024'],
      [put({}, 'k', ['n'.repeat(300)]), 'namespace has 310 characters, more than 256'],
      [put({}, '\ud800'), 'key is not well-formed text'],
    ];
    for (const [batch, message] of refused)
      await expect(store.batch(batch), String(message)).rejects.toThrow(message);
    expect(await memory.scopes()).toEqual([]);
  });

  it('refuses anything but a memory', () => {
    expect(() => new MnemeStore({} as never)).toThrow('memory');
  });

  it('does not touch other data of the application below the same root', async () => {
    await memory.scope('langgraph/own').store({ content: 'Ada likes tea' });
    await memory.scope('langgraph/%zz').store({ content: 'Ada likes tea' });
    expect(await store.search([], { query: 'tea' })).toEqual([]);
  });

  it('uses the beginning and the end of a long query', async () => {
    await store.put(['a'], 'k', { text: 'Ada prefers green tea' });
    const query = `Which tea does Ada prefer? ${'and so on '.repeat(5000)}`;
    expect(keysOf(await store.search(['a'], { query }))).toEqual(['k']);
  });
});
