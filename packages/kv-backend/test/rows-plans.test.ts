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

async function plansOf(questions: Iterable<[name: string, question: Question]>) {
  const database = (await loadDriver('better-sqlite3')).open(':memory:');
  for (const { sql } of rowsSchema(tables).lacking([])) database.exec(sql);
  const plans = Array.from(questions, ([name, question]) => {
    const { sql: text, parameters } = sql.question(question);
    const rows = database
      .prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
      .all(...parameters);
    return { name, question, plan: rows.map(({ detail }) => detail) };
  });
  database.close();
  return plans;
}

it('every range of the tables of a store is read from its index, in order', async () => {
  const slow = (await plansOf(questions())).filter(({ question, plan }) => {
    const isRange = 'is' in question && question.is.length > 0;
    return plan.some((each) => /TEMP B-TREE/.test(each) || (isRange && !/^SEARCH/.test(each)));
  });
  expect(slow).toEqual([]);
});

/** Look-ups by whole keys, and by the first columns of each index. */
function* lookUps(): Generator<[name: string, question: Question]> {
  for (const [table, { key, indexes }] of Object.entries(tables))
    for (const [index, of] of [[undefined, key] as const, ...Object.entries(indexes)])
      for (let length = index === undefined ? of.length : 1; length <= of.length; length++) {
        const any = ['a', 'b', 'c'].map((value) => Array.from({ length }, () => value));
        yield [`${table} ${index ?? 'key'} by ${length}`, { table, index, any }];
        // What all begin with, as the scope, is compared with one value.
        const shared = any.map((list) => ['x', ...list.slice(1)]);
        if (length > 1)
          yield [`${table} ${index} in x by ${length}`, { table, index, any: shared }];
      }
}

it('look-ups go through the lists in order and find the rows of each by the index, so nothing is sorted', async () => {
  const slow = (await plansOf(lookUps())).filter(({ question: { table, index }, plan }) => {
    const [lists = '', rows = '', ...more] = plan;
    const found = new RegExp(
      index === undefined
        ? `^SEARCH r USING (COVERING INDEX |INDEX )?(sqlite_autoindex_${table}_1|(INTEGER )?PRIMARY KEY)`
        : `^SEARCH r USING (COVERING )?INDEX ${table}_${index} `,
    );
    return !/^SCAN j /.test(lists) || !found.test(rows) || more.length > 0;
  });
  expect(slow).toEqual([]);
});
