import {
  type CountedRecords,
  cursorCodec,
  isCurrent,
  isExpired,
  type ListOrder,
  type LookUpMatch,
  type LookUpProbe,
  type MemoryRecord,
  pageOf,
  type SessionInfo,
  type StoredRecord,
  sumCounts,
} from '@mneme/core/backend';
import type { PlaceInOrder } from '../../../src/records/list-order.ts';
import { compareCells } from '../../../src/rows/order.ts';

/** The counts of `BackendStats`, of records one by one. */
export function countsOf(
  records: readonly MemoryRecord[],
  now: string,
): ReturnType<typeof sumCounts> {
  const stateOf = (record: MemoryRecord): CountedRecords['state'] => {
    if (isExpired(record, now)) return 'expired';
    return record.supersededBy === undefined ? 'current' : 'superseded';
  };
  return sumCounts(
    records.map((record) => ({ category: record.category, state: stateOf(record), count: 1 })),
  );
}

/** The sessions with a current turn among these records. */
export function sessionsOf(records: readonly MemoryRecord[], now: string): SessionInfo[] {
  const current = records.filter(
    (record) =>
      record.kind === 'episode' && record.source.session !== undefined && isCurrent(record, now),
  );
  const named = Map.groupBy(current, ({ source }) => source.session as string);
  return [...named].map(([session, turns]) => {
    const times = turns.map(({ occurredAt }) => occurredAt).sort();
    const sequences = turns.map(({ source }) => source.sequence ?? 0);
    return {
      session,
      turns: turns.length,
      firstAt: times[0] ?? '',
      lastAt: times.at(-1) ?? '',
      firstSequence: Math.min(...sequences),
      lastSequence: Math.max(...sequences),
    };
  });
}

/** The values by which a list in this order is sorted. All orders except `first` are descending. */
export function placeInList(
  { importance, createdAt, id, source }: MemoryRecord,
  order: ListOrder,
): (string | number)[] {
  if (order === 'importance') return [importance, createdAt, id];
  return order === 'newest' ? [createdAt, id] : [source.sequence ?? 0, id];
}

/**
 * One page of rows in memory: sorted by their places, after the cursor, with the cursor of the next page. No two rows
 * have the same place. Texts are compared by their UTF-8 bytes. `owner`: the names of the list and of its owner.
 * @example
 * const { page, ...next } = pageInOrder(rows, ({ id }) => [id], { owner: ['scan', scope], limit, cursor });
 */
export function pageInOrder<Row>(
  rows: readonly Row[],
  placeOf: (row: Row) => PlaceInOrder,
  request: { owner: readonly string[]; limit: number; cursor?: string; descending?: boolean },
): { page: readonly Row[]; nextCursor?: string } {
  const { owner, limit, cursor, descending = false } = request;
  const cursors = cursorCodec('in order', ['string']);
  const [after] = cursors.decode(cursor, owner) ?? [];
  const start = after === undefined ? undefined : (JSON.parse(after) as PlaceInOrder);
  const sign = descending ? -1 : 1;
  const rest = rows
    .map((row) => ({ row, place: placeOf(row) }))
    .filter(({ place }) => start === undefined || sign * compareCells(place, start) > 0)
    .sort((one, other) => sign * compareCells(one.place, other.place));
  const { page, ...next } = pageOf(rest, limit, ({ place }) =>
    cursors.encode([JSON.stringify(place)], owner),
  );
  return { page: page.map(({ row }) => row), ...next };
}

/** The fields of a current record that a look-up needs. */
export type MatchedRow = Pick<StoredRecord<MemoryRecord>, 'record' | 'contentKey' | 'matter'>;

/**
 * What one probe finds among the current records of a scope, one by one. `similarityOf`:
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
