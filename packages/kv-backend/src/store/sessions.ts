import {
  cursorCodec,
  type ListRequest,
  type ListResponse,
  pageOf,
  type SessionInfo,
  type SessionsRequest,
  type SessionsResponse,
} from '@mneme/core/contract';
import type { Connection } from './connection.ts';
import { recordConditions } from './filter-sql.ts';
import type { FoundBy } from './found-by.ts';
import { idKey, idOf } from './ids.ts';
import { foundRecordColumns, type RecordRow, toFoundRecord } from './rows.ts';
import { findScope } from './scope-table.ts';
import { isoTime } from './times.ts';

const sessionCursors = cursorCodec('sessions', ['string']);

/** Ordered by name, as in the index, so that a page reads only the turns of its own sessions. */
export function sessions(
  connection: Connection,
  { scope: scopeName, now, limit, cursor }: SessionsRequest,
): SessionsResponse {
  const [after] = sessionCursors.decode(cursor, [scopeName]) ?? [];
  return connection.read(() => {
    const scope = findScope(connection, scopeName);
    if (scope === undefined) return { sessions: [] };
    const where = recordConditions({ now, kinds: ['episode'] });
    where.add('r.scope = ?', scope.number);
    if (after === undefined) where.add('r.session IS NOT NULL');
    else where.add('r.session > ?', after);
    const found = connection
      .statement<Omit<SessionInfo, 'firstAt' | 'lastAt'> & { firstAt: number; lastAt: number }>(
        `SELECT r.session, count(*) AS turns, min(r.occurred_at) AS firstAt, max(r.occurred_at) AS lastAt,
           min(r.sequence) AS firstSequence, max(r.sequence) AS lastSequence
         FROM records r WHERE ${where.sql} GROUP BY r.session ORDER BY r.session LIMIT ?`,
      )
      .all(...where.parameters, limit + 1)
      .map((info) => ({ ...info, firstAt: isoTime(info.firstAt), lastAt: isoTime(info.lastAt) }));
    const { page, ...next } = pageOf(found, limit, ({ session }) =>
      sessionCursors.encode([session], [scopeName]),
    );
    return { sessions: [...page], ...next };
  });
}

/** The turns of one session, ordered by place. */
export function listTurns(
  connection: Connection,
  {
    scope: scopeName,
    turns: { session, from, to },
    filter,
    order,
    limit,
    cursor,
  }: ListRequest & Required<Pick<ListRequest, 'turns'>>,
): ListResponse {
  const cursors = cursorCodec(`turns ${order}`, ['number', 'string']);
  const owner = [scopeName, session];
  const start = cursors.decode(cursor, owner);
  return connection.read(() => {
    const scope = findScope(connection, scopeName);
    if (scope === undefined) return { records: [] };
    const where = recordConditions({ ...filter, kinds: ['episode'] });
    where.add('r.scope = ? AND r.session = ? AND r.sequence IS NOT NULL', scope.number, session);
    if (from !== undefined) where.add('r.sequence >= ?', from);
    if (to !== undefined) where.add('r.sequence <= ?', to);
    if (start !== undefined)
      where.add(
        `(r.sequence, r.id) ${order === 'first' ? '>' : '<'} (?, ?)`,
        start[0],
        idKey(start[1]),
      );
    const direction = order === 'first' ? 'ASC' : 'DESC';
    const rows = connection
      .statement<RecordRow & FoundBy>(
        `SELECT ${foundRecordColumns} FROM records r WHERE ${where.sql}
         ORDER BY r.sequence ${direction}, r.id ${direction} LIMIT ?`,
      )
      .all(...where.parameters, limit + 1);
    const { page, ...next } = pageOf(rows, limit, ({ sequence, id }) =>
      cursors.encode([sequence as number, idOf(id)], owner),
    );
    return { records: page.map((row) => toFoundRecord(scopeName, row)), ...next };
  });
}
