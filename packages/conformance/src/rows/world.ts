import type { Cell, Column, Row, Rows, Table, Tables } from '@mneme/store/rows';
import { Chance, times } from '../model/chance.ts';
import { plain } from './steps.ts';

/** The first ones are used most, so that rows often meet. */
const values: Readonly<Record<Column['type'], readonly Exclude<Cell, null>[]>> = {
  text: ['a', 'b', '', 'A', 'a ', 'ab', '10', '9', 'é', 'e\u0301', '\uffff', '😀', '用', "'", '%'],
  integer: [1, 0, 2, -1, 10, 9, 2 ** 31, -(2 ** 40), 2 ** 52],
  real: [1, 0.5, 0, -1, 1.5, 0.1, 1 / 3, -0, 1e-7, 2 ** 53, -1e300, 5e-324],
  bytes: [Uint8Array.of(1), Uint8Array.of(), Uint8Array.of(0, 1), Uint8Array.of(255, 0, 10)],
};

export const scopes = ['s1', 's2', 'S1'] as const;

/** Random tables, and values for their rows. */
export class RowsWorld extends Chance {
  readonly tables: Tables;

  constructor(seed: number) {
    super(seed);
    const tables = times(5, (at) => [`rows_${'abcde'[at]}`, this.#table(at < 3)]);
    this.tables = Object.fromEntries(tables);
  }

  /** A table by chance, with its name. */
  table(): { name: string; table: Table } {
    const [name, table] = this.one(Object.entries(this.tables));
    return { name, table };
  }

  /** Of a column. Null only where it may be. */
  cell(table: Table, column: string): Cell {
    if (column === 'scope') return this.one(scopes);
    if (!table.key.includes(column) && this.random() < 0.25) return null;
    return this.early(values[table.columns[column]?.type ?? 'text']);
  }

  cells(table: Table, columns: readonly string[]): Cell[] {
    return columns.map((column) => this.cell(table, column));
  }

  row(table: Table): Row {
    const columns = Object.keys(table.columns);
    const row = Object.fromEntries(columns.map((column) => [column, this.cell(table, column)]));
    const nulls = columns.filter((column) => row[column] === null);
    // Null and no value are the same.
    for (const column of this.some(nulls)) delete row[column];
    return row;
  }

  /** The rows of a table. */
  async rowsOf(rows: Rows, table: string): Promise<Row[]> {
    const [found = []] = await rows.read(undefined, [{ table, is: [] }]);
    return plain(found);
  }

  #table(isScoped: boolean): Table {
    const own = times(3 + this.below(4), (at) => {
      const type = this.one(['text', 'integer', 'real', 'text', 'integer', 'bytes'] as const);
      return [`${type}_${'abcdefg'[at]}`, { type, kept: 'plain' }] as const;
    });
    const fixed = { type: 'text', kept: 'plain' } as const;
    const columns = Object.fromEntries([
      ...(isScoped ? [['scope', fixed] as const] : []),
      ['id', fixed],
      ...own,
    ]);
    const ordered = this.shuffled(
      own.flatMap(([name, { type }]) => (type === 'bytes' ? [] : [name])),
    );
    const parts = this.shuffled(['id', ...ordered.slice(0, this.below(3))]);
    const key = isScoped ? ['scope', ...parts] : parts;
    const indexes = times(1 + this.below(4), (at) => {
      const some = this.shuffled(['id', ...ordered]).slice(0, 1 + this.below(3));
      const isOfAll = !isScoped || at === 3;
      return [`by_${'abcd'[at]}`, isOfAll ? some : ['scope', ...some]] as const;
    });
    return { columns, key, indexes: Object.fromEntries(indexes) };
  }
}
