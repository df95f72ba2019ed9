import { vectorColumns } from '../index/vector-columns.ts';
import type { Cell, Question, Row, Rows } from '../rows/rows.ts';
import type { Space } from '../scopes/meta.ts';
import type { Draft } from '../scopes/scope-writer.ts';
import { currentVersionQuestion, missingContent, mostReadings } from './contents.ts';
import { textOf } from './document-rows.ts';

/** A passage without a vector. Its scope and number are its place among those of all scopes. */
export interface PendingPassage {
  scope: string;
  number: number;
  text: string;
}

interface PendingRequest {
  space: Space;
  /** Searches use the space: then nothing is read but passages without a vector, and those without a text are left out. */
  isCurrent: boolean;
  after?: { scope: string; number: number };
  limit: number;
}

/** Passages of all scopes without a vector in a space, in the order of their places. Less than `limit`: these are the last. */
export async function pendingPassages(
  rows: Rows,
  request: PendingRequest,
): Promise<PendingPassage[]> {
  for (let reading = 1; ; reading++) {
    const lacking = await withoutVector(rows, request);
    const found = await withTexts(rows, lacking);
    const left = found.find(({ text }) => text === undefined);
    // Its document may have changed meanwhile.
    if (left !== undefined && !request.isCurrent && reading < mostReadings) continue;
    if (left !== undefined && !request.isCurrent) throw missingContent(left.document);
    return found.flatMap(({ document: _, text, ...place }) =>
      text === undefined ? [] : [{ ...place, text }],
    );
  }
}

async function withoutVector(
  rows: Rows,
  { space, isCurrent, after, limit }: PendingRequest,
): Promise<Row[]> {
  const order = isCurrent ? { index: 'by_pending', is: [1] } : { is: [] };
  const columns = ['scope', 'number', 'store', 'document', 'start_at', 'end_at'];
  const found: Row[] = [];
  let place = after && [after.scope, after.number];
  for (let isLast = false; !isLast && found.length < limit; ) {
    const [page = []] = await rows.read(undefined, [
      { table: 'chunks', ...order, ...(place && { after: place }), limit, columns },
    ]);
    const any = page.map(({ scope, number }): Cell[] => [
      scope as string,
      space.number,
      number as number,
    ]);
    const [vectors = []] = await rows.read(undefined, [
      { table: 'vectors', any, columns: ['scope', 'number'] },
    ]);
    const known = new Set(vectors.map(keyOf));
    found.push(...page.filter((row) => !known.has(keyOf(row))));
    const last = page.at(-1);
    if (last) place = [last.scope as string, last.number as number];
    isLast = page.length < limit;
  }
  return found.slice(0, limit);
}

const keyOf = ({ scope, number }: Row) => `${number} ${scope}`;

async function withTexts(rows: Rows, chunks: readonly Row[]) {
  const documents = [...new Set(chunks.map(placeOf))];
  const versions = await rows.read(
    undefined,
    documents.map((place) => {
      const [scope, storeId, id] = JSON.parse(place) as [string, string, string];
      return currentVersionQuestion({ scope, storeId }, id);
    }),
  );
  const contents = new Map(documents.map((place, at) => [place, versions[at]?.[0]?.content]));
  return chunks.map((chunk) => {
    const content = contents.get(placeOf(chunk));
    const [start, end] = [chunk.start_at as number, chunk.end_at as number];
    return {
      ...{ scope: chunk.scope as string, number: chunk.number as number },
      document: chunk.document as string,
      text: content == null ? undefined : textOf(content).slice(start, end),
    };
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
