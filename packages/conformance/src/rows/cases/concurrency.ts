import assert from 'node:assert/strict';
import type { Batch, RowExpectation, Rows } from '@mneme/store/rows';
import { times } from '../../model/chance.ts';
import { type RowsContext, rowsCasesOf } from '../context.ts';
import { all, ask, plain, put } from '../steps.ts';
import { ada, bob, counter, item } from '../tables.ts';

const expectValue = (name: string, value: number | undefined): RowExpectation => ({
  table: 'counters',
  key: [name],
  column: 'value',
  value,
});

/** Writes all batches at once, in turn by each side. Resolves to the places of those that were written. */
async function race(sides: readonly Rows[], batches: readonly Batch[]): Promise<number[]> {
  const written = await Promise.all(
    batches.map((batch, at) => sides[at % sides.length]?.write(undefined, batch)),
  );
  return written.flatMap((isWritten, at) => (isWritten ? [at] : []));
}

/** Three sides on one store, or the only one. */
async function sidesOf({ handles }: RowsContext): Promise<[Rows, ...Rows[]]> {
  const [rows, ...others] = await handles();
  return others.length === 0 ? [rows] : [rows, ...others, ...(await handles()).slice(1)];
}

export const concurrencyCases = rowsCasesOf('writers at once', {
  'of those that expect the same value, exactly one writes in each round': async (context) => {
    const sides = await sidesOf(context);
    for (const round of times(12, Number)) {
      const batches = times(9, (writer) => ({
        expect: [expectValue('c', round === 0 ? undefined : round)],
        put: {
          counters: [counter('c', round + 1, writer)],
          items: [item(`${round} by ${writer}`)],
        },
      }));
      const winners = await race(sides, batches);
      assert.equal(winners.length, 1, `round ${round}`);
      assert.deepEqual(await all(sides[0], 'counters'), [counter('c', round + 1, winners[0])]);
    }
    assert.equal((await all(sides[0], 'items')).length, 12);
  },
  'of two that each expect what the other one changes, exactly one writes': async (context) => {
    const sides = await sidesOf(context);
    await put(sides[0], 'counters', counter('a', 0), counter('b', 0));
    const names = ['a', 'b'];
    for (const round of times(20, Number)) {
      const [before = []] = await sides[0].read(undefined, [{ table: 'counters', is: [] }]);
      const batches = names.map((name, at) => ({
        expect: [expectValue(name, before[at]?.value as number)],
        patch: [{ table: 'counters', key: [names[1 - at] as string], add: { value: 1 } }],
      }));
      assert.equal((await race(sides, batches)).length, 1, `round ${round}`);
    }
  },
  'of two that each expect no row where the other one puts one, exactly one writes': async (
    context,
  ) => {
    const sides = await sidesOf(context);
    for (const round of times(20, Number)) {
      const names = [`${round} a`, `${round} b`] as const;
      const batches = [
        { expect: [expectValue(names[0], undefined)], put: { counters: [counter(names[1], 1)] } },
        { expect: [expectValue(names[1], undefined)], put: { counters: [counter(names[0], 1)] } },
      ];
      assert.equal((await race(sides, batches)).length, 1, `round ${round}`);
    }
  },
  'all write whose expectations are met': async (context) => {
    const sides = await sidesOf(context);
    const batches = times(40, (at) => ({
      expect: [expectValue(`c${at + 10}`, undefined)],
      put: { counters: [counter(`c${at + 10}`, at)], items: [item(`${at}`)] },
    }));
    assert.equal((await race(sides, batches)).length, 40);
    assert.deepEqual(
      await all(sides[0], 'counters'),
      times(40, (at) => counter(`c${at + 10}`, at)),
    );
  },
  'that add to one number all count': async (context) => {
    const sides = await sidesOf(context);
    await put(sides[0], 'counters', counter('a', 0), counter('b', 0));
    const add = (name: string) => ({ table: 'counters', key: [name], add: { value: 1 } });
    // In both orders, so that locks of rows cross.
    const batches = times(40, (at) => ({
      patch: at % 2 === 0 ? [add('a'), add('b')] : [add('b'), add('a')],
    }));
    assert.equal((await race(sides, batches)).length, 40);
    assert.deepEqual(await all(sides[0], 'counters'), [counter('a', 40), counter('b', 40)]);
  },
  'that put the same rows in another order leave those of one of them': async (context) => {
    const sides = await sidesOf(context);
    const batches = times(8, (writer) => {
      const items = times(50, (at) => item(`${at}`, { place: writer }));
      return { put: { items: writer % 2 === 0 ? items : items.reverse() } };
    });
    assert.equal((await race(sides, batches)).length, 8);
    const places = new Set((await all(sides[0], 'items')).map(({ place }) => place));
    assert.equal(places.size, 1);
  },
  'that remove and put leave whole batches': async (context) => {
    const sides = await sidesOf(context);
    const batches = times(16, (writer) => ({
      remove: { items: [[ada]] },
      put: { items: times(3, (at) => item(`${writer} ${at}`)) },
    }));
    assert.equal((await race(sides, batches)).length, 16);
    const left = (await all(sides[0], 'items')).map(({ id }) => `${id}`.split(' ')[0]);
    assert.equal(left.length, 3);
    assert.equal(new Set(left).size, 1);
  },
  'do not change the moment that the answers to one read are of': async (context) => {
    const sides = await sidesOf(context);
    const [reader] = sides;
    const writer = sides.at(-1) ?? reader;
    await put(reader, 'counters', counter('a', 50), counter('b', 50));
    await put(reader, 'items', item('a', { scope: bob, place: 50 }));
    let isDone = false;
    const writing = (async () => {
      for (const at of times(60, Number)) {
        const by = at % 2 === 0 ? 7 : -9;
        await writer.write(undefined, {
          patch: [
            { table: 'counters', key: ['a'], add: { value: by } },
            { table: 'counters', key: ['b'], add: { value: -by } },
            { table: 'items', key: [bob, 'a'], add: { place: by } },
          ],
        });
      }
      isDone = true;
    })();
    let reads = 0;
    while (!isDone || reads < 5) {
      const answers = await reader.read(undefined, [
        { table: 'counters', any: [['a']] },
        { table: 'items', is: [bob] },
        { table: 'counters', any: [['b']] },
      ]);
      reads += 1;
      const [a = 0, item = 0, b = 0] = answers.map(([row]) => (row?.value ?? row?.place) as number);
      assert.deepEqual([a + b, item], [100, a], `read ${reads}`);
    }
    await writing;
  },
  'are read by each other at once': {
    needs: ['reopen'],
    async run({ rows, another }) {
      const sides = [rows, await another(), await another()] as const;
      for (const at of times(12, Number)) {
        await put(sides[at % 3] ?? rows, 'items', item('a', { place: at }));
        for (const reader of sides) {
          const found = await ask(reader, { table: 'items', index: 'by_place', is: [ada] });
          assert.deepEqual(found, [item('a', { place: at })]);
        }
      }
    },
  },
  'and readers of one side are answered in any number': async ({ rows }) => {
    const answers = await Promise.all(
      times(60, async (at) => {
        await put(rows, 'counters', counter(`c${at}`, at));
        const [found = []] = await rows.read(undefined, [{ table: 'counters', any: [[`c${at}`]] }]);
        return plain(found);
      }),
    );
    assert.deepEqual(
      answers,
      times(60, (at) => [counter(`c${at}`, at)]),
    );
  },
});
