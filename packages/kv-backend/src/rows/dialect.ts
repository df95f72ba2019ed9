import type { Dialect } from '@mneme/store/rows';
import { bounded } from '../file/bounded.ts';

/** SQL of SQLite. Lists are one parameter, so that their number does not change the text of a statement. */
export const dialect: Dialect = {
  types: {
    text: 'TEXT',
    integer: 'INTEGER',
    real: 'REAL',
    bytes: 'BLOB',
  },
  // A bare one would let better-sqlite3 plan each ordered statement anew at each call, for its statistics of values.
  parameter: () => '+?',
  // A number is no text, so the row is damaged.
  selected: (column, type) =>
    type === 'text' || type === 'bytes' ? bounded(`r.${column}`, { empty: '0' }) : `r.${column}`,
  lists: (values, { types }) => {
    const columns = types.map((_, at) => `, j.value ->> ${at} AS c${at}`).join('');
    return {
      sql: `(SELECT j.key AS at${columns} FROM json_each(?) j) k`,
      parameters: [JSON.stringify(values)],
    };
  },
};
