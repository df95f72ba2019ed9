import type { Column, Dialect } from '@mneme/store/rows';

/** Types of parameters. Those of columns add the order of texts: by their bytes. */
export const types: Readonly<Record<Column['type'], string>> = {
  text: 'text',
  integer: 'bigint',
  real: 'double precision',
  bytes: 'bytea',
};

export const dialect: Dialect = {
  types: { ...types, text: 'text COLLATE "C"' },
  // Drivers give a bigint as a text.
  selected: (column, type) =>
    type === 'integer' ? `r.${column}::float8 AS ${column}` : `r.${column}`,
  oneByOne: true,
  parameter: (number) => `$${number}`,
  lists: (values, { types: of, first }) => {
    const arrays = of.map((type, at) => `$${first + at}::${types[type]}[]`).join(', ');
    const columns = of.map((_, at) => `c${at}`).join(', ');
    return {
      sql: `unnest(${arrays}) WITH ORDINALITY AS k (${columns}, at)`,
      parameters: of.map((_, at) => values.map((list) => list[at])),
    };
  },
};
