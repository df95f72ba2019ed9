import type { Question, Row, Sql } from '@mneme/store/rows';
import type { Query } from '../connection.ts';
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
