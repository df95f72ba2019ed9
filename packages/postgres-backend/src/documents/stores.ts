import { cursorCodec, type DocumentBackend, pageOf, type StoreInfo } from '@mneme/core/contract';
import type { Query } from '../connection.ts';
import { addAudit, commitWithin, lockScope } from '../store/commit.ts';
import { inScope, type Store } from '../store/store.ts';
import {
  type Asked,
  type DocumentRow,
  documentColumns,
  findStoreRow,
  type Place,
  requireStore,
  toSummary,
} from './rows.ts';

const cursors = cursorCodec('stores', ['number']);

export function getStore(
  { connection }: Store,
  scope: string,
  storeId: string,
): Promise<StoreInfo | undefined> {
  return connection.read(
    { scope },
    async (query) => (await findStoreRow(query, { scope, storeId }))?.info,
  );
}

export const listStores = inScope(
  'read',
  async (query, request: Asked<'listStores'>, { secret }) => {
    const { scope, name, includeArchived, createdFrom = '', createdTo = '~', limit } = request;
    const owner = [secret, scope];
    const [before = Number.MAX_SAFE_INTEGER] = cursors.decode(request.cursor, owner) ?? [];
    const rows = await query<{ number: number; info: StoreInfo }>(
      `SELECT number::float8, info FROM stores
       WHERE scope = $1 AND number < $2 AND ($3 OR NOT archived) AND created_at >= $4 AND created_at <= $5
         AND ($6::text IS NULL OR name = $6)
       ORDER BY number DESC LIMIT ${limit + 1}`,
      [scope, before, includeArchived, createdFrom, createdTo, name],
    );
    const { page, ...next } = pageOf(rows, limit, ({ number }) => cursors.encode([number], owner));
    return { stores: page.map(({ info }) => info), ...next };
  },
);

export function putStore(
  { connection }: Store,
  { store, expect, audit }: Asked<'putStore'>,
): Promise<boolean> {
  const { scope, id, name } = store;
  return connection.write({ scope }, async (query) => {
    const { revision } = await lockScope(query, scope);
    const row = await findStoreRow(query, { scope, storeId: id });
    if ((row?.info.version ?? 0) !== expect.version) return false;
    if (expect.freeName && (await isTaken(query, store))) return false;
    await query(
      `INSERT INTO stores (scope, id, name, archived, version, created_at, updated_at, changed_at, revision, info)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $6, $8, $9)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, archived = excluded.archived, version = excluded.version,
         updated_at = excluded.updated_at, info = excluded.info`,
      [
        ...[scope, id, name, store.archivedAt !== undefined, store.version],
        ...[store.createdAt, store.updatedAt, revision, JSON.stringify(store)],
      ],
    );
    await addAudit(query, [audit]);
    return true;
  });
}

export const removeStore = inScope('write', async (query, request: Asked<'removeStore'>, store) => {
  const { unusedSince, audit, records, ...place } = request;
  await lockScope(query, place.scope);
  const { info, changed_at } = await requireStore(query, place);
  if (unusedSince !== undefined) {
    if (changed_at >= unusedSince || info.updatedAt >= unusedSince) return false;
    const [used] = await query('SELECT 1 FROM documents WHERE scope = $1 AND store = $2 LIMIT 1', [
      place.scope,
      place.storeId,
    ]);
    if (used !== undefined) return false;
  }
  if (records !== undefined && !(await commitWithin(store, query, records)).committed) return false;
  await removeStoreRows(query, place);
  await addAudit(query, [audit]);
  return true;
});

export function findUnread(
  { connection }: Store,
  { scope, before, limit }: Asked<'findUnread'>,
): ReturnType<DocumentBackend['findUnread']> {
  return connection.read(scope === undefined ? { everyScope: true } : { scope }, async (query) => {
    const [rows, stores] = await Promise.all([
      query<DocumentRow & { scope: string }>(
        `SELECT d.scope, ${documentColumns} FROM documents d
         WHERE ($1::text IS NULL OR d.scope = $1) AND d.updated_at < $2 AND coalesce(d.last_read_at, '') < $2 LIMIT ${limit}`,
        [scope, before],
      ),
      query<{ scope: string; storeId: string }>(
        `SELECT s.scope, s.id AS "storeId" FROM stores s
         WHERE ($1::text IS NULL OR s.scope = $1) AND s.changed_at < $2 AND s.updated_at < $2
           AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.scope = s.scope AND d.store = s.id) LIMIT ${limit}`,
        [scope, before],
      ),
    ]);
    return {
      documents: rows.map((row) => ({ scope: row.scope, document: toSummary(row) })),
      stores,
    };
  });
}

async function isTaken(query: Query, { scope, name }: StoreInfo): Promise<boolean> {
  const rows = await query(
    'SELECT 1 FROM stores WHERE scope = $1 AND name = $2 AND NOT archived LIMIT 1',
    [scope, name],
  );
  return rows.length > 0;
}

async function removeStoreRows(query: Query, { scope, storeId }: Place): Promise<void> {
  await query(
    `WITH c AS (DELETE FROM chunks WHERE scope = $1 AND store = $2 RETURNING number),
       x AS (DELETE FROM vectors WHERE scope = $1 AND number IN (SELECT number FROM c)),
       v AS (DELETE FROM versions WHERE scope = $1 AND store = $2 RETURNING size_bytes),
       d AS (DELETE FROM documents WHERE scope = $1 AND store = $2 RETURNING 1),
       s AS (DELETE FROM stores WHERE scope = $1 AND id = $2)
     UPDATE scopes SET documents = documents - (SELECT count(*) FROM d),
       document_bytes = document_bytes - (SELECT coalesce(sum(size_bytes), 0) FROM v) WHERE scope = $1`,
    [scope, storeId],
  );
}
