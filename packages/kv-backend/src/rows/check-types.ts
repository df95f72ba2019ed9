import type { StoreFault } from '@mneme/core/contract';
import type { Connection } from '../file/connection.ts';
import { storedTypes } from './cells.ts';

/** Values that their columns cannot have. SQLite stores any value in any column. */
export function checkTypes(connection: Connection): StoreFault[] {
  const faults: StoreFault[] = [];
  for (const [table, { columns }] of Object.entries(connection.rows.tables)) {
    const found = Object.entries(columns).map(([column, { type }]) => {
      const types = storedTypes[type].map((each) => `'${each}'`).join(', ');
      return `max(typeof(${column}) NOT IN (${types})) AS ${column}`;
    });
    const row = connection
      .statement<Record<string, number | null>>(`SELECT ${found.join(', ')} FROM ${table}`)
      .get();
    for (const [column, isFound] of Object.entries(row ?? {}))
      if (isFound === 1)
        faults.push({
          kind: 'structure',
          problem: `the table ${table} has a value in ${column} that is no ${columns[column]?.type}`,
          mend: 'none',
        });
  }
  return faults;
}
