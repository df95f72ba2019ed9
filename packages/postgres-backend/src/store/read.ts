import {
  type AuditEntry,
  type BackendStats,
  type CountedRecords,
  cursorCodec,
  type ListRequest,
  type ListResponse,
  type MemoryRecord,
  pageOf,
  type RecordWithVector,
  type ScanRequest,
  type ScanResponse,
  type ScanRow,
  type SessionInfo,
  type SessionsRequest,
  type SessionsResponse,
  type StoreEstimate,
  scanRowOf,
  sumCounts,
} from '@mneme/core/contract';
import { categoryOf } from '@mneme/core/index';
import { damaged, damagedMemory, unlessDamaged } from '../damage.ts';
import { joinVectors, readSpaces } from '../spaces.ts';
import { Parameters, recordCondition } from './filter.ts';
import { isIntact, parseStored, type RecordRow, recordColumns, toKept, toRecord } from './rows.ts';
import type { Store } from './store.ts';
import { isWhole, readVector, type VectorColumns } from './vector-bytes.ts';

export function get(
  { connection }: Store,
  scope: string,
  ids: readonly string[],
  { vectors = false }: { vectors?: boolean } = {},
): Promise<RecordWithVector[]> {
  return connection.read({ scope }, async (query) => {
    const { current } = vectors ? await readSpaces(query) : {};
    const rows = await query<RecordRow & Partial<VectorColumns>>(
      `SELECT ${recordColumns}${current === undefined ? '' : ', v.code, v.rest'} FROM unnest($2::text[]) WITH ORDINALITY AS asked (id, place)
         JOIN records r ON r.scope = $1 AND r.id = asked.id
         ${current === undefined ? '' : joinVectors} ORDER BY asked.place`,
      [scope, ids],
    );
    return rows.map((row) => {
      const record = toKept(row);
      const { code, rest } = row;
      if (current === undefined || !code || !rest) return { record };
      if (!isWhole({ code, rest }, current.embedder)) throw damagedMemory(row.id);
      return { record, vector: readVector({ code, rest }, current.embedder) };
    });
  });
}

export function list(store: Store, request: ListRequest): Promise<ListResponse> {
  const { turns, order } = request;
  if (turns !== undefined) {
    const { session, from, to } = turns;
    const cursors = cursorCodec(`turns ${order}`, ['number', 'string']);
    const owner = [request.scope, session];
    return listBy(store, request, {
      columns: ['r.sequence', 'r.id'],
      backwards: order === 'last',
      start: cursors.decode(request.cursor, owner),
      encode: ({ source: { sequence = 0 }, id }) => cursors.encode([sequence, id], owner),
      condition: (parameters) =>
        [
          `r.session = ${parameters.add(session)} AND r.sequence IS NOT NULL`,
          ...(from === undefined ? [] : [`r.sequence >= ${parameters.add(from)}`]),
          ...(to === undefined ? [] : [`r.sequence <= ${parameters.add(to)}`]),
        ].join(' AND '),
    });
  }
  const cursors = cursorCodec(order, ['number', 'string', 'string']);
  const [importance, createdAt, id] = cursors.decode(request.cursor, [request.scope]) ?? [];
  // The order `newest` compares everything except importance.
  const skipped = order === 'newest' ? 1 : 0;
  return listBy(store, request, {
    columns: ['r.importance', 'r.created_at', 'r.id'].slice(skipped),
    backwards: true,
    start:
      id === undefined
        ? undefined
        : [importance, Date.parse(createdAt as string), id].slice(skipped),
    encode: (last) => cursors.encode([last.importance, last.createdAt, last.id], [request.scope]),
  });
}

async function listBy(
  { connection }: Store,
  { scope, filter, limit, turns }: ListRequest,
  {
    columns,
    backwards,
    start,
    encode,
    condition,
  }: {
    columns: readonly string[];
    backwards: boolean;
    start: readonly unknown[] | undefined;
    encode: (last: MemoryRecord) => string;
    condition?: (parameters: Parameters) => string;
  },
): Promise<ListResponse> {
  const parameters = new Parameters();
  const parts = [
    `r.scope = ${parameters.add(scope)}`,
    recordCondition(turns === undefined ? filter : { ...filter, kinds: ['episode'] }, parameters),
    ...(condition === undefined ? [] : [condition(parameters)]),
  ];
  if (start !== undefined) {
    const values = start.map((value) => parameters.add(value)).join(', ');
    parts.push(`(${columns.join(', ')}) ${backwards ? '<' : '>'} (${values})`);
  }
  const direction = backwards ? ' DESC' : '';
  const rows = await connection.read({ scope }, (query) =>
    query<RecordRow>(
      `SELECT ${recordColumns} FROM records r WHERE ${parts.join(' AND ')}
       ORDER BY ${columns.map((column) => `${column}${direction}`).join(', ')} LIMIT ${limit + 1}`,
      parameters.values,
    ),
  );
  const { page, ...next } = pageOf(rows, limit, (last) => encode(toRecord(last)));
  return { records: page.map(toRecord), ...next };
}

