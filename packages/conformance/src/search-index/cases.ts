import assert from 'node:assert/strict';
import type { IndexCondition, IndexedRow, SearchIndex } from '@mneme/store/rows';
import { Chance, times } from '../model/chance.ts';
import { assertRejects } from '../rows/steps.ts';
import { ada, at, axis, bob, find, follow, idsOf, indexCases, row } from './context.ts';
import { MemoryIndex } from './memory-index.ts';

const near = (id: string, columns: Partial<IndexedRow> = {}) =>
  row(id, { vector: axis(0), words: 'tea', ...columns });

const followCases = indexCases('follow', {
  'takes the rows of a new scope, and then what changes': async ({ index }) => {
    await follow(index, undefined, [near('a'), near('b'), near('c')]);
    await follow(index, 1, [near('d')], ['b']);
    assert.deepEqual((await idsOf(index)).sort(), ['a', 'c', 'd']);
    assert.deepEqual((await idsOf(index, { terms: ['tea'] })).sort(), ['a', 'c', 'd']);
  },
  'puts a changed row in the place of the one before, with all that it has': async ({ index }) => {
    const before = near('a', { vector: axis(1), words: 'green tea', fields: { kind: 1, day: 3 } });
    await follow(index, undefined, [before, near('b', { vector: axis(2) })]);
    const after = near('a', { version: 2, vector: axis(3), words: 'coffee', fields: { kind: 2 } });
    await follow(index, 1, [after]);
    assert.deepEqual(await idsOf(index, { vector: axis(3), limit: 1 }), ['a']);
    assert.deepEqual(await idsOf(index, { terms: ['green'] }), []);
    assert.deepEqual((await find(index, { terms: ['coffee'] })).lexical, [{ id: 'a', version: 2 }]);
    const kept: IndexCondition[] = [{ field: 'day', from: 0 }];
    assert.deepEqual(await idsOf(index, { where: kept }), []);
    assert.deepEqual(await idsOf(index, { where: [{ field: 'kind', in: [2] }] }), ['a']);
    await follow(index, 2, [row('a', { version: 3 })]);
    assert.deepEqual(await idsOf(index, { terms: ['coffee'] }), []);
    assert.deepEqual(await idsOf(index), ['b']);
  },
  'does not take a row of a lower version than it has': async ({ index }) => {
    await follow(index, undefined, [near('a', { version: 5, words: 'new' })]);
    await follow(index, 1, [near('a', { version: 4, words: 'old' })]);
    assert.deepEqual((await find(index, { terms: ['new', 'old'] })).lexical, [
      { id: 'a', version: 5 },
    ]);
    assert.deepEqual(await idsOf(index, { terms: ['old'] }), []);
  },
  'takes nothing where it is elsewhere, and says where it is': async ({ index }) => {
    await follow(index, undefined, [near('a')]);
    const changes = { to: at(9), changed: [near('b')], removed: ['a'] };
    for (const since of [at(3), at(0), at(1, 'second')])
      assert.deepEqual(await index.follow(ada, { since, ...changes }), at(1));
    assert.equal(await index.follow(bob, { since: at(1), ...changes }), undefined);
    assert.deepEqual(await idsOf(index), ['a']);
  },
  'forgets what it has where changes begin anew': async ({ index }) => {
    await follow(index, undefined, [near('a'), near('b')]);
    const changes = { to: at(7, 'second'), changed: [near('b')], removed: [] };
    assert.deepEqual(await index.follow(ada, changes), at(7, 'second'));
    const ask = { where: [], vector: axis(0), terms: [], limit: 10 };
    const request = { scope: ada, at: at(7, 'second'), asks: [ask] };
    const { found } = await index.search(request);
    assert.deepEqual(found?.[0]?.dense, [{ id: 'b', version: 1 }]);
    assert.equal(found?.[0]?.statistics.count, 1);
  },
  'takes thousands of rows in pages, and goes on in another process': {
    needs: ['reopen'],
    async run({ index, another }) {
      const rows = times(2_000, (number) =>
        near(`r${number}`, { vector: axis(number % 8), words: `tea word${number}` }),
      );
      await follow(index, undefined, rows.slice(0, 700));
      const other = await another();
      await follow(other, 1, rows.slice(700, 1_400));
      await index.close();
      await follow(other, 2, rows.slice(1_400));
      for (const number of [0, 699, 700, 1_399, 1_999])
        assert.deepEqual(await idsOf(other, { terms: [`word${number}`] }), [`r${number}`]);
      assert.equal((await find(other, {})).statistics.count, 2_000);
    },
  },
  'of several feeders at once ends with every row': async ({ handles }) => {
    const sides = await handles();
    const rows = times(120, (number) => near(`r${number}`, { words: `word${number}` }));
    const feed = async (index: SearchIndex) => {
      let position = await index.follow(ada, {
        to: at(10),
        changed: rows.slice(0, 10),
        removed: [],
      });
      while (position !== undefined && position.revision < 120) {
        const done = position.revision;
        const changed = rows.slice(done, done + 10);
        const changes = { since: at(done), to: at(done + 10), changed, removed: [] };
        position = await index.follow(ada, changes);
      }
    };
    await Promise.all([...sides, ...sides].map(feed));
    for (const number of times(120, Number))
      assert.deepEqual(await idsOf(sides[0], { terms: [`word${number}`] }), [`r${number}`]);
  },
});

