import type { LookUpMatch, LookUpProbe } from './memory-backend.ts';
import { placeInList } from './of-records.ts';
import { pageInOrder } from './page-in-order.ts';
import type { MemoryRecord } from './record.ts';

/** The fields of a current record that a look-up needs. */
export interface MatchedRow {
  record: MemoryRecord;
  contentKey: string;
  matter?: string;
}

/**
 * What one probe finds among the current records of a scope, for stores that look at them one by one. `similarityOf`:
 * the cosine of a row and the probe's vector; undefined if one of the two has no vector or no direction.
 */
export function matchAmong<Row extends MatchedRow>(
  current: readonly Row[],
  { category, contentKey, externalId, matter, turn, limit }: LookUpProbe,
  similarityOf: (row: Row) => number | undefined,
): LookUpMatch {
  const same = current.filter(
    ({ record }) =>
      category !== undefined && contentKey !== undefined && record.category === category,
  );
  const compared = same.map((row) => ({ row, similarity: similarityOf(row) }));
  const ofMatter = compared.filter(({ row }) => matter !== undefined && row.matter === matter);
  const newest = { owner: [], limit, descending: true };
  const equal = same.find((row) => row.contentKey === contentKey)?.record;
  const sameExternalId = current.find(
    ({ record }) => externalId !== undefined && record.source.externalId === externalId,
  )?.record;
  return {
    ...(equal && { equal }),
    ...(sameExternalId && { sameExternalId }),
    nearest: compared
      .flatMap(({ row: { record }, similarity }) =>
        similarity === undefined ? [] : [{ record, similarity }],
      )
      .sort((one, other) => other.similarity - one.similarity)
      .slice(0, limit),
    sameMatter: pageInOrder(
      ofMatter,
      ({ row }) => placeInList(row.record, 'newest'),
      newest,
    ).page.map(({ row: { record }, similarity }) =>
      similarity === undefined ? { record } : { record, similarity },
    ),
    atTurn: current
      .map(({ record }) => record)
      .filter(({ kind, source }) => {
        const isThere = source.session === turn?.session && source.sequence === turn?.sequence;
        return turn !== undefined && kind === 'episode' && isThere;
      })
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
  };
}
