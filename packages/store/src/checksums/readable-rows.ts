import { isScoped } from '../rows/assert-cells.ts';
import type { Cell, Question, Row, Rows } from '../rows/rows.ts';
import { unlessDamaged } from '../rows/unless-damaged.ts';
import type { Sums } from './sum-groups.ts';

/** What a check reads. */
export interface ReadableRows {
  unchecked: Pick<Rows, 'read'>;
  sums: Sums;
}

/**
 * Of a row that the database cannot read as a whole, the columns that it can read, with null in the others and `unread:
 * 1`: so it does not end the check of the others, and can be deleted.
 */
export function readableRows({ unchecked, sums }: ReadableRows): ReadableRows {
  async function read(...given: Parameters<Rows['read']>): Promise<Row[][]> {
    const [scope, questions] = given;
    const answers = await unlessDamaged(unchecked.read(...given));
    if (answers !== undefined) return answers;
    return Promise.all(questions.map((question) => readEach(scope, question)));
  }

  async function readEach(scope: string | undefined, question: Question): Promise<Row[]> {
    const one = async (asked: Question) => (await unchecked.read(scope, [asked]))[0] ?? [];
    const whole = await unlessDamaged(one(question));
    if (whole !== undefined) return whole;
    const { columns, lenient = false } = question;
    const table = sums.table(question.table);
    const { key, columns: all } = table;
    const nothing = Object.fromEntries(Object.keys(all).map((name) => [name, null]));
    /** Found by halving. */
    const readable = async (keys: Row[]): Promise<Row[]> => {
      if (keys.length === 0) return [];
      const any = keys.map((row) => key.map((column) => row[column] as Cell));
      const asked = { table: question.table, any, lenient };
      const found = await unlessDamaged(one({ ...asked, ...(columns && { columns }) }));
      if (found !== undefined) return found;
      if (keys.length === 1) {
        const left = { ...nothing, ...keys[0], unread: 1 };
        for (const column of Object.keys(all)) {
          const columns = [...new Set([...key, column])];
          Object.assign(left, (await unlessDamaged(one({ ...asked, columns })))?.[0]);
        }
        return [left];
      }
      const middle = keys.length >> 1;
      return [...(await readable(keys.slice(0, middle))), ...(await readable(keys.slice(middle)))];
    };
    const keys = await one({ ...question, columns: key });
    // By the name of another scope nothing may be asked.
    const isMoved = (row: Row) => scope !== undefined && isScoped(table) && row.scope !== scope;
    const moved = keys.filter(isMoved).map((row) => ({ ...nothing, ...row, unread: 1 }));
    return [...(await readable(keys.filter((row) => !isMoved(row)))), ...moved];
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
