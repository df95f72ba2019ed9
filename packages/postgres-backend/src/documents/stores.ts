import { cursorCodec, type DocumentBackend, pageOf, type StoreInfo } from '@mneme/core/contract';
import type { Query } from '../connection.ts';
import { addAudit, commitWithin, lockScope } from '../store/commit.ts';
import type { Store } from '../store/store.ts';
import {
  type DocumentRow,
  documentColumns,
  findStoreRow,
  type Place,
  requireStore,
  toSummary,
} from './rows.ts';

type Methods = Pick<
  DocumentBackend,
  'getStore' | 'listStores' | 'putStore' | 'removeStore' | 'findUnread'
>;

const cursors = cursorCodec('stores', ['number']);

/** The calls on stores as such. */
export function storeCalls(run: <T>(work: (store: Store) => Promise<T>) => Promise<T>): Methods {
  return {
    getStore: (scope, storeId) =>
      run(({ connection }) =>
        connection.read(
          { scope },
          async (query) => (await findStoreRow(query, { scope, storeId }))?.info,
        ),
      ),
    listStores: (request) =>
      run(async ({ connection, secret }) => {
        const { scope, name, includeArchived, createdFrom = '', createdTo = '~', limit } = request;
        const owner = [secret, scope];
        const [before = Number.MAX_SAFE_INTEGER] = cursors.decode(request.cursor, owner) ?? [];
        const rows = await connection.read({ scope }, (query) =>
          query<{ number: number; info: StoreInfo }>(
            `SELECT number::float8, info FROM stores
             WHERE scope = $1 AND number < $2 AND ($3 OR NOT archived) AND created_at >= $4 AND created_at <= $5
               AND ($6::text IS NULL OR name = $6)
             ORDER BY number DESC LIMIT ${limit + 1}`,
            [scope, before, includeArchived, createdFrom, createdTo, name],
          ),
        );
        const { page, ...next } = pageOf(rows, limit, ({ number }) =>
          cursors.encode([number], owner),
        );
        return { stores: page.map(({ info }) => info), ...next };
      }),
    putStore: ({ store, expect, audit }) =>
      run(({ connection }) =>
        connection.write({ scope: store.scope }, async (query) => {
          const { scope, id, name } = store;
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
              scope,
              id,
              name,
              store.archivedAt !== undefined,
              store.version,
              store.createdAt,
              store.updatedAt,
              revision,
              JSON.stringify(store),
            ],
          );
          await addAudit(query, [audit]);
          return true;
        }),
      ),
    removeStore: ({ unusedSince, audit, records, ...place }) =>
      run((store) =>
        store.connection.write({ scope: place.scope }, async (query) => {
          await lockScope(query, place.scope);
          const { info, changed_at } = await requireStore(query, place);
          if (unusedSince !== undefined) {
            if (changed_at >= unusedSince || info.updatedAt >= unusedSince) return false;
            const [used] = await query(
              'SELECT 1 FROM documents WHERE scope = $1 AND store = $2 LIMIT 1',
              [place.scope, place.storeId],
            );
            if (used !== undefined) return false;
          }
          if (records !== undefined && !(await commitWithin(store, query, records)).committed)
            return false;
          await removeStoreRows(query, place);
          await addAudit(query, [audit]);
          return true;
        }),
      ),
    findUnread: ({ scope, before, limit }) =>
      run(({ connection }) =>
        connection.read(scope === undefined ? { everyScope: true } : { scope }, async (query) => {
          const [documents, stores] = await Promise.all([
            unreadDocuments(query, { scope, before, limit }),
            query<{ scope: string; storeId: string }>(
              `SELECT s.scope, s.id AS "storeId" FROM stores s
               WHERE ($1::text IS NULL OR s.scope = $1) AND s.changed_at < $2 AND s.updated_at < $2
                 AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.scope = s.scope AND d.store = s.id) LIMIT ${limit}`,
              [scope, before],
            ),
          ]);
          return { documents, stores };
        }),
      ),
  };
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

async function unreadDocuments(
  query: Query,
  { scope, before, limit }: { scope: string | undefined; before: string; limit: number },
) {
  const rows = await query<DocumentRow & { scope: string }>(
    `SELECT d.scope, ${documentColumns} FROM documents d
     WHERE ($1::text IS NULL OR d.scope = $1) AND d.updated_at < $2 AND coalesce(d.last_read_at, '') < $2 LIMIT ${limit}`,
    [scope, before],
  );
  return rows.map((row) => ({ scope: row.scope, document: toSummary(row) }));
}
