import { MnemeError } from '@mneme/core/contract';
import { type Cell, type Question, type Row, type Sql, unlessDamaged } from '@mneme/store/rows';
import type { Connection, Query, Reach } from '../connection.ts';
import type { Placed } from './layout.ts';

/** Statements, and the tables that they are about. */
export interface Places {
  sql: Sql;
  placed: Placed;
}

/** Sends all questions at once. */
export function askAll(
  query: Query,
  questions: readonly Question[],
  places: Places,
): Promise<Row[][]> {
  return Promise.all(questions.map((question) => ask(query, question, places)));
}

async function ask(query: Query, question: Question, { sql, placed }: Places): Promise<Row[]> {
  // To plan it for all parts of a divided table takes longer than to find a row.
  if ('any' in question && question.any.length === 0) return [];
  const statement = sql.question(placed.question(question));
  return query<Row>(statement.sql, statement.parameters);
}

/** Reading for rows that the server cannot read. */
export interface Reading {
  connection: Connection;
  reach: Reach;
  places: Places;
}

/** The error for questions that met a damaged row, which names that row if it can be found. */
export async function namedDamage(
  reading: Reading,
  questions: readonly Question[],
  error: MnemeError,
): Promise<MnemeError> {
  for (const { columns, ...question } of questions) {
    const keys = await keysOf(reading, question as Question);
    if (keys === undefined) continue;
    const [key] = await unreadableOf(reading, question.table, keys);
    if (key === undefined) continue;
    return new MnemeError(
      'damaged',
      `the row ${key.join(' ')} of ${question.table} is damaged in the database: what is stored is not what was written. Restore it from a backup, or delete it and store it again; mneme db doctor finds all that is damaged`,
      { cause: error.cause },
    );
  }
  return error;
}

/** Undefined: not even these can be read. */
export function keysOf(
  { connection, reach, places }: Reading,
  question: Question,
): Promise<Cell[][] | undefined> {
  const { key } = places.sql.table(question.table);
  const reading = connection.ask(reach, (query) =>
    ask(query, { ...question, columns: key }, places),
  );
  return unlessDamaged(
    reading.then((rows) => rows.map((row) => key.map((column) => row[column] as Cell))),
  );
}

/** Those of the rows with these keys that the server cannot read, found by halving. */
export async function unreadableOf(
  reading: Reading,
  table: string,
  keys: readonly (readonly Cell[])[],
): Promise<(readonly Cell[])[]> {
  const { connection, reach, places } = reading;
  const { sql: rows, parameters } = places.sql.question(
    places.placed.question({ table, any: keys }),
  );
  // A hash reads all of a row, also what lies outside of it, and sends nothing.
  const read = await unlessDamaged(
    connection.ask(reach, (query) =>
      query(`SELECT max(md5(q::text)) FROM (${rows}) q`, parameters),
    ),
  );
  if (read !== undefined || keys.length === 0) return [];
  if (keys.length === 1) return [...keys];
  const middle = keys.length >> 1;
  return [
    ...(await unreadableOf(reading, table, keys.slice(0, middle))),
    ...(await unreadableOf(reading, table, keys.slice(middle))),
  ];
}
