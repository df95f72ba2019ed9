import {
  cursorCodec,
  type Document,
  type DocumentKey,
  type DocumentSummary,
  type DocumentVersion,
  type ListVersionsRequest,
  pageOf,
} from '@mneme/core/contract';
import { bounded } from '../store/bounded.ts';
import type { Connection } from '../store/connection.ts';
import { intact } from '../store/damaged.ts';
import { Conditions } from '../store/filter-sql.ts';
import {
  type DocumentRow,
  fromActor,
  type StoreRow,
  toSummary,
  toVersion,
  type VersionRow,
  versionColumns,
} from './rows.ts';
import { requireRow } from './store-table.ts';

const cursors = cursorCodec('versions', ['number']);

type Place = { scope: string; storeId: string };

export function findDocument(
  connection: Connection,
  { store, key }: { store: number; key: DocumentKey },
): DocumentRow | undefined {
  const [column, value] = 'id' in key ? ['id', key.id] : ['path', key.path];
  return connection
    .statement<DocumentRow>(`SELECT d.* FROM documents d WHERE d.store = ? AND d.${column} = ?`)
    .get(store, value);
}

/** The text of a live document of that store. */
export function contentOf(
  connection: Connection,
  store: Pick<StoreRow, 'number'>,
  { id, version, sha256 }: Pick<DocumentRow, 'id' | 'version' | 'sha256'>,
): string {
  const stored = connection
    .statement<{ content: string | null; checksum: string | null }>(
      `SELECT ${bounded('content')}, checksum FROM document_versions WHERE number = ? AND store = ? AND document = ?`,
    )
    .get(version, store.number, id);
  return intact({ content: null, checksum: null, ...stored, sha256 }, `the document ${id}`);
}

export function getDocument(
  connection: Connection,
  request: Place & { key: DocumentKey },
): Document | undefined {
  return connection.read(() => {
    const store = requireRow(connection, request);
    const row = findDocument(connection, { store: store.number, key: request.key });
    if (row === undefined) return undefined;
    const document = { ...toSummary(row, store.id), content: contentOf(connection, store, row) };
    return row.last_read_at === null ? document : { ...document, lastReadAt: row.last_read_at };
  });
}

export function getVersion(
  connection: Connection,
  request: Place & { versionId: string },
): DocumentVersion | undefined {
  return connection.read(() => {
    const store = requireRow(connection, request);
    const row = connection
      .statement<VersionRow>(
        `SELECT ${versionColumns}, ${bounded('v.content')} FROM document_versions v WHERE v.store = ? AND v.id = ?`,
      )
      .get(store.number, request.versionId);
    return row && toVersion(row, store.id);
  });
}

export function listVersions(
  connection: Connection,
  request: ListVersionsRequest,
): { versions: DocumentVersion[]; nextCursor?: string } {
  return connection.read(() => {
    const store = requireRow(connection, request);
    const owner = [connection.cursorSecret, request.scope, store.id];
    const [before = Number.MAX_SAFE_INTEGER] = cursors.decode(request.cursor, owner) ?? [];
    const { documentId, operation, createdBy, createdFrom, createdTo } = request;
    const where = new Conditions();
    where.add('store = ? AND number < ?', store.number, before);
    if (documentId !== undefined) where.add('document = ?', documentId);
    if (operation !== undefined) where.add('operation = ?', operation);
    if (createdBy !== undefined)
      where.add('actor_type = ? AND actor_id = ?', ...fromActor(createdBy));
    if (createdFrom !== undefined) where.add('created_at >= ?', createdFrom);
    if (createdTo !== undefined) where.add('created_at <= ?', createdTo);
    const content = request.withContent ? `, ${bounded('v.content')}` : '';
    const rows = connection
      .statement<VersionRow>(
        `SELECT ${versionColumns}${content} FROM document_versions v
         WHERE ${where.sql} ORDER BY number DESC LIMIT ?`,
      )
      .all(...where.parameters, request.limit + 1);
    const { page, ...next } = pageOf(rows, request.limit, ({ number }) =>
      cursors.encode([number], owner),
    );
    return { versions: page.map((row) => toVersion(row, store.id)), ...next };
  });
}

export function touch(
  connection: Connection,
  request: Place & { documentIds: readonly string[]; at: string },
): void {
  connection.write(() => {
    const store = requireRow(connection, request);
    for (const id of request.documentIds) {
      connection
        .statement('UPDATE documents SET last_read_at = ? WHERE store = ? AND id = ?')
        .run(request.at, store.number, id);
    }
  });
}

export function findUnread(
  connection: Connection,
  { scope, before, limit }: { scope?: string; before: string; limit: number },
): {
  documents: { scope: string; document: DocumentSummary }[];
  stores: { scope: string; storeId: string }[];
} {
  const documents = connection
    .statement<DocumentRow & { scope: string; storeId: string }>(
      `SELECT s.scope, s.id AS storeId, d.*
       FROM document_stores s JOIN documents d ON d.store = s.number
       WHERE (? IS NULL OR s.scope = ?) AND d.updated_at < ? AND coalesce(d.last_read_at, '') < ? LIMIT ?`,
    )
    .all(scope ?? null, scope ?? null, before, before, limit)
    .map(({ scope, storeId, ...row }) => ({ scope, document: toSummary(row, storeId) }));
  const stores = connection
    .statement<{ scope: string; storeId: string }>(
      `SELECT s.scope, s.id AS storeId FROM document_stores s
       WHERE (? IS NULL OR s.scope = ?) AND s.changed_at < ? AND s.updated_at < ?
         AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.store = s.number) LIMIT ?`,
    )
    .all(scope ?? null, scope ?? null, before, before, limit);
  return { documents, stores };
}
