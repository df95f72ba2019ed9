import { cursorCodec, type ListRequest, type ListResponse, pageOf } from '@mneme/core/backend';
import { compareCells } from '../rows/order.ts';
import { withReads } from './accesses.ts';
import { fewWith } from './few-with.ts';
import type { RecordGround } from './ground.ts';
import { type ListedRow, type ListReading, listReading, type PlaceInOrder } from './list-order.ts';
import { RangeWalk } from './range-walk.ts';

/** The records of a scope, or the turns of a session, page by page. */
export async function list(ground: RecordGround, given: ListRequest): Promise<ListResponse> {
  const { scope, order, turns, limit, readOnly = false } = given;
  const filter =
    turns === undefined ? given.filter : { ...given.filter, kinds: ['episode'] as const };
  const request = { ...given, filter };
  const cursors = cursorCodec(`list ${order}`, ['string']);
  const owner = [scope, turns?.session ?? ''];
  const [cursor] = cursors.decode(request.cursor, owner) ?? [];
  const start = cursor === undefined ? undefined : (JSON.parse(cursor) as PlaceInOrder);
  const reading = listReading(request);
  const found =
    (await fewWith(ground, request)) ?? (await walked(ground, request, { reading, start }));
  const { placeOf, direction } = reading;
  const sorted = found
    .map(({ row, record }) => ({ record, place: placeOf(row) }))
    .filter(({ place }) => start === undefined || direction * compareCells(place, start) > 0)
    .sort((one, other) => direction * compareCells(one.place, other.place));
  const { page, ...next } = pageOf(sorted, limit, ({ place }) =>
    cursors.encode([JSON.stringify(place)], owner),
  );
  const records = page.map(({ record }) => record);
  return { records: readOnly ? records : await withReads(ground, scope, records), ...next };
}

/** Usually one read: what a filter leaves out is usually little. */
async function walked(
  { rows }: RecordGround,
  request: ListRequest,
  { reading, start }: { reading: ListReading; start: PlaceInOrder | undefined },
): Promise<ListedRow[]> {
  const walks = reading.ranges.map((range) => new RangeWalk(request, { reading, range, start }));
  const answers = await rows.read(
    request.scope,
    walks.map((walk) => walk.first()),
  );
  for (const [at, walk] of walks.entries()) {
    walk.take(answers[at] ?? []);
    await walk.finish(rows);
  }
  return walks.flatMap(({ found }) => found);
}