const searchCases = indexCases('search', {
  'says where it is where it has not seen enough, and finds nothing': async ({ index }) => {
    const asks = [{ where: [], vector: axis(0), terms: ['tea'], limit: 10 }];
    const search = (revision: number, epoch?: string) =>
      index.search({ scope: ada, at: at(revision, epoch), asks });
    assert.deepEqual(await search(1), { position: undefined });
    await follow(index, undefined, [near('a')]);
    assert.deepEqual(await search(2), { position: at(1) });
    assert.deepEqual(await search(1, 'second'), { position: at(1) });
    assert.deepEqual((await search(0)).position, at(1));
    assert.equal((await search(0)).found?.length, 1);
    assert.deepEqual(await index.search({ scope: ada, at: at(1), asks: [] }), {
      position: at(1),
      found: [],
    });
  },
  'sees what it followed in another process at once': {
    needs: ['reopen'],
    async run({ index, another }) {
      const sides = [index, await another()] as const;
      for (const since of times(6, Number)) {
        const changed = [near(`r${since}`, { words: `word${since}` })];
        await follow(sides[since % 2] ?? index, since === 0 ? undefined : since, changed);
        for (const side of sides) {
          const asks = [{ where: [], terms: [`word${since}`], limit: 1 }];
          const { found } = await side.search({ scope: ada, at: at(since + 1), asks });
          assert.deepEqual(found?.[0]?.lexical, [{ id: `r${since}`, version: 1 }]);
        }
      }
    },
  },
  'finds the nearest rows by cosine, nearest first, whatever their length': async ({ index }) => {
    const long = axis(1).map((value) => value * 50);
    const between = axis(0).map((value, place) => value + (axis(1)[place] ?? 0) / 2);
    const rows = [
      near('far', { vector: long }),
      near('near', { vector: axis(0) }),
      near('between', { vector: between }),
      row('none', { words: 'tea' }),
    ];
    await follow(index, undefined, rows);
    assert.deepEqual(await idsOf(index), ['near', 'between', 'far']);
    assert.deepEqual(await idsOf(index, { limit: 2 }), ['near', 'between']);
    assert.deepEqual((await find(index, { terms: ['tea'] })).dense, []);
  },
  'finds the best rows by words of the scope, best first': async ({ index }) => {
    const rows = [
      row('rare', { words: 'green matcha' }),
      row('common', { words: 'tea tea' }),
      row('both', { words: 'tea matcha' }),
      row('none', { words: 'coffee' }),
      row('parts', { words: 'teapot' }),
      ...times(4, (number) => row(`more${number}`, { words: 'tea and other words' })),
    ];
    await follow(index, undefined, rows);
    await index.follow(bob, {
      to: at(1),
      changed: times(9, (n) => row(`${n}`, { words: 'matcha' })),
      removed: [],
    });
    const ids = await idsOf(index, { terms: ['tea', 'matcha'] });
    assert.deepEqual(ids.slice(0, 3), ['both', 'rare', 'common']);
    assert.equal(ids.length, 7);
    assert.deepEqual(await idsOf(index, { terms: ['tea', 'matcha'], limit: 1 }), ['both']);
    assert.deepEqual(await idsOf(index, { terms: [] }), []);
    assert.deepEqual((await find(index, { terms: ['tea'], vector: axis(0) })).dense, []);
  },
  'counts the words of the whole scope, whatever passes': async ({ index }) => {
    const rows = [
      row('a', { words: 'green tea', fields: { kind: 1 } }),
      row('b', { words: 'tea tea tea tea' }),
      row('c'),
    ];
    await follow(index, undefined, rows);
    const where: IndexCondition[] = [{ field: 'kind', in: [1] }];
    const { statistics } = await find(index, { terms: ['tea', 'green', 'none'], where });
    assert.deepEqual(statistics, { count: 3, averageLength: 2, documentFrequencies: [2, 1, 0] });
  },
  'finds only what passes all conditions, before the limit': async ({ index }) => {
    const fields = {
      a: { kind: 'fact', tag: ['x', 'y'], day: 1 },
      b: { kind: 'turn', tag: ['y'], day: 2 },
      c: { kind: 'fact', day: 3, until: 5 },
      d: { kind: ['fact', 'turn'], tag: 'x', day: -1, one: 1 },
      e: { kind: 'Fact', tag: [], one: '1' },
    };
    await follow(
      index,
      undefined,
      Object.entries(fields).map(([id, each]) => near(id, { fields: each })),
    );
    const expected: [IndexCondition[], string][] = [
      [[], 'abcde'],
      [[{ field: 'kind', in: ['fact'] }], 'acd'],
      [[{ field: 'kind', in: ['turn', 'Fact'] }], 'bde'],
      [[{ field: 'kind', in: [] }], ''],
      [
        [
          { field: 'tag', in: ['x'] },
          { field: 'tag', in: ['y'] },
        ],
        'a',
      ],
      [[{ field: 'tag', missing: true }], 'ce'],
      [[{ field: 'one', in: [1] }], 'd'],
      [[{ field: 'one', in: ['1'] }], 'e'],
      [[{ field: 'day', from: 1, below: 3 }], 'ab'],
      [[{ field: 'day', from: 3 }], 'c'],
      [[{ field: 'day', below: 1 }], 'd'],
      [[{ field: 'until', from: 6, orMissing: true }], 'abde'],
      [[{ field: 'until', from: 5, orMissing: true }], 'abcde'],
      [
        [
          { field: 'nothing', missing: true },
          { field: 'kind', in: ['turn'] },
        ],
        'bd',
      ],
    ];
    for (const [where, ids] of expected) {
      const message = JSON.stringify(where);
      assert.equal((await idsOf(index, { where })).sort().join(''), ids, message);
      const byWords = await idsOf(index, { where, terms: ['tea'] });
      assert.equal(byWords.sort().join(''), ids, message);
    }
    await follow(
      index,
      1,
      times(200, (n) => near(`near${n}`, { fields: { kind: 'other' } })),
    );
    const where: IndexCondition[] = [{ field: 'kind', in: ['fact'] }];
    assert.deepEqual((await idsOf(index, { where, limit: 3 })).sort(), ['a', 'c', 'd']);
    assert.deepEqual((await idsOf(index, { where, limit: 3, terms: ['tea'] })).sort(), [
      ...['a', 'c', 'd'],
    ]);
  },
  'answers each search of a request, in order': async ({ index }) => {
    await follow(index, undefined, [
      near('a', { words: 'green' }),
      near('b', { vector: axis(1), words: 'black' }),
    ]);
    const ask = { where: [], terms: [], limit: 1 };
    const asks = [
      { ...ask, vector: axis(1) },
      { ...ask, terms: ['green'] },
      { ...ask, vector: axis(0), terms: ['black'] },
    ];
    const { found = [] } = await index.search({ scope: ada, at: at(1), asks });
    const ids = found.map(({ dense, lexical }) => [dense[0]?.id, lexical[0]?.id]);
    assert.deepEqual(ids, [
      ['b', undefined],
      [undefined, 'a'],
      ['a', 'b'],
    ]);
  },
  'finds nothing of another scope': async ({ index }) => {
    await follow(index, undefined, [near('a')]);
    for (const scope of [bob, 'USER:ADA', 'user:ada ', 'user']) {
      await index.follow(scope, { to: at(1), changed: [near('other')], removed: ['a'] });
    }
    assert.deepEqual(await idsOf(index), ['a']);
    assert.deepEqual(await idsOf(index, { terms: ['tea'] }), ['a']);
  },
  'of three hundred rows finds the ten nearest': {
    tolerance: 'denseRecall',
    async run({ index, seed, tolerates }) {
      const chance = new Chance(seed);
      const vector = () => Float32Array.from(times(8, () => chance.random() - 0.5));
      const rows = times(300, (number) => near(`r${number}`, { vector: vector() }));
      await follow(index, undefined, rows);
      const reference = new MemoryIndex();
      await follow(reference, undefined, rows);
      for (const asked of times(10, vector)) {
        const [found, expected] = [
          await idsOf(index, { vector: asked }),
          await idsOf(reference, { vector: asked }),
        ];
        const share = expected.filter((id) => found.includes(id)).length / expected.length;
        assert.ok(share >= (tolerates.denseRecall?.atLeast ?? 1), `found ${share} of the nearest`);
      }
    },
  },
  'and follow reject with unavailable while the engine does not answer, and work again after': {
    needs: ['outage'],
    async run({ index, outage }) {
      await follow(index, undefined, [near('a')]);
      const changes = { since: at(1), to: at(2), changed: [near('b')], removed: [] };
      await outage(async () => {
        await assertRejects(index.follow(ada, changes), 'unavailable', 'follow');
        const search = index.search({ scope: ada, at: at(1), asks: [] });
        await assertRejects(search, 'unavailable', 'search');
        await assertRejects(index.forget(ada), 'unavailable', 'forget');
      });
      await follow(index, 1, [near('b')]);
      assert.deepEqual((await idsOf(index)).sort(), ['a', 'b']);
    },
  },
  'after a loss says that it has nothing, and is filled again': {
    needs: ['lose'],
    async run({ index, lose }) {
      await follow(index, undefined, [near('a')]);
      await lose();
      const asks = [{ where: [], vector: axis(0), terms: [], limit: 1 }];
      assert.deepEqual(await index.search({ scope: ada, at: at(1), asks }), {
        position: undefined,
      });
      const changes = { since: at(1), to: at(2), changed: [near('b')], removed: [] };
      assert.equal(await index.follow(ada, changes), undefined);
      await follow(index, undefined, [near('a'), near('b')]);
      assert.deepEqual((await idsOf(index)).sort(), ['a', 'b']);
    },
  },
});

