import { setImmediate as nextTurn } from 'node:timers/promises';
import { MnemeError } from '@mneme/core/backend';
import type { Batch, Row, RowExpectation } from '@mneme/store/rows';
import {
  type BreakRows,
  type BrokenRows,
  changingBatches,
  changingPuts,
  failing,
  inParts,
  type SoundRows,
} from './broken-rows.ts';

const text = (value: unknown) => JSON.stringify(value);
const keyOf = (row: Row, key: readonly string[]) => text(key.map((name) => row[name]));
const withoutExpectations = ({ expect, ...batch }: Batch): Batch => batch;

/** Expectations are looked at first, and written is a turn later, if these are still met. */
const checkingFirst =
  (
    stillChecked: (expectation: RowExpectation, batch: Batch, sound: SoundRows) => boolean,
  ): BreakRows =>
  (sound) => ({
    async write(scope, batch) {
      const { expect = [] } = batch;
      if (!(await sound.write(scope, { expect }))) return false;
      const left = expect.filter((each) => stillChecked(each, batch, sound));
      await nextTurn();
      return sound.write(scope, { ...batch, expect: left });
    },
  });

const isThere = ({ table, key }: RowExpectation, sound: SoundRows) =>
  sound.rowsOf(table).has(text(key));

/** Mistakes of write. A comparison with rows in memory catches those of one writer too. */
export const brokenWriting: BrokenRows = {
  'write > writes nothing for an empty batch': {
    'says that it has not written what is empty': (sound) => ({
      write: async (scope, batch) =>
        (await sound.write(scope, batch)) && Object.keys(batch).length > 0,
    }),
    'removes all rows for no list': changingBatches(({ remove = {}, ...batch }) => ({
      ...batch,
      remove: Object.fromEntries(
        Object.entries(remove).map(([name, lists]) => [name, lists.length === 0 ? [[]] : lists]),
      ),
    })),
  },
  'puts a row in place of the one with its key': {
    'merges a row into the one that is there': changingBatches(({ put = {}, ...batch }, sound) => ({
      ...batch,
      put: Object.fromEntries(
        Object.entries(put).map(([name, rows]) => {
          const { key } = sound.table(name);
          const merged = rows.map((row) => ({
            ...sound.rowsOf(name).get(keyOf(row, key)),
            ...row,
          }));
          return [name, merged];
        }),
      ),
    })),
    'leaves the row that is there': changingBatches(({ put = {}, ...batch }, sound) => ({
      ...batch,
      put: Object.fromEntries(
        Object.entries(put).map(([name, rows]) => {
          const { key } = sound.table(name);
          return [name, rows.filter((row) => !sound.rowsOf(name).has(keyOf(row, key)))];
        }),
      ),
    })),
  },
  'keeps the last of several rows with one key': {
    'keeps the first one': changingBatches(({ put = {}, ...batch }) => ({
      ...batch,
      put: Object.fromEntries(Object.entries(put).map(([name, rows]) => [name, rows.toReversed()])),
    })),
    'fails for a key that is put twice': (sound) => ({
      async write(scope, batch) {
        for (const [name, rows] of Object.entries(batch.put ?? {})) {
          const keys = rows.map((row) => keyOf(row, sound.table(name).key));
          if (new Set(keys).size < keys.length) throw failing('a row cannot be put twice');
        }
        return sound.write(scope, batch);
      },
    }),
  },
  'removes the rows whose key begins with a list': {
    'removes single rows only': changingBatches(({ remove = {}, ...batch }, sound) => ({
      ...batch,
      remove: Object.fromEntries(
        Object.entries(remove).map(([name, lists]) => [
          name,
          lists.filter(({ length }) => length === 0 || length === sound.table(name).key.length),
        ]),
      ),
    })),
    'removes what has the first two values': changingBatches(({ remove = {}, ...batch }) => ({
      ...batch,
      remove: Object.fromEntries(
        Object.entries(remove).map(([name, lists]) => [
          name,
          lists.map((list) => list.slice(0, 2)),
        ]),
      ),
    })),
    'fails where nothing is to remove': (sound) => ({
      async write(scope, batch) {
        for (const [name, lists] of Object.entries(batch.remove ?? {}))
          for (const list of lists)
            if (list.length === sound.table(name).key.length && !sound.rowsOf(name).has(text(list)))
              throw failing('there is no such row');
        return sound.write(scope, batch);
      },
    }),
  },
  'removes all rows of a table for an empty list': {
    'removes nothing for an empty list': changingBatches(({ remove = {}, ...batch }) => ({
      ...batch,
      remove: Object.fromEntries(
        Object.entries(remove).map(([name, lists]) => [name, lists.filter(({ length }) => length)]),
      ),
    })),
    'empties all tables': changingBatches(({ remove = {}, ...batch }, sound) => ({
      ...batch,
      remove: Object.values(remove).some((lists) => lists[0]?.length === 0)
        ? Object.fromEntries(Object.keys(sound.tables).map((name) => [name, [[]]]))
        : remove,
    })),
  },
  'write > removes, then puts, then patches': {
    'patches before it puts': inParts(({ patch = [], ...batch }) => [
      { expect: batch.expect ?? [], remove: batch.remove ?? {}, patch },
      withoutExpectations(batch),
    ]),
    'puts before it removes': inParts(({ remove = {}, ...batch }) => [batch, { remove }]),
  },
  'patches one after the other': {
    'patches from the last one on': changingBatches(({ patch = [], ...batch }) => ({
      ...batch,
      patch: patch.toReversed(),
    })),
    'keeps the last patch of a row': changingBatches(({ patch = [], ...batch }) => ({
      ...batch,
      patch: [...new Map(patch.map((each) => [text([each.table, each.key]), each])).values()],
    })),
    'sets what is to be added': changingBatches(({ patch = [], ...batch }) => ({
      ...batch,
      patch: patch.map(({ add = {}, set = {}, ...each }) => ({ ...each, set: { ...set, ...add } })),
    })),
    'overlooks null in a patch': changingBatches(({ patch = [], ...batch }) => ({
      ...batch,
      patch: patch
        .map(({ set = {}, ...each }) => ({
          ...each,
          set: Object.fromEntries(Object.entries(set).filter(([, value]) => value !== null)),
        }))
        .filter(({ set, add = {} }) => Object.keys({ ...set, ...add }).length > 0),
    })),
    'adds a row that is patched and missing': (sound) => ({
      async write(scope, { patch = [], ...batch }) {
        const rows = patch.filter(({ table, key }) => !sound.rowsOf(table).has(text(key)));
        const put = { ...batch.put };
        for (const { table, key, set } of rows) {
          const names = sound.table(table).key.map((name, at) => [name, key[at] ?? null]);
          put[table] = [{ ...Object.fromEntries(names), ...set }, ...(put[table] ?? [])];
        }
        return sound.write(scope, { ...batch, put, patch });
      },
    }),
    'is not willing to write where a patched row is missing': (sound) => ({
      async write(scope, batch) {
        const { patch = [], put = {} } = batch;
        const isMissing = patch.some(
          ({ table, key }) => !sound.rowsOf(table).has(text(key)) && !put[table]?.length,
        );
        return !isMissing && sound.write(scope, batch);
      },
    }),
  },
  'adds nothing to null': {
    'takes null for 0': (sound) => ({
      async write(scope, batch) {
        for (const { table, key, add = {} } of batch.patch ?? [])
          for (const name of Object.keys(add)) {
            const row = sound.rowsOf(table).get(text(key));
            if (row?.[name] === null) row[name] = 0;
          }
        return sound.write(scope, batch);
      },
    }),
  },
  'expects values of columns, null, or that there is no row': {
    'takes a missing row for one with null': changingBatches(
      ({ expect = [], ...batch }, sound) => ({
        ...batch,
        expect: expect.map((each) =>
          each.value === null && !isThere(each, sound) ? { ...each, value: undefined } : each,
        ),
      }),
    ),
    'takes null for no row': changingBatches(({ expect = [], ...batch }, sound) => ({
      ...batch,
      expect: expect.filter(
        ({ value, table, key, column }) =>
          value !== undefined || sound.rowsOf(table).get(text(key))?.[column] !== null,
      ),
    })),
    'overlooks that there must be no row': changingBatches(({ expect = [], ...batch }) => ({
      ...batch,
      expect: expect.filter(({ value }) => value !== undefined),
    })),
    'only looks whether the row is there': changingBatches(({ expect = [], ...batch }, sound) => ({
      ...batch,
      expect: expect.filter((each) => each.value === undefined || !isThere(each, sound)),
    })),
    'compares texts without case': changingBatches(({ expect = [], ...batch }, sound) => ({
      ...batch,
      expect: expect.map(({ value, ...each }) => {
        const own = sound.rowsOf(each.table).get(text(each.key))?.[each.column];
        const isSame =
          typeof own === 'string' &&
          typeof value === 'string' &&
          own.toLowerCase() === value.toLowerCase();
        return { ...each, value: isSame ? own : value };
      }),
    })),
    'compares the sizes of bytes': changingBatches(({ expect = [], ...batch }, sound) => ({
      ...batch,
      expect: expect.map(({ value, ...each }) => {
        const own = sound.rowsOf(each.table).get(text(each.key))?.[each.column];
        const areBytes = own instanceof Uint8Array && value instanceof Uint8Array;
        return { ...each, value: areBytes && own[0] === value[0] ? own : value };
      }),
    })),
  },
  'writes nothing if one of many expectations is not met': {
    'checks the first expectation': changingBatches(({ expect = [], ...batch }) => ({
      ...batch,
      expect: expect.slice(0, 1),
    })),
    'writes where the last expectation is met': changingBatches(({ expect = [], ...batch }) => ({
      ...batch,
      expect: expect.slice(-1),
    })),
    'checks expectations when it has removed': inParts(({ remove = {}, ...batch }) => [
      { remove },
      batch,
    ]),
  },
  'checks expectations before it writes': {
    'checks expectations when it has written': inParts((batch) => [
      withoutExpectations(batch),
      { expect: batch.expect ?? [] },
    ]),
  },
  'writes nothing if the last of a batch is refused': {
    'writes table by table': inParts(({ put = {}, ...batch }) => [
      { ...batch, patch: [] },
      ...Object.entries(put)
        .reverse()
        .map(([name, rows]) => ({ put: { [name]: rows } })),
      { patch: batch.patch ?? [] },
    ]),
    'writes a thousand rows at a time': inParts(({ put = {}, ...batch }) => [
      ...Object.entries(put).flatMap(([name, rows]) => [
        { put: { [name]: rows.slice(0, 1000) } },
        { put: { [name]: rows.slice(1000) } },
      ]),
      batch,
    ]),
  },
  'takes thousands of rows': {
    'writes the first thousand rows': changingBatches(({ put = {}, ...batch }) => ({
      ...batch,
      put: Object.fromEntries(
        Object.entries(put).map(([name, rows]) => [name, rows.slice(0, 1000)]),
      ),
    })),
    'has room for a thousand parameters': (sound) => ({
      async write(scope, batch) {
        if ((batch.expect?.length ?? 0) > 1000) throw failing('too many parameters');
        return sound.write(scope, batch);
      },
    }),
  },
  'of those that expect the same value': {
    'looks before it writes': checkingFirst(() => false),
  },
  'of two that each expect what the other one changes': {
    'looks once more only at what it writes': checkingFirst(
      ({ table, key }, { patch = [], put = {} }) =>
        [...patch.map((each) => text([each.table, each.key]))].includes(text([table, key])) ||
        put[table] !== undefined,
    ),
  },
  'of two that each expect no row': {
    'looks once more only at rows that are there': checkingFirst((expectation, _, sound) =>
      isThere(expectation, sound),
    ),
  },
  'all write whose expectations are met': {
    'does not write where another one is writing': (sound, { own }) => ({
      async write(scope, batch) {
        if (own.get('writing')) return false;
        own.set('writing', true);
        await nextTurn();
        own.set('writing', false);
        return sound.write(scope, batch);
      },
    }),
    'fails where another one is writing': (sound, { own }) => ({
      async write(scope, batch) {
        if (own.get('writing')) throw new MnemeError('busy', 'another one is writing');
        own.set('writing', true);
        await nextTurn();
        own.set('writing', false);
        return sound.write(scope, batch);
      },
    }),
  },
  'that add to one number all count': {
    'reads a number, and writes the sum': (sound) => ({
      async write(scope, { patch = [], ...batch }) {
        const sums = patch.map(({ add = {}, set = {}, ...each }) => {
          const row = sound.rowsOf(each.table).get(text(each.key)) ?? {};
          const added = Object.entries(add).map(([name, by]) => [name, Number(row[name]) + by]);
          return { ...each, set: { ...set, ...Object.fromEntries(added) } };
        });
        await nextTurn();
        return sound.write(scope, { ...batch, patch: sums });
      },
    }),
  },
  'that put the same rows in another order': {
    'puts one row after the other': inParts(({ put = {}, ...batch }) => [
      batch,
      ...Object.entries(put).flatMap(([name, rows]) =>
        rows.map((row) => ({ put: { [name]: [row] } })),
      ),
    ]),
  },
  'that remove and put leave whole batches': {
    'removes, and puts a turn later': inParts(({ put = {}, ...batch }) => [batch, { put }]),
  },
  'are read by each other at once': {
    'reads from a copy of its own until it writes': (sound) => {
      const cache = new Map<string, Promise<Row[][]>>();
      return {
        async write(scope, batch) {
          cache.clear();
          return sound.write(scope, batch);
        },
        async read(scope, questions) {
          const all = await (cache.get('all') ?? sound.read(scope, questions));
          cache.set('all', Promise.resolve(all));
          return all;
        },
      };
    },
  },
  'gives a new store empty tables': {
    'puts a row of its own into a new store': (sound) => ({
      async open(tables) {
        await sound.open(tables);
        const { counters } = tables;
        if (counters && sound.rowsOf('counters').size === 0)
          await sound.write(undefined, { put: { counters: [{ name: 'version', value: 1 }] } });
      },
    }),
  },
  'are null where a row has no such column': {
    'has 0 where nothing is': changingPuts((row, { columns }) => ({
      ...Object.fromEntries(
        Object.entries(columns)
          .filter(([, { type }]) => type === 'real')
          .map(([name]) => [name, 0]),
      ),
      ...row,
    })),
  },
};
