import {
  assertCell,
  assertScope,
  columnOf,
  invalid,
  isScoped,
  type Place,
  tableOf,
} from './assert-cells.ts';
import type { Cell, Question, Table, Tables } from './rows.ts';

/** Rejects questions that are not as {@link Rows.read} describes them. */
export function assertQuestions(
  questions: readonly Question[],
  { tables, scope }: { tables: Tables; scope: string | undefined },
): void {
  for (const [at, question] of questions.entries()) {
    const field = `questions[${at}]`;
    const table = tableOf(tables, question.table, `${field}.table`);
    for (const column of question.columns ?? []) columnOf(table, column, `${field}.columns`);
    if (question.columns?.length === 0) throw invalid(`${field}.columns`, 'is empty: name one');
    const of = indexOf(table, question.index, `${field}.index`);
    const place = { field, table: question.table, columns: of };
    const isOwn = (first: Cell | undefined) => {
      if (isScoped(table)) assertScope(scope, first, place);
    };
    if ('any' in question) {
      const length = question.any[0]?.length ?? 1;
      if (length === 0) throw invalid(`${field}.any`, 'has an empty list: give one value or more');
      for (const list of question.any) {
        if (list.length !== length) throw invalid(`${field}.any`, 'has lists of unequal length');
        isOwn(list[0]);
        assertValues(list, table, { ...place, field: `${field}.any` });
      }
      continue;
    }
    const { is, after, before, limit } = question;
    isOwn(is[0]);
    assertValues(is, table, { ...place, field: `${field}.is` });
    const columns = inFull(of, table).slice(is.length);
    if (after) assertBound(after, table, { ...place, field: `${field}.after`, columns });
    if (before) assertBound(before, table, { ...place, field: `${field}.before`, columns });
    if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0))
      throw invalid(`${field}.limit`, `is ${limit}: give an integer from 0`);
  }
}

/** Columns of an index and, behind them, those of the key that it lacks: the order of its rows. */
export function inFull(of: readonly string[], { key }: Pick<Table, 'key'>): string[] {
  return [...of, ...key.filter((column) => !of.includes(column))];
}

function indexOf(table: Table, index: string | undefined, field: string): readonly string[] {
  if (index === undefined) return table.key;
  if (Object.hasOwn(table.indexes, index)) return table.indexes[index] as readonly string[];
  throw invalid(field, `is ${index}: the indexes are ${Object.keys(table.indexes).join(', ')}`);
}

function assertValues(values: readonly Cell[], table: Table, { field, columns }: Place): void {
  if (values.length > columns.length)
    throw invalid(field, `has ${values.length} values: the columns are ${columns.join(', ')}`);
  for (const [at, value] of values.entries())
    assertCell(value, columnOf(table, columns[at] as string, field).type, `${field}[${at}]`);
}

function assertBound(values: readonly Cell[], table: Table, place: Place): void {
  if (values.length === 0) throw invalid(place.field, 'is empty: leave it out');
  if (values.includes(null)) throw invalid(place.field, 'has a null: give values');
  assertValues(values, table, place);
}
