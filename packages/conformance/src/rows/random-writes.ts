import type { Batch, Cell, Row, RowExpectation, RowPatch, Rows, Table } from '@mneme/store/rows';
import { times } from '../model/chance.ts';
import { type RowsWorld, scopes } from './world.ts';

/** A batch over one or two tables, and the rows of these before it. */
interface Made {
  batch: Required<Batch>;
  table: Table;
  known: readonly Row[];
}

const keyOf = ({ key }: Table, row: Row | undefined) => key.map((column) => row?.[column] ?? null);
const isAt = (table: Table, row: Row, key: readonly Cell[]) =>
  textOf(keyOf(table, row)) === textOf(key);
const textOf = (values: unknown) => JSON.stringify(values);

const putOf = ({ batch }: Made) => Object.values(batch.put).flat();
const keysOf = (table: Table, rows: readonly Row[]) => rows.map((row) => textOf(keyOf(table, row)));
const removed = ({ batch }: Made) => Object.values(batch.remove).flat();
const patchedIn = ({ batch, table }: Made, rows: readonly Row[]) =>
  batch.patch.filter(({ key }) => keysOf(table, rows).includes(textOf(key)));

/** Each has its turn, so that no kind of batch is left out. */
const aims: Readonly<Record<string, (made: Made) => boolean>> = {
  'expects values that are there': ({ batch, known, table }) =>
    batch.expect.some(
      ({ key, value }) => value != null && keysOf(table, known).includes(textOf(key)),
    ),
  'expects another value than there is': ({ batch, known, table }) =>
    batch.expect.some(
      ({ key, column, value }) =>
        value != null && known.some((row) => row[column] !== value && isAt(table, row, key)),
    ),
  'expects no row where one is': ({ batch, known, table }) =>
    batch.expect.some(
      ({ key, value }) => value === undefined && known.some((row) => isAt(table, row, key)),
    ),
  'expects null of a row that is missing': ({ batch, known, table }) =>
    batch.expect.some(
      ({ key, value }) => value === null && !known.some((row) => isAt(table, row, key)),
    ),
  'expects null': ({ batch }) => batch.expect.some(({ value }) => value === null),
  'expects no row': ({ batch }) => batch.expect.some(({ value }) => value === undefined),
  'removes single rows': (made) =>
    removed(made).some((list) => list.length === made.table.key.length),
  'removes all rows': (made) => removed(made).some(({ length }) => length === 0),
  'removes by the first columns of the key': (made) =>
    removed(made).some((list) => list.length > 0 && list.length < made.table.key.length),
  'puts a row in the place of another': (made) =>
    keysOf(made.table, putOf(made)).some((key) => keysOf(made.table, made.known).includes(key)),
  'puts one key twice': (made) =>
    new Set(keysOf(made.table, putOf(made))).size < putOf(made).length,
  'removes and puts one key': (made) =>
    removed(made).some((list) =>
      putOf(made).some(
        (row) => textOf(keyOf(made.table, row).slice(0, list.length)) === textOf(list),
      ),
    ),
  'patches what it puts': (made) => patchedIn(made, putOf(made)).length > 0,
  'patches what is there': (made) => patchedIn(made, made.known).length > 0,
  'patches what is missing': (made) =>
    made.batch.patch.length > patchedIn(made, [...putOf(made), ...made.known]).length,
  'patches one row twice': ({ batch }) =>
    new Set(batch.patch.map(({ key }) => textOf(key))).size < batch.patch.length,
  'adds to null': (made) =>
    patchedIn(made, made.known).some(({ key, add = {} }) => {
      const row = made.known.find((each) => isAt(made.table, each, key));
      return Object.keys(add).some((column) => row?.[column] === null);
    }),
  'sets null': ({ batch }) => batch.patch.some(({ set = {} }) => Object.values(set).includes(null)),
};

