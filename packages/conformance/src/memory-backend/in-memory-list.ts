import {
  cursorCodec,
  type ListRequest,
  type ListResponse,
  type MemoryRecord,
  pageOf,
} from '@mneme/core/contract';
import { compare, copies, type Row } from './in-memory-store.ts';

type ListKey = Pick<MemoryRecord, 'importance' | 'createdAt' | 'id'>;

/** One page of rows that passed the filter. A cursor is the place of the last record that was answered. */
export function listRows(
  rows: readonly Row[],
  { scope, order, limit, cursor }: Pick<ListRequest, 'scope' | 'order' | 'limit' | 'cursor'>,
): ListResponse {
  const cursors = cursorCodec(order, ['number', 'string', 'string']);
  const byOrder = (left: ListKey, right: ListKey) =>
    (order === 'importance' ? right.importance - left.importance : 0) ||
    compare(right.createdAt, left.createdAt) ||
    compare(right.id, left.id);
  const place = cursors.decode(cursor, [scope]);
  const isBehind = ({ record }: Row) => {
    if (place === undefined) return true;
    const [importance, createdAt, id] = place;
    return byOrder({ importance, createdAt, id } as ListKey, record) < 0;
  };
  const rest = rows.filter(isBehind).sort((left, right) => byOrder(left.record, right.record));
  const { page, ...next } = pageOf(rest, limit, ({ record: { importance, createdAt, id } }) =>
    cursors.encode([importance, createdAt, id], [scope]),
  );
  return { records: copies(page), ...next };
}
