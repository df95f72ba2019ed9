import { type Cell, inFull, type Question, type Row, rangeOf } from '@mneme/store/rows';
import type { Cells } from './cells.ts';
import { formOf } from './sealed-tables.ts';

/** A question for the store below, and how its answer is opened. */
export interface SealedQuestion {
  question: Question;
  open(rows: readonly Row[]): Promise<Row[]>;
}

export async function sealQuestion(cells: Cells, question: Question): Promise<SealedQuestion> {
  const { table: name, index, lenient = false } = question;
  const table = cells.table(name);
  const order = inFull(index === undefined ? table.key : (table.indexes[index] ?? []), table);
  const { columns = Object.keys(table.columns) } = question;
  // What is sealed is opened with the key and scope of its row.
  const isPlain = columns.every((column) => formOf(table, column) === 'plain');
  const read = isPlain ? columns : [...new Set([...columns, ...table.key])];
  const compared = (values: readonly Cell[]) => cells.compared(name, { columns: order, values });
  const opened = (rows: readonly Row[]) =>
    inTurn(rows, (row) => cells.opened(name, row, { columns, lenient }));
  const open = async (rows: readonly Row[]) => (isPlain ? [...rows] : opened(rows));
  if ('any' in question)
    return {
      question: { ...question, columns: read, any: await inTurn(question.any, compared) },
      open,
    };
  const { is: first } = question;
  const is = await compared(first);
  const rest = order.slice(is.length);
  const isOrdered = (column: string) =>
    question.limit === undefined
      ? formOf(table, column) === 'plain'
      : table.columns[column]?.kept !== 'sorted';
  if (!rest.every(isOrdered))
    return {
      question: { table: name, index, is, columns: [...new Set([...read, ...order])] },
      async open(rows) {
        // At first only what gives the order.
        const of = { columns: order, lenient };
        const sealed = new Map<Row, Row>();
        for (const row of rows) sealed.set(await cells.opened(name, row, of), row);
        const found = rangeOf([...sealed.keys()], question, order);
        return opened(found.map((row) => sealed.get(row) as Row));
      },
    };
  const bound = async (values: readonly Cell[] | undefined) =>
    values && (await compared([...first, ...values])).slice(first.length);
  const [after, before] = [await bound(question.after), await bound(question.before)];
  return { question: { ...question, columns: read, is, after, before }, open };
}

async function inTurn<From, To>(
  all: readonly From[],
  work: (each: From) => Promise<To>,
): Promise<To[]> {
  const done: To[] = [];
  for (const each of all) done.push(await work(each));
  return done;
}
