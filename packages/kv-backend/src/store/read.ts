import {
  type BackendStats,
  type CountedRecords,
  compareTexts,
  cursorCodec,
  type ListRequest,
  type ListResponse,
  type MemoryRecord,
  pageOf,
  type RecordFilter,
  type RecordWithVector,
  type ScanRequest,
  type ScanResponse,
  type ScanRow,
  sumCounts,
} from '@mneme/core/contract';
import { categoryOf } from '@mneme/core/index';
import type { Connection } from './connection.ts';
import { isNamed } from './erasures.ts';
import { recordConditions, wantedFacets } from './filter-sql.ts';
import type { FoundBy } from './found-by.ts';
import { type IdKey, idKey, idKeySql, idOf } from './ids.ts';
import { pendingSince } from './remains.ts';
import {
  foundRecordColumns,
  isMemoryRow,
  type RecordRow,
  recordColumns,
  toFoundRecord,
  toRecord,
} from './rows.ts';
import { ScopeIndex } from './scope-index.ts';
import { findScope, type ScopeRow } from './scope-table.ts';
import { listTurns } from './sessions.ts';
import { isoTime } from './times.ts';
import { intactVector, readVector, restored } from './vector-rows.ts';

export function get(
  connection: Connection,
  scopeName: string,
  ids: readonly string[],
  { vectors = false }: { vectors?: boolean } = {},
): RecordWithVector[] {
  return connection.read(() => {
    const scope = findScope(connection, scopeName);
    if (scope === undefined) return [];
    const { current } = connection.spaces;
    return connection
      .statement<RecordRow & { row: number }>(
        `SELECT r.row, ${recordColumns} FROM json_each(?) j
           CROSS JOIN records r ON r.scope = ? AND r.id = ${idKeySql('j.value')} ORDER BY j.key`,
      )
      .all(JSON.stringify(ids), scope.number)
      .map((row): RecordWithVector => {
        const record = toRecord(scopeName, row);
        const stored = vectors && current && readVector(connection, current, row.row);
        if (!stored) return { record };
        return { record, vector: restored(intactVector(stored, record.id), current) };
      });
  });
}

const scanCursors = cursorCodec('scan', ['string']);

export function list(connection: Connection, request: ListRequest): ListResponse {
  if (request.turns !== undefined)
    return listTurns(connection, { ...request, turns: request.turns });
  const cursors = cursorCodec(request.order, ['number', 'string', 'string']);
  const start = cursors.decode(request.cursor, [request.scope]);
  const asked = { ...request, start, cursors };
  return connection.read(() => {
    const scope = findScope(connection, request.scope);
    if (scope === undefined) return { records: [] };
    if (request.readOnly !== true) return listPage(connection, scope, asked);
    const index = new ScopeIndex(connection, scope);
    return index.listed(request, () => listPage(connection, scope, { ...asked, index }));
  });
}

interface PageRequest extends ListRequest {
  cursors: ReturnType<typeof cursorCodec<['number', 'string', 'string']>>;
  start: ListPlace | undefined;
  /** Caches the records. */
  index?: ScopeIndex;
}

function listPage(connection: Connection, scope: ScopeRow, request: PageRequest): ListResponse {
  const { kinds = ['fact', 'episode'] } = request.filter;
  // Facts and episodes have separate indexes.
  const records = kinds
    .flatMap((kind) =>
      listKind(connection, scope, { ...request, filter: { ...request.filter, kinds: [kind] } }),
    )
    .sort(inOrder(request.order));
  const { page, ...next } = pageOf(records, request.limit, ({ importance, createdAt, id }) =>
    request.cursors.encode([importance, createdAt, id], [request.scope]),
  );
  return { records: [...page], ...next };
}

function listKind(
  connection: Connection,
  scope: ScopeRow,
  { filter, order, limit, start, index }: PageRequest,
): MemoryRecord[] {
  // The order `newest` compares everything except importance.
  const skipped = order === 'newest' ? 1 : 0;
  const columns = ['r.importance', 'r.created_at', 'r.id'].slice(skipped);
  const [importance, createdAt = '', id = ''] = start ?? [];
  const place = start && [importance, Date.parse(createdAt), idKey(id)].slice(skipped);
  const where = recordConditions(filter);
  where.add('r.scope = ?', scope.number);
  if (place !== undefined)
    where.add(`(${columns.join(', ')}) < (${columns.map(() => '?').join(', ')})`, ...place);
  const few = fewWith(connection, scope, filter);
  return connection
    .statement<RecordRow & FoundBy>(
      `SELECT ${foundRecordColumns} FROM ${few === undefined ? '' : `(${few.sql}) few CROSS JOIN `}records r
       WHERE ${few === undefined ? '' : 'r.row = few.row AND '}${where.sql}
       ORDER BY ${columns.map((column) => `${column} DESC`).join(', ')} LIMIT ?`,
    )
    .all(...(few?.parameters ?? []), ...where.parameters, limit + 1)
    .map((row) => {
      const record = toFoundRecord(scope.name, row);
      return index?.kept(row.row, record) ?? record;
    });
}

type ListPlace = [importance: number, createdAt: string, id: string];

function inOrder(order: ListRequest['order']): (a: MemoryRecord, b: MemoryRecord) => number {
  return (a, b) =>
    (order === 'importance' ? b.importance - a.importance : 0) ||
    compareTexts(b.createdAt, a.createdAt) ||
    compareTexts(b.id, a.id);
}

