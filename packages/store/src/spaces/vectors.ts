import { vectorColumns } from '../index/vector-columns.ts';
import type { Cell, Question, RangeQuestion, Row, Rows } from '../rows/rows.ts';
import type { Space } from '../scopes/meta.ts';
import type { Draft } from '../scopes/scope-writer.ts';
import type { TextPlace } from './text-place.ts';

/** Writes vectors of records or passages in one space. Rejects one whose length is not that of its embedder. */
export function putVectors(
  draft: Draft,
  { number: space, embedder }: Space,
  vectors: readonly { number: number; vector: Float32Array }[],
): void {
  draft.put(
    'vectors',
    vectors.map(({ number, vector }) => ({ space, number, ...vectorColumns(vector, embedder) })),
  );
}

/** Removes vectors, also from spaces that a change of the embedder has left behind. */
export function dropVectors(draft: Draft, numbers: readonly number[]): void {
  for (let space = 1; space <= draft.meta.lastSpace; space++)
    draft.remove(
      'vectors',
      numbers.map((number) => [space, number]),
    );
}

/** Asks which of these rows have a vector in a space. */
export function vectorsOf(rows: readonly Row[], { number: space }: Space): Question {
  return {
    table: 'vectors',
    any: rows.map(({ scope, number }): Cell[] => [scope as string, space, number as number]),
    columns: ['scope', 'number'],
  };
}

export const nameOf = ({ scope, number }: Row) => `${number} ${scope}`;

/** Rows of one read: at least as many as one page of pending texts. */
const leastRows = 1000;

/**
 * Texts of all scopes without a vector in a space, in the order of scopes and numbers, which is that of the question. Less
 * than `limit`: these are the last. `textsOf` may leave out rows.
 */
export async function lackingVectors<Text>(
  rows: Pick<Rows, 'read'>,
  question: RangeQuestion,
  {
    space,
    after,
    limit,
    isText = () => true,
    textsOf,
  }: {
    space: Space;
    after?: TextPlace;
    limit: number;
    isText?(row: Row): boolean;
    textsOf(rows: readonly Row[]): Promise<Text[]>;
  },
): Promise<Text[]> {
  const most = Math.max(limit, leastRows);
  const found: Text[] = [];
  let place = after && [after.scope, after.number];
  for (let isLast = false; !isLast && found.length < limit; ) {
    const [page = []] = await rows.read(undefined, [
      { ...question, limit: most, ...(place && { after: place }) },
    ]);
    const texts = page.filter((row) => row.damaged !== 1 && isText(row));
    const [vectors = []] = await rows.read(undefined, [vectorsOf(texts, space)]);
    const known = new Set(vectors.map(nameOf));
    const lacking = texts.filter((row) => !known.has(nameOf(row)));
    while (lacking.length > 0 && found.length < limit)
      found.push(...(await textsOf(lacking.splice(0, limit - found.length))));
    const last = page.at(-1);
    if (last !== undefined) place = [last.scope as string, last.number as number];
    isLast = page.length < most;
  }
  return found;
}
