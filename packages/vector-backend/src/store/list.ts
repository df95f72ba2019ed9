import {
  cursorCodec,
  type ListRequest,
  type ListResponse,
  type MemoryRecord,
  pageOf,
} from '@mneme/core/contract';
import { type Condition, matches, recordFilter } from './filter.ts';
import { toRecord } from './points.ts';
import { pointsInOrder } from './points-in-order.ts';
import { listTurns } from './sessions.ts';
import type { Store } from './store.ts';

type Request = Pick<ListRequest, 'scope' | 'filter'>;
/** Position of the last record of the previous page. */
type Place = Pick<MemoryRecord, 'importance' | 'createdAt' | 'id'>;

const cursors = {
  newest: cursorCodec('newest', ['number', 'string', 'string']),
  importance: cursorCodec('importance', ['number', 'string', 'string']),
};

export async function list(store: Store, request: ListRequest): Promise<ListResponse> {
  const { limit, turns } = request;
  if (turns !== undefined) return listTurns(store, { ...request, turns });
  const order = request.order === 'importance' ? 'importance' : 'newest';
  const behind = placeOf(cursors[order].decode(request.cursor, [request.scope]));
  const wanted = limit + 1;
  const records =
    order === 'newest'
      ? await newest(store, { ...request, wanted, behind, more: [] })
      : await mostImportant(store, { ...request, wanted, behind });
  const { page, ...next } = pageOf(records, limit, ({ importance, createdAt, id }) =>
    cursors[order].encode([importance, createdAt, id], [request.scope]),
  );
  return { records: [...page], ...next };
}

function placeOf(values: [number, string, string] | undefined): Place | undefined {
  if (values === undefined) return undefined;
  const [importance, createdAt, id] = values;
  return { importance: importance as MemoryRecord['importance'], createdAt, id };
}

async function mostImportant(
  store: Store,
  { behind, wanted, ...request }: Request & { behind: Place | undefined; wanted: number },
): Promise<MemoryRecord[]> {
  const records: MemoryRecord[] = [];
  for (
    let importance = behind?.importance ?? 5;
    importance >= 1 && records.length < wanted;
    importance--
  ) {
    const more = [matches('importance', importance)];
    const start = importance === behind?.importance ? behind : undefined;
    records.push(
      ...(await newest(store, {
        ...request,
        wanted: wanted - records.length,
        behind: start,
        more,
      })),
    );
  }
  return records;
}

async function newest(
  store: Store,
  {
    scope,
    filter,
    wanted,
    behind,
    more,
  }: Request & { wanted: number; behind: Place | undefined; more: Condition[] },
): Promise<MemoryRecord[]> {
  const points = await pointsInOrder(store, {
    scope,
    filter: (...place) => recordFilter(scope, filter, ...more, ...place),
    key: 'createdAtMs',
    direction: 'desc',
    wanted,
    behind: behind && { value: Date.parse(behind.createdAt), id: behind.id },
  });
  return points.map((point) => toRecord(scope, point));
}
