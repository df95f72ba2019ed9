import {
  cursorCodec,
  type ListRequest,
  type ListResponse,
  pageOf,
  type SessionInfo,
  type SessionsRequest,
  type SessionsResponse,
} from '@mneme/core/contract';
import { type Condition, matches, recordFilter } from './filter.ts';
import { type Point, payloadOf, toRecord } from './points.ts';
import { pointsInOrder } from './points-in-order.ts';
import { compare } from './read.ts';
import { queryBatch, type Search } from './search.ts';
import type { Store } from './store.ts';

/** More sessions than a scope has: without a limit a facet returns ten. */
const maxSessions = 1_000_000;
/** Sessions whose times are read in one request. */
const sessionsPerRequest = 24;

const sessionCursors = cursorCodec('sessions', ['string']);

/**
 * The server counts the turns of all sessions from its index; first and last turns are read only for those on the page.
 */
export async function sessions(
  store: Store,
  { scope, now, limit, cursor }: SessionsRequest,
): Promise<SessionsResponse> {
  const [after] = sessionCursors.decode(cursor, [scope]) ?? [];
  const turnsOf = (...more: Condition[]) =>
    recordFilter(scope, { now, kinds: ['episode'] }, ...more);
  const { hits } = await store.request((client) =>
    client.facet(store.collection, {
      key: 'session',
      filter: turnsOf(),
      limit: maxSessions,
      exact: true,
    }),
  );
  const behind = hits
    .map(({ value, count }) => ({ session: String(value), turns: count }))
    .filter(({ session, turns }) => turns > 0 && (after === undefined || session > after))
    .sort((a, b) => compare(a.session, b.session));
  const { page, ...next } = pageOf(behind, limit, ({ session }) =>
    sessionCursors.encode([session], [scope]),
  );
  const found: SessionInfo[] = [];
  for (let start = 0; start < page.length; start += sessionsPerRequest) {
    const some = page.slice(start, start + sessionsPerRequest);
    const searches = some.flatMap(({ session }) => endsOf(turnsOf(matches('session', session))));
    const ends = await queryBatch(store, { searches, embedder: undefined });
    for (const [index, counted] of some.entries()) {
      const [first, last, earliest, latest] = ends
        .slice(index * 4, index * 4 + 4)
        .map(([point]) => point && payloadOf(point));
      // Its last turn may have been removed since it was counted.
      if (!first || !last || !earliest || !latest) continue;
      found.push({
        ...counted,
        firstAt: earliest.occurredAt as string,
        lastAt: latest.occurredAt as string,
        firstSequence: first.sequence as number,
        lastSequence: last.sequence as number,
      });
    }
  }
  return { sessions: found, ...next };
}

function endsOf(filter: Search['filter']): Search[] {
  const end = (key: 'sequence' | 'occurredAtMs', direction: 'asc' | 'desc'): Search => ({
    query: { order_by: { key, direction } },
    filter,
    limit: 1,
    with_payload: ['sequence', 'occurredAt'],
  });
  return [
    end('sequence', 'asc'),
    end('sequence', 'desc'),
    end('occurredAtMs', 'asc'),
    end('occurredAtMs', 'desc'),
  ];
}

/** The turns of one session, ordered by place. */
export async function listTurns(
  store: Store,
  {
    scope,
    turns: { session, from, to },
    filter,
    order,
    limit,
    cursor,
  }: ListRequest & Required<Pick<ListRequest, 'turns'>>,
): Promise<ListResponse> {
  const cursors = cursorCodec(`turns ${order}`, ['number', 'string']);
  const owner = [scope, session];
  const [value, id] = cursors.decode(cursor, owner) ?? [];
  const bounds: Condition[] = [matches('session', session)];
  if (from !== undefined) bounds.push({ key: 'sequence', range: { gte: from } });
  if (to !== undefined) bounds.push({ key: 'sequence', range: { lte: to } });
  const points: Point[] = await pointsInOrder(store, {
    scope,
    filter: (...place) =>
      recordFilter(scope, { ...filter, kinds: ['episode'] }, ...bounds, ...place),
    key: 'sequence',
    direction: order === 'first' ? 'asc' : 'desc',
    wanted: limit + 1,
    behind: value === undefined || id === undefined ? undefined : { value, id },
  });
  const { page, ...next } = pageOf(
    points.map((point) => toRecord(scope, point)),
    limit,
    ({ source, id }) => cursors.encode([source.sequence as number, id], owner),
  );
  return { records: [...page], ...next };
}
