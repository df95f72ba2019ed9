import type { Cell, Question, Row, Rows } from '../rows/rows.ts';
import type { Space } from '../scopes/meta.ts';
import type { Code } from './codes.ts';
import { passage } from './heads.ts';
import type { IndexRow } from './row-index.ts';
import { termsSum } from './segment.ts';
import { readCode } from './vector-columns.ts';

/** What has an index: the records of a scope, or the passages of one of its document stores. */
export interface IndexOwner {
  scope: string;
  storeId?: string;
}

/** The rows of an owner: the beginning of questions that ask for them. */
export function rowsOf({ scope, storeId }: IndexOwner) {
  return storeId === undefined
    ? { table: 'records', is: [scope], columns: recordColumns }
    : { table: 'chunks', is: [scope, storeId], columns: passageColumns };
}

/** The same from one number up to another, which is not included. */
export function rowsBetween(owner: IndexOwner, first: number, end = Number.MAX_SAFE_INTEGER) {
  return { ...rowsOf(owner), index: 'by_number', after: [first - 1], before: [end] };
}

/** Rows that are read at once: a store answers so few without a thread, and nothing waits for long. */
export const rowsAtOnce = 480;

/** Asks for the codes of the vectors from one number on: not only those of an owner. */
export function codesFrom({ scope }: IndexOwner, space: Space | undefined, first: number) {
  const of = { table: 'vectors', columns: codeColumns };
  if (space === undefined) return { ...of, any: [] };
  return { ...of, is: [scope, space.number], after: [first - 1], limit: rowsAtOnce };
}

/**
 * Those of rows that are in indexes, ordered by number, with their codes in a space. The engine's own records are not.
 * `codes`: the answer to {@link codesFrom} that number, if it was asked with the rows.
 */
export async function toIndexRows(
  found: readonly Row[],
  {
    scope,
    rows,
    space,
    codes: known,
  }: {
    scope: string;
    rows: Rows;
    space: Space | undefined;
    codes?: { from: number; found: readonly Row[] } | undefined;
  },
): Promise<IndexRow[]> {
  const indexed = found
    .filter(({ family }) => family !== null)
    .sort((one, other) => Number(one.number) - Number(other.number));
  const codes = new Map<Cell | undefined, Code | undefined>();
  const add = (vectors: readonly Row[]) => {
    for (const { number, code } of vectors) codes.set(number, readCode(code));
  };
  const { from = Number.POSITIVE_INFINITY, found: asked = [] } = known ?? {};
  add(asked);
  const lastAsked =
    asked.length === rowsAtOnce ? (asked.at(-1)?.number as number) : Number.POSITIVE_INFINITY;
  const numbers = indexed
    .map(({ number }) => number as number)
    .filter((number) => number < from || number > lastAsked);
  if (space !== undefined && numbers.length > 0) {
    const [vectors = []] = await rows.read(scope, [codesOf(scope, { space, numbers })]);
    add(vectors);
  }
  return indexed.map((row) => toIndexRow(row, codes.get(row.number)));
}

/** Asks for the codes of sorted numbers, and perhaps for others between them. */
function codesOf(
  scope: string,
  { space, numbers }: { space: Space; numbers: readonly number[] },
): Question {
  const of = { table: 'vectors', columns: codeColumns };
  const [first, last] = [numbers[0] as number, numbers.at(-1) as number];
  if (last - first > 2 * numbers.length)
    return { ...of, any: numbers.map((number) => [scope, space.number, number]) };
  return { ...of, is: [scope, space.number], after: [first - 1], before: [last + 1] };
}

/** Passages have no kind, importance or times. */
export function toIndexRow(row: Row, code: Code | undefined): IndexRow {
  const { number, terms, kind, importance, length, occurred_at, expires_at, valid_to } =
    row as Record<string, number | null | undefined>;
  return {
    number: number as number,
    terms: terms as unknown as string,
    sum: termsSum(terms as unknown as string),
    code,
    head: {
      kind: kind ?? passage,
      importance: importance ?? 0,
      length: length as number,
      occurredAt: occurred_at ?? 0,
      expiresAt: expires_at ?? Number.POSITIVE_INFINITY,
      validTo: valid_to ?? Number.POSITIVE_INFINITY,
    },
  };
}

const codeColumns = ['number', 'code'];
const passageColumns = ['number', 'changed', 'length', 'terms'];
const recordColumns = [
  ...passageColumns,
  'edited',
  'family',
  'kind',
  'importance',
  'occurred_at',
  'expires_at',
  'valid_to',
];