/** Up to this many rows, looking them up and sorting is faster than walking the whole scope. */
const fewRows = 1000;

/** The rows with one of some required facets, if there are few: then only these are read. */
function fewWith(
  connection: Connection,
  scope: ScopeRow,
  filter: RecordFilter,
): { sql: string; parameters: unknown[] } | undefined {
  const sql =
    'SELECT DISTINCT row FROM record_facets WHERE scope = ? AND facet IN (SELECT value FROM json_each(?))';
  const count = connection.column<number>(`SELECT count(*) FROM (${sql} LIMIT ${fewRows + 1})`);
  return wantedFacets(filter)
    .map((facets) => ({ sql, parameters: [scope.number, JSON.stringify(facets)] }))
    .find(({ parameters }) => Number(count.get(...parameters)) <= fewRows);
}

export function history(connection: Connection, scopeName: string, id: string): MemoryRecord[] {
  return connection.read(() => {
    const scope = findScope(connection, scopeName);
    if (scope === undefined) return [];
    // CROSS JOIN fixes the order of the tables; otherwise SQLite would walk the whole scope and look up each in the
    // chain.
    return connection
      .statement<RecordRow>(
        `WITH RECURSIVE connected (id) AS (
         SELECT ?
         UNION
         SELECT other.id FROM connected c
           CROSS JOIN records other ON other.scope = ? AND other.superseded_by = c.id
         UNION
         SELECT mine.superseded_by FROM connected c
           CROSS JOIN records mine ON mine.scope = ? AND mine.id = c.id
         WHERE mine.superseded_by IS NOT NULL
       )
       SELECT ${recordColumns} FROM connected c CROSS JOIN records r ON r.scope = ? AND r.id = c.id AND ${isMemoryRow}`,
      )
      .all(idKey(id), scope.number, scope.number, scope.number)
      .map((row) => toRecord(scopeName, row));
  });
}

export function scan(
  connection: Connection,
  { scope: scopeName, limit, cursor }: ScanRequest,
): ScanResponse {
  const [after] = scanCursors.decode(cursor, [scopeName]) ?? [''];
  return connection.read(() => {
    const scope = findScope(connection, scopeName);
    if (scope === undefined) return { rows: [] };
    const rows = connection
      .statement<StoredScanRow>(
        `SELECT r.id, r.version, r.kind, r.importance, r.confirmed_at, r.expires_at, r.superseded_by, r.last_accessed_at
         FROM records r WHERE r.scope = ? AND ${isMemoryRow} AND r.id > ? ORDER BY r.id LIMIT ?`,
      )
      .all(scope.number, idKey(after), limit + 1)
      .map(toScanRow);
    const { page, ...next } = pageOf(rows, limit, ({ id }) =>
      scanCursors.encode([id], [scopeName]),
    );
    return { rows: [...page], ...next };
  });
}

interface StoredScanRow {
  id: IdKey;
  version: number;
  kind: number;
  importance: number;
  confirmed_at: number;
  expires_at: number | null;
  superseded_by: IdKey | null;
  last_accessed_at: string | null;
}

function toScanRow(row: StoredScanRow): ScanRow {
  const category = categoryOf(row.kind);
  const light: ScanRow = {
    id: idOf(row.id),
    version: row.version,
    kind: category === undefined ? 'episode' : 'fact',
    importance: row.importance as ScanRow['importance'],
    confirmedAt: isoTime(row.confirmed_at),
  };
  if (category !== undefined) light.category = category;
  if (row.expires_at !== null) light.expiresAt = isoTime(row.expires_at);
  if (row.superseded_by !== null) light.supersededBy = idOf(row.superseded_by);
  if (row.last_accessed_at !== null) light.lastAccessedAt = row.last_accessed_at;
  return light;
}

export function scopes(connection: Connection): string[] {
  return connection
    .column<string>(
      `SELECT name FROM scopes WHERE record_count > 0 AND ${isNamed('name')} ORDER BY name`,
    )
    .all();
}

export function stats(
  connection: Connection,
  scopeName: string | undefined,
  now: string,
): BackendStats {
  return connection.read(() => {
    const found: BackendStats = sumCounts([]);
    // The size of the file depends on all scopes.
    if (scopeName === undefined) found.bytes = connection.bytes();
    const { current, next } = connection.spaces;
    if (current !== undefined) found.embedder = current.embedder;
    if (next !== undefined) found.nextEmbedder = next.embedder;
    const since = pendingSince(connection);
    if (since !== undefined) found.pendingSince = since;
    const scope = scopeName === undefined ? undefined : findScope(connection, scopeName);
    if (scopeName !== undefined && scope === undefined) return found;
    const rows = connection
      .statement<{ kind: number } & Omit<CountedRecords, 'category'>>(
        `SELECT kind, CASE WHEN expires_at <= ? THEN 'expired' WHEN superseded_by IS NOT NULL THEN 'superseded'
           ELSE 'current' END AS state, count(*) AS count
         FROM records r WHERE ${isMemoryRow} AND ${scope === undefined ? `scope IN (SELECT number FROM scopes WHERE ${isNamed('name')})` : 'scope = ?'} GROUP BY 1, 2`,
      )
      .all(Date.parse(now), ...(scope === undefined ? [] : [scope.number]));
    return {
      ...found,
      ...sumCounts(rows.map(({ kind, ...row }) => ({ category: categoryOf(kind), ...row }))),
    };
  });
}
