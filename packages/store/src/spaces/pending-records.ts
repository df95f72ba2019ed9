import type { MemoryRecord } from '@mneme/core/contract';
import { vectorColumns } from '../index/vector-columns.ts';
import { recordColumns, toRecord } from '../records/record-row.ts';
import type { Question, Row, Rows } from '../rows/rows.ts';
import type { Space } from '../scopes/meta.ts';
import type { Draft } from '../scopes/scope-writer.ts';
import type { SpaceToFill } from './space-of.ts';
import type { TextPlace } from './text-place.ts';

/** A memory without a vector. */
export type PendingRecord = TextPlace & { record: MemoryRecord };

/** Rows of one read: at least as many as one page of pending texts. */
const leastRows = 1000;

/**
 * Memories of all scopes without a vector in a space, in the order of their places. In the current space, nothing is
 * read but what lacks one. Less than `limit`: these are the last.
 */
export async function pendingRecords(
  rows: Rows,
  { space, isCurrent, after, limit }: SpaceToFill & { after?: TextPlace; limit: number },
): Promise<PendingRecord[]> {
  const order = isCurrent ? { index: 'by_pending', is: [1] } : { index: 'by_number', is: [] };
  const most = Math.max(limit, leastRows);
  const lacking: Row[] = [];
  let place = after && [after.scope, after.number];
  for (let isLast = false; !isLast && lacking.length < limit; ) {
    const [page = []] = await rows.read(undefined, [
      {
        ...{ table: 'records', ...order, limit: most, ...(place && { after: place }) },
        columns: ['scope', 'number', 'id', 'family'],
      },
    ]);
    const memories = page.filter(({ family }) => family !== null);
    const [vectors = []] = await rows.read(undefined, [vectorsOf(memories, space)]);
    const known = new Set(vectors.map(nameOf));
    lacking.push(...memories.filter((row) => !known.has(nameOf(row))));
    const last = page.at(-1);
    if (last !== undefined) place = [last.scope as string, last.number as number];
    isLast = page.length < most;
  }
  const [found = []] = await rows.read(undefined, [
    {
      table: 'records',
      any: lacking.slice(0, limit).map(({ scope, id }) => [scope as string, id as string]),
      columns: recordColumns,
    },
  ]);
  return found.map((row) => ({
    ...{ scope: row.scope as string, number: row.number as number },
    record: toRecord(row) as MemoryRecord,
  }));
}

export function vectorsOf(rows: readonly Row[], { number: space }: Space): Question {
  return {
    table: 'vectors',
    any: rows.map(({ scope, number }) => [scope as string, space, number as number]),
    columns: ['scope', 'number'],
  };
}

export const nameOf = ({ scope, number }: Row) => `${number} ${scope}`;

/** What {@link fillRecords} needs the answers to, of the moment of its write. */
export function fillRecordQuestions(
  scope: string,
  { space, numbers }: { space: Space; numbers: readonly number[] },
): Question[] {
  return [
    { table: 'records', index: 'by_number', any: numbers.map((number) => [scope, number]) },
    {
      table: 'vectors',
      any: numbers.map((number) => [scope, space.number, number]),
      columns: ['number'],
    },
  ];
}

/** Adds vectors to a draft, but those that are there and those of texts that were changed or are gone. Returns how many. */
export function fillRecords(
  draft: Draft,
  {
    answers: [stored = [], known = []],
    space,
    isCurrent,
    vectors,
  }: SpaceToFill & {
    /** To {@link fillRecordQuestions}. */
    answers: readonly (readonly Row[])[];
    vectors: readonly (PendingRecord & { vector: Float32Array })[];
  },
): number {
  const rowOf = new Map(stored.map((row) => [row.number, row]));
  for (const { number } of known) rowOf.delete(number);
  const changed = draft.revision;
  const filled = vectors.flatMap(({ number, record, vector }) => {
    const row = rowOf.get(number);
    return row !== undefined && toRecord(row).content === record.content ? [{ row, vector }] : [];
  });
  draft.put(
    'vectors',
    filled.map(({ row: { number }, vector }) => ({
      ...{ space: space.number, number: number as number, changed },
      ...vectorColumns(vector, space.embedder),
    })),
  );
  // Indexes read vectors of the current space with the records that have changed.
  if (isCurrent) {
    draft.put(
      'records',
      filled.map(({ row }) => ({ ...row, changed, edited: changed, pending: null })),
    );
    draft.unindex({ changed: filled.map(({ row }) => row.number as number) });
  }
  return filled.length;
}
