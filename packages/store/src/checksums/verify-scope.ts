import type { Question, Row } from '../rows/rows.ts';
import { nameOf } from './damaged.ts';
import { sumsIn } from './scope-sums.ts';
import { addSums, type SumGroup, type Sums } from './sum-groups.ts';

/** Of a table. Larger scopes are left to the doctor, because the first answer waits for this, 3 ms for each thousand. */
const mostRows = 300;

/** What is wrong in a table of a scope. */
export interface TableDamage {
  /** As a subject. */
  what: string;
  /**
   * Rows are missing, or are older ones: then no answer from the table is right. Otherwise a row that is found by its key
   * is.
   */
  incomplete: boolean;
  /** Those that are not what was written, with the columns by which rows are found. */
  broken: readonly Row[];
}

/** Whether a scope has few enough rows to compare them. `nextNumber`: an upper bound of those that are left. */
export const isVerified = (nextNumber: unknown) => Number(nextNumber ?? 0) <= mostRows;

/** What {@link damageIn} needs the answers to, of the same moment as the scope's row. */
export function verifyQuestions(scope: string, names: readonly string[], sums: Sums): Question[] {
  return names.map((table) => {
    const columns = [
      ...sums.table(table).key,
      ...sums.groups(table).map(({ sum }) => sum),
      ...(mainOf(table, sums)?.columns ?? []),
    ];
    return { table, is: [scope], limit: mostRows + 1, columns: [...new Set(columns)] };
  });
}

/**
 * Those of some tables of a scope in which rows are missing, older than the last write, or not what was written, by the
 * answers to {@link verifyQuestions}.
 */
export function damageIn(
  scope: string,
  answers: readonly (readonly Row[])[],
  { names, state, sums }: { names: readonly string[]; state: Row | undefined; sums: Sums },
): Map<string, TableDamage> {
  const damage = new Map<string, TableDamage>();
  if (state?.erasing != null) return damage;
  for (const [at, rows] of answers.entries()) {
    const table = names[at] as string;
    if (rows.length > mostRows) continue;
    const main = mainOf(table, sums);
    const broken = main ? rows.filter((row) => !sums.isIntact(table, row, [main])) : [];
    const [first] = broken;
    if (first !== undefined)
      damage.set(table, { what: nameOf(table, first), incomplete: false, broken });
    if (totalOf(table, { rows, sums }) === (sumsIn(state)[table] ?? 0)) continue;
    const what = `the scope ${scope}, of which ${table} are missing or older than the last write,`;
    damage.set(table, { what, incomplete: true, broken });
  }
  return damage;
}

/**
 * Whether a damaged row was the one with these values in these columns: then its checksum is right with them. So it is
 * noticed that a row stands under another key, and others may be missing because they were never there.
 */
export function wasAt(
  table: string,
  row: Row,
  { sums, at }: { sums: Sums; at: Readonly<Row> },
): boolean {
  const main = mainOf(table, sums);
  return main !== undefined && sums.isIntact(table, { ...row, ...at }, [main]);
}

/** The columns by which rows are found. */
function mainOf(table: string, sums: Sums): SumGroup | undefined {
  return sums.groups(table).find(({ sum }) => sum === 'sum');
}

/** The sum of rows of a table. */
export function totalOf(
  table: string,
  { rows, sums }: { rows: Iterable<Row>; sums: Sums },
): number {
  let total = 0;
  for (const row of rows) total = addSums(total, sums.totalOf(table, row));
  return total;
}