const endCases = indexCases('forget, close', {
  'forget removes a scope, and leaves the others': async ({ index }) => {
    await follow(index, undefined, [near('a')]);
    await index.follow(bob, { to: at(1), changed: [near('b')], removed: [] });
    await index.forget(ada);
    await index.forget(ada);
    await index.forget('user:nobody');
    const asks = [{ where: [], vector: axis(0), terms: [], limit: 5 }];
    assert.deepEqual(await index.search({ scope: ada, at: at(1), asks }), { position: undefined });
    const { found } = await index.search({ scope: bob, at: at(1), asks });
    assert.deepEqual(found?.[0]?.dense, [{ id: 'b', version: 1 }]);
    await follow(index, undefined, [near('c')]);
    assert.deepEqual(await idsOf(index), ['c']);
  },
  'close makes every later call reject with closed, and may be called again': async ({ index }) => {
    await follow(index, undefined, [near('a')]);
    await Promise.all([index.close(), index.close()]);
    const changes = { to: at(1), changed: [], removed: [] };
    await assertRejects(index.follow(ada, changes), 'closed', 'follow');
    await assertRejects(index.search({ scope: ada, at: at(1), asks: [] }), 'closed', 'search');
    await assertRejects(index.forget(ada), 'closed', 'forget');
  },
});

/** Every rule for search indexes. */
export const searchIndexCases = [...followCases, ...searchCases, ...endCases];
