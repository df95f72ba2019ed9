import { invalid } from '@mneme/core/input';
import type { Column, Table, Tables } from '@mneme/store/rows';

/** How the store below has a column. */
type Form = 'plain' | 'scope' | 'hashed' | 'sealed';

const forms = {
  plain: 'plain',
  hashed: 'hashed',
  sorted: 'hashed',
  sealed: 'sealed',
} as const satisfies Record<Column['kept'], Form>;

/** The name of a scope is sealed in each table, whatever the mark. */
export function formOf(table: Table, column: string): Form {
  return column === 'scope' ? 'scope' : forms[(table.columns[column] as Column).kept];
}

/** The tables of the store below: what is compared is text, what is only read is bytes. */
export function sealedTables(tables: Tables): Tables {
  const types = { plain: undefined, scope: 'text', hashed: 'text', sealed: 'bytes' } as const;
  return Object.fromEntries(
    Object.entries(tables).map(([name, table]) => {
      for (const column of [table.key, ...Object.values(table.indexes)].flat())
        if (formOf(table, column) === 'sealed')
          throw invalid('tables', `has ${column} of ${name} in a key or index: mark it as hashed`);
      const columns = Object.entries(table.columns).map(([column, { type }]) => [
        column,
        { type: types[formOf(table, column)] ?? type, kept: 'plain' },
      ]);
      return [name, { ...table, columns: Object.fromEntries(columns) as Table['columns'] }];
    }),
  );
}
