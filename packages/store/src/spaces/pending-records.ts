import type { MemoryRecord } from '@mneme/core/backend';
import { recordColumns, toRecord } from '../records/record-row.ts';
import type { Question, Row, Rows } from '../rows/rows.ts';
import type { Space } from '../scopes/meta.ts';
import type { Draft } from '../scopes/scope-writer.ts';
import type { SpaceToFill } from './space-of.ts';
import type { TextPlace } from './text-place.ts';
import { lackingVectors, putVectors } from './vectors.ts';

/** A memory without a vector. */
export type PendingRecord = TextPlace & { record: MemoryRecord };

/**
 * Memories of all scopes without a vector in a space, in the order of their places. In the current space, nothing is
 * read but what lacks one. Less than `limit`: these are the last.
 */
export async function pendingRecords(
  rows: Pick<Rows, 'read'>,
  { space, isCurrent, after, limit }: SpaceToFill & { after?: TextPlace; limit: number },
): Promise<PendingRecord[]> {
  const question = {
    ...{ table: 'records', columns: ['scope', 'number', 'id', 'family'] },
    ...(isCurrent ? { index: 'by_pending', is: [1] } : { index: 'by_number', is: [] }),
  };
  const isText = ({ family }: Row) => family !== null;
  return lackingVectors(rows, question, {
    ...{ space, after, limit, isText },
    async textsOf(lacking) {
      const any = lacking.map(({ scope, id }) => [scope as string, id as string]);
      const [found = []] = await rows.read(undefined, [
        { table: 'records', any, columns: recordColumns },
      ]);
      const intact = found.filter(({ damaged }) => damaged !== 1);
      return intact.map((row) => ({
        ...{ scope: row.scope as string, number: row.number as number },
        record: toRecord(row) as MemoryRecord,
      }));
    },
  });
}

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
  putVectors(
    draft,
    space,
    filled.map(({ row, vector }) => ({ number: row.number as number, vector })),
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
