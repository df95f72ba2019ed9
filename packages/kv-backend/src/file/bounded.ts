import { MnemeError } from '@mneme/core/contract';
import type { Statements } from './statements.ts';

/** More than Mneme ever writes as one value. */
const mostValueBytes = 64 * 1024 * 1024;

/**
 * SQL: a column, or an empty value if its value is larger than any that Mneme writes. SQLite knows the size without
 * reading the value, so a huge one costs nothing; the row's checksum then shows that it is damaged.
 */
export function bounded(column: string, { empty = "''" } = {}): string {
  const name = column.slice(column.lastIndexOf('.') + 1);
  return `CASE WHEN octet_length(${column}) > ${mostValueBytes} THEN ${empty} ELSE ${column} END AS ${name}`;
}

/** Throws `damaged` if any value is larger. Only for work that reads the whole file anyway. */
export function requireBounded(
  connection: Pick<Statements, 'column' | 'path' | 'schema' | 'statement'> & { bytes(): number },
): void {
  if (connection.bytes() <= mostValueBytes) return;
  const tables = connection
    .statement<{ name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'table'`,
    )
    .all()
    .filter(({ name, sql }) => connection.schema.isTable(name, sql));
  for (const { name: table } of tables) {
    const columns = connection
      .column<string>('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .filter((name) => /^\w+$/.test(name));
    // One after the other: SQLite reads everything before the last column that a condition needs.
    for (const name of columns) {
      const size = connection
        .column<number>(
          `SELECT octet_length("${name}") FROM "${table}" WHERE octet_length("${name}") > ${mostValueBytes} LIMIT 1`,
        )
        .get();
      if (size !== undefined)
        throw new MnemeError(
          'damaged',
          `${connection.path} has a value of ${size} bytes in ${table}.${name}, and Mneme writes none over ${mostValueBytes}: restore the file from a backup`,
        );
    }
  }
}