const sessionCursors = cursorCodec('sessions', ['string']);

/** Ordered by name. */
export async function sessions(
  { connection }: Store,
  { scope, now, limit, cursor }: SessionsRequest,
): Promise<SessionsResponse> {
  const [after] = sessionCursors.decode(cursor, [scope]) ?? [];
  const parameters = new Parameters();
  const parts = [
    `r.scope = ${parameters.add(scope)}`,
    after === undefined ? 'r.session IS NOT NULL' : `r.session > ${parameters.add(after)}`,
    recordCondition({ now, kinds: ['episode'] }, parameters),
  ];
  const rows = await connection.read({ scope }, (query) =>
    query<Omit<SessionInfo, 'firstAt' | 'lastAt'> & { first: number; last: number }>(
      `SELECT r.session, count(*)::integer AS turns, min(r.occurred_at)::float8 AS first, max(r.occurred_at)::float8 AS last,
         coalesce(min(r.sequence), 0) AS "firstSequence", coalesce(max(r.sequence), 0) AS "lastSequence"
       FROM records r WHERE ${parts.join(' AND ')} GROUP BY r.session ORDER BY r.session LIMIT ${limit + 1}`,
      parameters.values,
    ),
  );
  const { page, ...next } = pageOf(rows, limit, ({ session }) =>
    sessionCursors.encode([session], [scope]),
  );
  return {
    sessions: page.map(({ first, last, ...info }) => ({
      ...info,
      firstAt: isoTime(first),
      lastAt: isoTime(last),
    })),
    ...next,
  };
}

export async function history(
  { connection }: Store,
  scope: string,
  id: string,
): Promise<MemoryRecord[]> {
  const rows = await connection.read({ scope }, (query) =>
    query<RecordRow>(
      `WITH RECURSIVE connected (id, superseded_by) AS (
         SELECT id, superseded_by FROM records WHERE scope = $1 AND id = $2
         UNION
         SELECT r.id, r.superseded_by FROM connected c
           JOIN records r ON r.scope = $1 AND (r.superseded_by = c.id OR r.id = c.superseded_by)
       )
       SELECT ${recordColumns} FROM connected c JOIN records r ON r.scope = $1 AND r.id = c.id AND r.kind IS NOT NULL`,
      [scope, id],
    ),
  );
  return rows.map(toRecord);
}

const scanCursors = cursorCodec('scan', ['string']);

interface StoredScanRow extends RecordRow {
  version: number;
  kind: number;
  importance: number;
  created_at: number;
  expires_at: number | null;
  superseded_by: string | null;
}

/** Damaged records too, so that they can be deleted. */
export async function scan(
  { connection }: Store,
  { scope, limit, cursor }: ScanRequest,
): Promise<ScanResponse> {
  const [after] = scanCursors.decode(cursor, [scope]) ?? [''];
  const read = (columns: string) =>
    connection.read({ scope }, (query) =>
      query<StoredScanRow>(
        `SELECT ${columns}, r.version, r.kind, r.importance, r.created_at::float8, r.expires_at::float8, r.superseded_by
         FROM records r WHERE r.scope = $1 AND r.id > $2 AND r.kind IS NOT NULL ORDER BY r.id LIMIT ${limit + 1}`,
        [scope, after],
      ),
    );
  const rows = await unlessDamaged(read(recordColumns), () =>
    read(recordColumns.replace('r.record', `'' AS record`)),
  );
  const { page, ...next } = pageOf(rows.map(toScanRow), limit, ({ id }) =>
    scanCursors.encode([id], [scope]),
  );
  return { rows: [...page], ...next };
}

/** Of a damaged record its columns, which do not say when it was confirmed. */
function toScanRow(row: StoredScanRow): ScanRow {
  if (isIntact(row)) return scanRowOf(toRecord(row));
  const category = categoryOf(row.kind);
  return {
    id: row.id,
    version: row.version,
    kind: category === undefined ? 'episode' : 'fact',
    ...(category === undefined ? {} : { category }),
    importance: row.importance as ScanRow['importance'],
    confirmedAt: isoTime(row.created_at),
    ...(row.expires_at === null ? {} : { expiresAt: isoTime(row.expires_at) }),
    ...(row.superseded_by === null ? {} : { supersededBy: row.superseded_by }),
  };
}

