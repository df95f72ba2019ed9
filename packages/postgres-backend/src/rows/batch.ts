import type { Batch, Cell, Column, Row, RowExpectation, Sql, Statement } from '@mneme/store/rows';
import type { Query } from '../connection.ts';
import { types } from './dialect.ts';
import type { Places } from './questions.ts';

/** Thrown to roll back: an expectation is not met. */
export class Unmet {}

/** Sends a whole batch at once. Throws {@link Unmet}. */
export async function writeBatch(
  query: Query,
  batch: Batch,
  { sql, placed }: Places,
): Promise<void> {
  const { expect, remove, put, patch } = placed.batch(batch);
  const changes = [
    ...Object.entries(remove).map(([table, lists]) => sql.remove(table, lists)),
    ...Object.entries(put).map(([table, rows]) => putStatement(sql, table, rows)),
    ...patch.map((each) => sql.patch(each)),
  ];
  const run = ({ sql: text, parameters }: Statement) => query<object>(text, parameters);
  const [unmet] = await Promise.all([
    Promise.all(unmetStatements(sql, expect).map(run)),
    ...changes.map(run),
  ]);
  if (unmet.some((rows) => rows.length > 0)) throw new Unmet();
}

/** About how many rows a batch writes. */
export function sizeOf({ put = {}, patch = [], remove = {} }: Batch): number {
  const lists = [...Object.values(put), ...Object.values(remove)];
  return lists.reduce((size, { length }) => size + length, patch.length);
}

/** Expectations of one statement. */
const atOnce = 50;

function unmetStatements(sql: Sql, expect: readonly RowExpectation[]): Statement[] {
  const statements: Statement[] = [];
  for (let from = 0; from < expect.length; from += atOnce) {
    const parameters: unknown[] = [];
    const each = expect.slice(from, from + atOnce).map((one) => {
      const unmet = sql.unmet(one);
      const before = parameters.length;
      parameters.push(...unmet.parameters);
      return unmet.sql.replace(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`);
    });
    statements.push({ sql: each.join(' UNION ALL '), parameters });
  }
  return statements;
}

/** Rows to add, or to put in place of those with the same key. */
function putStatement(sql: Sql, name: string, given: readonly Row[]): Statement {
  const { columns, key } = sql.table(name);
  const rows = lastOfEach(given, key);
  const names = Object.keys(columns);
  const into = `INSERT INTO ${name} (${names.join(', ')})`;
  const [only] = rows;
  if (rows.length === 1 && only !== undefined)
    return {
      sql: `${into} VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')}) ${sql.replacing(name)}`,
      parameters: names.map((column) => only[column] ?? null),
    };
  const parameters: unknown[] = [];
  const arrays: string[] = [];
  const array = (type: string, cells: readonly (Cell | undefined)[]) => {
    // The driver takes longer to write one.
    const numbers = () => `{${cells.map((cell) => cell ?? 'NULL').join(',')}}`;
    arrays.push(`$${parameters.push(type === types.text ? cells : numbers())}::${type}[]`);
    return `u.c${arrays.length - 1}`;
  };
  const values = Object.entries(columns).map(([column, { type }]: [string, Column]) => {
    const cells = rows.map((row) => row[column] ?? null);
    if (type !== 'bytes') return array(types[type], cells);
    // One parameter for all, which the driver sends as it is: as texts of an array they would be twice as long.
    const all = joined(cells);
    const at = array('integer', all.starts);
    const length = array('integer', all.lengths);
    return `substr($${parameters.push(all.bytes)}::bytea, ${at}, ${length})`;
  });
  return {
    sql: `${into} SELECT ${values.join(', ')} FROM unnest(${arrays.join(', ')}) AS u (${arrays.map((_, at) => `c${at}`).join(', ')}) ${sql.replacing(name)}`,
    parameters,
  };
}

/** All cells in a row, and where each begins, counted from 1. */
function joined(cells: readonly Cell[]): {
  bytes: Buffer;
  starts: number[];
  lengths: (number | null)[];
} {
  let next = 1;
  const starts: number[] = [];
  const found = cells.filter((cell) => cell !== null) as Uint8Array[];
  const lengths = cells.map((cell) => {
    starts.push(next);
    if (cell === null) return null;
    next += (cell as Uint8Array).length;
    return (cell as Uint8Array).length;
  });
  return { bytes: Buffer.concat(found), starts, lengths };
}

/** One statement may write a row once: of several with the same key, the last one stays. */
function lastOfEach(rows: readonly Row[], key: readonly string[]): readonly Row[] {
  if (rows.length < 2) return rows;
  const last = new Map(rows.map((row) => [JSON.stringify(key.map((column) => row[column])), row]));
  return last.size === rows.length ? rows : [...last.values()];
}
