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
 * Rows of all scopes without a vector in a space, in the order of scopes and numbers, which is that of the question. Less
 * than `limit`: these are the last.
 */
export async function lackingVectors(
  rows: Rows,
  question: RangeQuestion,
  {
    space,
    after,
    limit,
    isText = () => true,
  }: { space: Space; after?: TextPlace; limit: number; isText?(row: Row): boolean },
): Promise<Row[]> {
  const most = Math.max(limit, leastRows);
  const lacking: Row[] = [];
  let place = after && [after.scope, after.number];
  for (let isLast = false; !isLast && lacking.length < limit; ) {
    const [page = []] = await rows.read(undefined, [
      { ...question, limit: most, ...(place && { after: place }) },
    ]);
    const texts = page.filter(isText);
    const [vectors = []] = await rows.read(undefined, [vectorsOf(texts, space)]);
    const known = new Set(vectors.map(nameOf));
    lacking.push(...texts.filter((row) => !known.has(nameOf(row))));
    const last = page.at(-1);
    if (last !== undefined) place = [last.scope as string, last.number as number];
    isLast = page.length < most;
  }
  return lacking.slice(0, limit);
}
