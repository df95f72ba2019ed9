import type { Cell, Column, Question, Row, Rows } from '../rows/rows.ts';
import { unlessDamaged } from '../rows/unless-damaged.ts';
import type { Sums } from './sum-groups.ts';

/** What a check reads. */
export interface ReadableRows {
  unchecked: Pick<Rows, 'read'>;
  sums: Sums;
}

/**
 * Of a row that the database cannot read as a whole, only the short columns, with null in the others and `unread: 1`: so
 * it does not end the check of the others, and can be deleted.
 */
export function readableRows({ unchecked, sums }: ReadableRows): ReadableRows {
  async function read(...given: Parameters<Rows['read']>): Promise<Row[][]> {
    const [scope, questions] = given;
    const answers = await unlessDamaged(unchecked.read(...given));
    if (answers !== undefined) return answers;
    return Promise.all(questions.map((question) => readEach(scope, question)));
  }

  async function readEach(scope: string | undefined, question: Question): Promise<Row[]> {
    const whole = await unlessDamaged(unchecked.read(scope, [question]));
    if (whole !== undefined) return whole[0] ?? [];
    const { table, columns } = question;
    const { key, columns: all } = sums.table(table);
    const short = Object.entries<Column>(all).filter(([, column]) => !mayBeLong(column));
    const [rows = []] = await unchecked.read(scope, [
      { ...question, columns: short.map(([name]) => name) },
    ]);
    const nothing = Object.fromEntries(Object.keys(all).map((name) => [name, null]));
    const halves = async (some: Row[]): Promise<Row[]> => {
      const any = some.map((row) => key.map((column) => row[column] as Cell));
      const found = await unlessDamaged(
        unchecked.read(scope, [{ table, any, ...(columns && { columns }) }]),
      );
      if (found !== undefined) return found[0] ?? [];
      if (some.length === 1) return [{ ...nothing, ...some[0], unread: 1 }];
      const middle = some.length >> 1;
      return [...(await halves(some.slice(0, middle))), ...(await halves(some.slice(middle)))];
    };
    return halves(rows);
  }

  return { sums, unchecked: { read } };
}

/** {@link readableRows}, with null for what is sealed and cannot be opened: for the doctor. */
export function examinedRows({ unchecked, sums }: ReadableRows): ReadableRows {
  const read: Rows['read'] = (scope, questions) =>
    unchecked.read(
      scope,
      questions.map((question) => ({ ...question, lenient: true })),
    );
  return readableRows({ sums, unchecked: { read } });
}

const mayBeLong = ({ type, kept }: Column) =>
  type === 'bytes' || (type === 'text' && kept === 'sealed');
