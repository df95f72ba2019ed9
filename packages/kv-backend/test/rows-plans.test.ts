import { type Cell, type Question, Sql } from '@mneme/store/rows';
import { expect, it } from 'vitest';
import { tables } from '../../store/src/tables.ts';
import { loadDriver } from '../src/drivers/index.ts';
import { dialect } from '../src/rows/dialect.ts';
import { rowsSchema } from '../src/rows/rows-schema.ts';

const sql = new Sql(tables, dialect);

/** Every question that begins with one value or more, and every whole range, forwards and backwards. */
function* questions(): Generator<[name: string, question: Question]> {
  for (const [table, { key, indexes }] of Object.entries(tables))
    for (const [index, of] of [[undefined, key] as const, ...Object.entries(indexes)]) {
      const order = [...of, ...key.filter((column: string) => !of.includes(column as never))];
      for (let length = 0; length <= of.length; length++) {
        const is: Cell[] = order.slice(0, length).map(() => 'x');
        const rest: Cell[] = order.slice(length).map(() => 'x');
        const name = `${table} ${index ?? 'key'} by ${length}`;
        yield [name, { table, index, is }];
        yield [`${name} from the end`, { table, index, is, reverse: true, limit: 9 }];
        if (rest.length === 0) continue;
        yield [`${name} after`, { table, index, is, after: rest }];
        yield [`${name} before`, { table, index, is, before: rest, reverse: true }];
        yield [`${name} between`, { table, index, is, after: rest.slice(0, 1), before: rest }];
      }
    }
}

it('every range of the tables of a store is read from its index, in order', async () => {
  const database = (await loadDriver('better-sqlite3')).open(':memory:');
  for (const { sql } of rowsSchema(tables).lacking([])) database.exec(sql);
  const slow: unknown[] = [];
  for (const [name, question] of questions()) {
    const { sql: text, parameters } = sql.question(question);
    const plan = database
      .prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
      .all(...parameters)
      .map(({ detail }) => detail);
    const isRange = 'is' in question && question.is.length > 0;
    if (plan.some((each) => /TEMP B-TREE/.test(each) || (isRange && !/^SEARCH/.test(each))))
      slow.push([name, plan]);
  }
  database.close();
  expect(slow).toEqual([]);
});
