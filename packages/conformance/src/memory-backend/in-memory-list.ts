import { type ListRequest, type ListResponse, type MemoryRecord, MnemeError } from '@mneme/core';
import { compare, copies, type Row } from './in-memory-store.ts';

type ListKey = Pick<MemoryRecord, 'importance' | 'createdAt' | 'id'>;

/** One page of rows that passed the filter. A cursor is the place of the last record that was answered. */
export function listRows(
  rows: readonly Row[],
  { order, limit, cursor }: Pick<ListRequest, 'order' | 'limit' | 'cursor'>,
): ListResponse {
  const byOrder = (left: ListKey, right: ListKey) =>
    (order === 'importance' ? right.importance - left.importance : 0) ||
    compare(right.createdAt, left.createdAt) ||
    compare(right.id, left.id);
  const last = cursor === undefined ? undefined : readCursor(cursor);
  const rest = rows
    .filter(({ record }) => last === undefined || byOrder(last, record) < 0)
    .sort((left, right) => byOrder(left.record, right.record));
  const page = rest.slice(0, limit);
  const end = page.at(-1);
  return {
    records: copies(page),
    ...(end !== undefined && rest.length > limit ? { nextCursor: writeCursor(end.record) } : {}),
  };
}

function writeCursor({ importance, createdAt, id }: ListKey): string {
  return `${importance} ${createdAt} ${id}`;
}

function readCursor(cursor: string): ListKey {
  const [, importance, createdAt, id] = /^([1-5]) (\S+Z) (\S+)$/.exec(cursor) ?? [];
  if (createdAt === undefined || id === undefined) {
    throw new MnemeError(
      'invalid_input',
      `cursor "${cursor}" is none of this store's: take nextCursor of a page`,
      {
        field: 'cursor',
      },
    );
  }
  return { importance: Number(importance) as ListKey['importance'], createdAt, id };
}
