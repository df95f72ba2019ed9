import {
  cursorCodec,
  isCurrent,
  type ListRequest,
  type ListResponse,
  pageOf,
  passesFilter,
  type SessionInfo,
  type SessionsRequest,
  type SessionsResponse,
} from '@mneme/core/contract';
import { compare, copies, type Row } from './in-memory-store.ts';

type TurnsRequest = ListRequest & Required<Pick<ListRequest, 'turns'>>;

/** One page of a session's turns. A cursor is the place of the last one that was answered. */
export function turnsOf(
  rows: readonly Row[],
  { scope, turns, filter, order, limit, cursor }: TurnsRequest,
): ListResponse {
  const { session, from, to } = turns;
  const cursors = cursorCodec(`turns ${order}`, ['number', 'string']);
  const start = cursors.decode(cursor, [scope, session]);
  const sign = order === 'first' ? 1 : -1;
  const compared = (a: readonly [number, string], b: readonly [number, string]) =>
    sign * (a[0] - b[0] || compare(a[1], b[1]));
  const rest = rows
    .filter(({ record }) => record.kind === 'episode' && record.source.session === session)
    .filter(({ record }) => passesFilter(record, filter))
    .filter(({ record }) => {
      const { sequence = Number.NaN } = record.source;
      return sequence >= (from ?? sequence) && sequence <= (to ?? sequence);
    })
    .filter((row) => start === undefined || compared(placeOf(row), start) > 0)
    .sort((a, b) => compared(placeOf(a), placeOf(b)));
  const { page, ...next } = pageOf(rest, limit, (last) =>
    cursors.encode(placeOf(last), [scope, session]),
  );
  return { records: copies(page), ...next };
}

function placeOf({ record }: Row): [number, string] {
  return [record.source.sequence ?? 0, record.id];
}

const cursors = cursorCodec('sessions', ['string']);

/** One page of sessions, by name. */
export function sessionsOf(
  rows: readonly Row[],
  { scope, now, limit, cursor }: SessionsRequest,
): SessionsResponse {
  const [after] = cursors.decode(cursor, [scope]) ?? [];
  const turns = rows.filter(
    ({ record }) =>
      record.kind === 'episode' && record.source.session !== undefined && isCurrent(record, now),
  );
  const rest = [...Map.groupBy(turns, ({ record }) => record.source.session as string)]
    .filter(([session]) => after === undefined || session > after)
    .sort(([a], [b]) => compare(a, b))
    .map(([session, of]) => infoOf(session, of));
  const { page, ...next } = pageOf(rest, limit, ({ session }) =>
    cursors.encode([session], [scope]),
  );
  return { sessions: [...page], ...next };
}

function infoOf(session: string, rows: readonly Row[]): SessionInfo {
  const times = rows.map(({ record }) => record.occurredAt).sort();
  const places = rows.map((row) => placeOf(row)[0]).sort((a, b) => a - b);
  return {
    session,
    turns: rows.length,
    firstAt: times.at(0) ?? '',
    lastAt: times.at(-1) ?? '',
    firstSequence: places.at(0) ?? 0,
    lastSequence: places.at(-1) ?? 0,
  };
}
