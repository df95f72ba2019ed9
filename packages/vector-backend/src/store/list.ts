import {
  cursorCodec,
  type ListRequest,
  type ListResponse,
  type MemoryRecord,
} from '@mneme/core/contract';
import { type Condition, matches, recordFilter } from './filter.ts';
import { type Point, payloadOf, recordFields, toRecord } from './points.ts';
import { compare, pointsOf } from './read.ts';
import type { Store } from './store.ts';

type Request = Pick<ListRequest, 'scope' | 'filter'>;
/** Of the record that the page before ended with. */
type Place = Pick<MemoryRecord, 'importance' | 'createdAt' | 'id'>;

const cursors = {
  newest: cursorCodec('newest', ['number', 'string', 'string']),
  importance: cursorCodec('importance', ['number', 'string', 'string']),
};

export async function list(store: Store, request: ListRequest): Promise<ListResponse> {
  const { order, limit } = request;
  const behind = placeOf(cursors[order].decode(request.cursor, [request.scope]));
  const wanted = limit + 1;
  const records =
    order === 'newest'
      ? await newest(store, { ...request, wanted, behind, more: [] })
      : await mostImportant(store, { ...request, wanted, behind });
  const page = records.slice(0, limit);
  const last = page.at(-1);
  if (records.length <= limit || last === undefined) return { records: page };
  const { importance, createdAt, id } = last;
  return {
    records: page,
    nextCursor: cursors[order].encode([importance, createdAt, id], [request.scope]),
  };
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

/**
 * The server orders by one number and leaves equal ones in any order, so records of one instant are read together
 * wherever a page begins or ends among them.
 */
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
  const startMs = behind && Date.parse(behind.createdAt);
  const records =
    startMs === undefined
      ? []
      : await ofInstant(store, {
          scope,
          filter,
          more,
          instantMs: startMs,
          below: behind?.id,
          wanted,
        });
  if (records.length >= wanted) return records;
  const older: Condition[] =
    startMs === undefined ? [] : [{ key: 'createdAtMs', range: { lt: startMs } }];
  const missing = wanted - records.length;
  const { points } = await store.request((client) =>
    client.scroll(store.collection, {
      filter: recordFilter(scope, filter, ...more, ...older),
      order_by: { key: 'createdAtMs', direction: 'desc' },
      limit: missing,
      with_payload: [...recordFields, 'createdAtMs'],
    }),
  );
  const lastMs = points.length < missing ? undefined : instantOf(points.at(-1) as Point);
  const whole = points.filter((point) => instantOf(point) !== lastMs);
  records.push(...whole.map((point) => toRecord(scope, point)).sort(newestFirst));
  if (lastMs === undefined) return records;
  const rest = { instantMs: lastMs, wanted: wanted - records.length };
  return [...records, ...(await ofInstant(store, { scope, filter, more, ...rest }))];
}

/** The records of one instant, highest id first: ids of all of them, whole records of those wanted. */
async function ofInstant(
  store: Store,
  request: Request & { more: Condition[]; instantMs: number; below?: string; wanted: number },
): Promise<MemoryRecord[]> {
  const { scope, filter, more, instantMs, below, wanted } = request;
  const instant: Condition = { key: 'createdAtMs', range: { gte: instantMs, lte: instantMs } };
  const points = await store.all(recordFilter(scope, filter, ...more, instant), { fields: false });
  const ids = points
    .map(({ id }) => String(id))
    .filter((id) => below === undefined || id < below)
    .sort((a, b) => compare(b, a))
    .slice(0, wanted);
  const whole = await pointsOf(store, { scope, ids, fields: recordFields });
  return whole.map((point) => toRecord(scope, point)).sort(newestFirst);
}

function instantOf(point: Point): number | undefined {
  return payloadOf(point).createdAtMs;
}

function newestFirst(a: MemoryRecord, b: MemoryRecord): number {
  return compare(b.createdAt, a.createdAt) || compare(b.id, a.id);
}