export async function touch(
  { connection }: Store,
  scope: string,
  ids: readonly string[],
  at: string,
): Promise<void> {
  // Ordered by id, so that two calls never deadlock.
  await connection.write({ scope }, (query) =>
    query(
      `UPDATE records SET access_count = access_count + times, last_accessed_at = $3
       FROM (SELECT scope, id, times FROM records
         JOIN (SELECT id, count(*) AS times FROM unnest($2::text[]) AS id GROUP BY id) AS given USING (id)
         WHERE scope = $1 AND kind IS NOT NULL ORDER BY id FOR NO KEY UPDATE OF records) AS found
       WHERE records.scope = found.scope AND records.id = found.id`,
      [scope, ids, at],
    ),
  );
}

export async function scopes({ connection }: Store): Promise<string[]> {
  const rows = await connection.read({ everyScope: true }, (query) =>
    query<{ scope: string }>('SELECT scope FROM scopes WHERE records > 0 ORDER BY scope'),
  );
  return rows.map(({ scope }) => scope);
}

/** With the time as the first parameter. */
const stateColumn = `CASE WHEN expires_at <= $1 THEN 'expired' WHEN superseded_by IS NOT NULL THEN 'superseded' ELSE 'current' END`;

export function stats(
  { connection }: Store,
  scope: string | undefined,
  now: string,
): Promise<BackendStats> {
  const reach = scope === undefined ? ({ everyScope: true } as const) : { scope };
  return connection.read(reach, async (query) => {
    const [spaces, rows, [size]] = await Promise.all([
      readSpaces(query),
      query<{ kind: number } & Omit<CountedRecords, 'category'>>(
        `SELECT kind, ${stateColumn} AS state, count(*)::integer
         FROM records WHERE kind IS NOT NULL AND ($2::text IS NULL OR scope = $2) GROUP BY 1, 2`,
        [Date.parse(now), scope],
      ),
      // The size of the database depends on all scopes.
      scope === undefined
        ? query<{ bytes: number }>(
            `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
             WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
          )
        : [],
    ]);
    const found: BackendStats = sumCounts(
      rows.map(({ kind, ...row }) => ({ category: categoryOf(kind), ...row })),
    );
    if (size !== undefined) found.bytes = size.bytes;
    if (spaces.current !== undefined) found.embedder = spaces.current.embedder;
    if (spaces.next !== undefined) found.nextEmbedder = spaces.next.embedder;
    return found;
  });
}

/** Pages of the table of records in a sample. */
const sampledPages = 1000;

/** The number of records is that of all scopes; which of them are current is taken from a sample. */
export function estimate({ connection }: Store, now: string): Promise<StoreEstimate> {
  return connection.read({ everyScope: true }, async (query) => {
    const [[size], [records]] = await Promise.all([
      query<{ bytes: number; pages: number }>(
        `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes,
           pg_relation_size('records') / current_setting('block_size')::float8 AS pages
         FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
      ),
      query<{ count: number }>(
        'SELECT coalesce(sum(records), 0)::float8 AS count FROM scopes WHERE records > 0',
      ),
    ]);
    const percent = Math.min(100, (100 * sampledPages) / Math.max(1, size?.pages ?? 0));
    const rows = await query<{ state: keyof typeof states; count: number }>(
      `SELECT ${stateColumn} AS state, count(*)::float8
       FROM records TABLESAMPLE SYSTEM (${percent}) WHERE kind IS NOT NULL GROUP BY 1`,
      [Date.parse(now)],
    );
    const states = { current: 0, superseded: 0, expired: 0 };
    const sampled = rows.reduce((sum, { count }) => sum + count, 0);
    for (const { state, count } of rows)
      states[state] = Math.round((count / sampled) * (records?.count ?? 0));
    return { ...states, ...(size && { bytes: size.bytes }) };
  });
}

export async function audit(
  { connection }: Store,
  { scope, limit }: { scope?: string; limit: number },
): Promise<AuditEntry[]> {
  const reach = scope === undefined ? ({ everyScope: true } as const) : { scope };
  const rows = await connection.read(reach, (query) =>
    query<{ number: number; entry: string }>(
      `SELECT number::float8, entry FROM audit ${scope === undefined ? '' : 'WHERE scope = $1'} ORDER BY at DESC, number DESC LIMIT ${limit}`,
      scope === undefined ? undefined : [scope],
    ),
  );
  return rows.map(({ number, entry }) => {
    const line = parseStored<AuditEntry>(entry);
    if (line === undefined) throw damaged(`line ${number} of the audit`);
    return line;
  });
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
