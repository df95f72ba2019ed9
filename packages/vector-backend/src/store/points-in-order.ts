import type { Condition, Filter } from './filter.ts';
import { type Point, payloadOf, recordFields } from './points.ts';
import { compare, pointsOf } from './read.ts';
import type { Store } from './store.ts';

interface Ordered {
  scope: string;
  /** The filter, combined with these conditions on the position. */
  filter(...place: Condition[]): Filter;
  key: 'createdAtMs' | 'sequence';
  direction: 'asc' | 'desc';
  wanted: number;
  /** Position of the last record of the previous page. */
  behind: { value: number; id: string } | undefined;
}

/**
 * Whole records ordered by a number, then by id. The server orders by one number and returns equal ones in any order,
 * so records with the same number are read together at the edges of a page.
 */
export async function pointsInOrder(store: Store, ordered: Ordered): Promise<Point[]> {
  const { filter, key, direction, wanted, behind } = ordered;
  const found =
    behind === undefined
      ? []
      : await ofValue(store, ordered, { value: behind.value, behind: behind.id, wanted });
  if (found.length >= wanted) return found;
  const further: Condition[] =
    behind === undefined
      ? []
      : [{ key, range: direction === 'asc' ? { gt: behind.value } : { lt: behind.value } }];
  const missing = wanted - found.length;
  const { points } = await store.request((client) =>
    client.scroll(store.collection, {
      filter: filter(...further),
      order_by: { key, direction },
      limit: missing,
      with_payload: [...recordFields, key],
    }),
  );
  const placeOf = (point: Point) => payloadOf(point)[key];
  const last = points.length < missing ? undefined : placeOf(points.at(-1) as Point);
  const sign = direction === 'asc' ? 1 : -1;
  const whole = points
    .filter((point) => placeOf(point) !== last)
    .sort((a, b) => sign * ((placeOf(a) ?? 0) - (placeOf(b) ?? 0) || compareIds(a, b)));
  found.push(...whole);
  if (last === undefined) return found;
  const rest = await ofValue(store, ordered, { value: last, wanted: wanted - found.length });
  return [...found, ...rest];
}

/** The records with one number, ordered by id: reads all their ids, and then only the wanted records. */
async function ofValue(
  store: Store,
  { scope, filter, key, direction }: Ordered,
  { value, behind, wanted }: { value: number; behind?: string; wanted: number },
): Promise<Point[]> {
  const points = await store.all(filter({ key, range: { gte: value, lte: value } }), {
    fields: false,
  });
  const sign = direction === 'asc' ? 1 : -1;
  const ids = points
    .map(({ id }) => String(id))
    .filter((id) => behind === undefined || sign * compare(id, behind) > 0)
    .sort((a, b) => sign * compare(a, b))
    .slice(0, wanted);
  const whole = await pointsOf(store, { scope, ids, fields: recordFields });
  return whole.sort((a, b) => sign * compareIds(a, b));
}

function compareIds(a: Point, b: Point): number {
  return compare(String(a.id), String(b.id));
}