/** A batch over one table, of one scope or of all. */
export async function randomWrite(
  world: RowsWorld,
  reference: Rows,
): Promise<{ scope?: string; batch: Batch }> {
  const scope = world.random() < 0.4 ? world.one(scopes) : undefined;
  const known = new Map<string, Row[]>();
  for (const name of Object.keys(world.tables))
    known.set(name, await world.rowsOf(reference, name));
  const make = () => randomBatch(world, { known, scope });
  const { batch } = world.inTurn('a batch', aims, make);
  return { ...(scope !== undefined && { scope }), batch };
}

function randomBatch(
  world: RowsWorld,
  { known, scope }: { known: ReadonlyMap<string, Row[]>; scope: string | undefined },
): Made {
  const { name, table } = world.table();
  const isOwn = table.key[0] === 'scope' && scope !== undefined;
  const own = (known.get(name) ?? []).filter((row) => !isOwn || row.scope === scope);
  const row = (): Row => ({ ...world.row(table), ...(isOwn && { scope }) });
  const put = times(world.below(5), () =>
    own.length > 0 && world.random() < 0.3 ? { ...row(), ...keyIn(table, world.one(own)) } : row(),
  );
  const again = world.some(put, 0.2).map((each) => ({ ...row(), ...keyIn(table, each) }));
  const near = () => (world.random() < 0.7 && own.length > 0 ? world.one(own) : row());
  const removals = () => {
    const least = isOwn ? 1 : 0;
    const some = least + world.below(table.key.length);
    const length = world.random() < 0.3 ? some : table.key.length;
    return times(1 + world.below(2), () => keyOf(table, near()).slice(0, length));
  };
  const batch = {
    expect: times(world.below(3), () => expectation(world, { name, table, row: near(), own })),
    remove: { [name]: world.random() < 0.3 ? removals() : [] },
    put: { [name]: [...put, ...again] },
    patch: times(world.below(4), () => {
      const inBatch = put.length > 0 && world.random() < 0.4;
      return patch(world, { name, table, row: inBatch ? world.one(put) : near() });
    }).filter(({ set, add }) => Object.keys({ ...set, ...add }).length > 0),
  };
  return { batch, table, known: own };
}

const keyIn = ({ key }: Table, row: Row): Row =>
  Object.fromEntries(key.map((column) => [column, row[column] as Cell]));

/** Of a column, perhaps near to what is there. */
function otherThan(value: Cell | undefined, world: RowsWorld, cell: () => Cell): Cell | undefined {
  const { random } = world;
  if (typeof value === 'string' && random() < 0.3) return value.toUpperCase();
  return random() < 0.3 ? world.one([undefined, null]) : cell();
}

/** Mostly one that is met, since nothing else of the batch is written otherwise. */
function expectation(
  world: RowsWorld,
  { name, table, row, own }: { name: string; table: Table; row: Row; own: readonly Row[] },
): RowExpectation {
  const column = world.one(Object.keys(table.columns));
  const key = keyOf(table, row);
  const known = own.find((each) => isAt(table, each, key));
  const isMet = world.random() < 0.85;
  const value = isMet
    ? known?.[column]
    : otherThan(known?.[column], world, () => world.cell(table, column));
  return { table: name, key, column, value };
}

function patch(
  world: RowsWorld,
  { name, table, row }: { name: string; table: Table; row: Row },
): RowPatch {
  const others = Object.keys(table.columns).filter((column) => !table.key.includes(column));
  const isNumber = (column: string) => /^(integer|real)/.test(table.columns[column]?.type ?? '');
  const added = world.some(others.filter(isNumber), 0.3);
  const set = world.some(others, 0.3).filter((column) => !added.includes(column));
  return {
    table: name,
    key: keyOf(table, row),
    set: Object.fromEntries(set.map((column) => [column, world.cell(table, column)])),
    add: Object.fromEntries(added.map((column) => [column, world.one([1, -3, 7, 0])])),
  };
}
