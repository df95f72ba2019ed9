import { vectorColumns } from '../index/vector-columns.ts';
import type { Question, Row, Rows } from '../rows/rows.ts';
import type { Space } from '../scopes/meta.ts';
import type { Draft } from '../scopes/scope-writer.ts';
import { currentVersionQuestion } from './contents.ts';
import { textOf } from './document-rows.ts';

/** A passage without a vector. Its scope and number are its place among those of all scopes. */
export interface PendingPassage {
  scope: string;
  number: number;
  text: string;
}

/**
 * Passages of all scopes without a vector in a space, in the order of their places. `isCurrent`: the space is that of
 * searches; then nothing is read but what lacks one. Less than `limit`: these are the last.
 */
export async function pendingPassages(
  rows: Rows,
  {
    space,
    isCurrent,
    after,
    limit,
  }: { space: Space; isCurrent: boolean; after?: { scope: string; number: number }; limit: number },
): Promise<PendingPassage[]> {
  const order = isCurrent ? { index: 'by_pending', is: [1] } : { is: [] };
  const columns = ['scope', 'number', 'store', 'document', 'start_at', 'end_at'];
  const found: Row[] = [];
  let place = after && [after.scope, after.number];
  for (let isLast = false; !isLast && found.length < limit; ) {
    const [page = []] = await rows.read(undefined, [
      { table: 'chunks', ...order, ...(place && { after: place }), limit, columns },
    ]);
    const [vectors = []] = await rows.read(undefined, [
      {
        table: 'vectors',
        any: page.map(({ scope, number }) => [scope as string, space.number, number as number]),
        columns: ['scope', 'number'],
      },
    ]);
    const known = new Set(vectors.map(keyOf));
    found.push(...page.filter((row) => !known.has(keyOf(row))));
    const last = page.at(-1);
    if (last) place = [last.scope as string, last.number as number];
    isLast = page.length < limit;
  }
  return withTexts(rows, found.slice(0, limit));
}

const keyOf = ({ scope, number }: Row) => `${number} ${scope}`;

/** Without passages that were removed meanwhile. */
async function withTexts(rows: Rows, chunks: readonly Row[]): Promise<PendingPassage[]> {
  const documents = [...new Set(chunks.map(placeOf))];
  const versions = await rows.read(
    undefined,
    documents.map((place) => {
      const [scope, storeId, id] = JSON.parse(place) as [string, string, string];
      return currentVersionQuestion({ scope, storeId }, id);
    }),
  );
  const contents = new Map(documents.map((place, at) => [place, versions[at]?.[0]?.content]));
  return chunks.flatMap((chunk) => {
    const content = contents.get(placeOf(chunk));
    if (content == null) return [];
    const text = textOf(content).slice(chunk.start_at as number, chunk.end_at as number);
    return [{ scope: chunk.scope as string, number: chunk.number as number, text }];
  });
}

const placeOf = ({ scope, store, document }: Row) => JSON.stringify([scope, store, document]);

/** What {@link fillPassages} needs the answers to, of the moment of its write. */
export function fillQuestions({
  scope,
  space,
  numbers,
}: {
  scope: string;
  space: Space;
  numbers: readonly number[];
}): Question[] {
  return [
    {
      table: 'chunks',
      any: numbers.map((number) => [scope, number]),
      columns: ['number', 'store'],
    },
    {
      table: 'vectors',
      any: numbers.map((number) => [scope, space.number, number]),
      columns: ['number'],
    },
  ];
}

/** Adds vectors of passages to a draft, but those that are there and those of passages that are gone. Returns how many. */
export function fillPassages(
  draft: Draft,
  {
    answers: [chunks = [], known = []],
    space,
    isCurrent,
    vectors,
  }: {
    /** To {@link fillQuestions}. */
    answers: readonly Row[][];
    space: Space;
    isCurrent: boolean;
    vectors: readonly { number: number; vector: Float32Array }[];
  },
): number {
  const lacking = new Map(chunks.map((row) => [row.number as number, row.store as string]));
  for (const { number } of known) lacking.delete(number as number);
  const filled = vectors.filter(({ number }) => lacking.has(number));
  const changed = draft.revision;
  draft.put(
    'vectors',
    filled.map(({ number, vector }) => ({
      ...{ space: space.number, number, changed },
      ...vectorColumns(vector, space.embedder),
    })),
  );
  // Indexes read vectors of the current space with the passages that have changed.
  for (const { number } of isCurrent ? filled : []) {
    draft.patch('chunks', { key: [number], set: { changed, edited: changed, pending: null } });
    draft.unindex({ storeId: lacking.get(number), changed: [number] });
  }
  return filled.length;
}
