import {
  afterPrefix,
  ancestorsOf,
  cursorCodec,
  type DocumentListItem,
  type DocumentUsage,
  type DocumentVersion,
  type ListDocumentsRequest,
  type ListVersionsRequest,
  pageOf,
} from '@mneme/core/contract';
import type { Query } from '../connection.ts';
import { addAudit, lockScope } from '../store/commit.ts';
import { Parameters } from '../store/filter.ts';
import { inScope, type Store } from '../store/store.ts';
import {
  type Asked,
  type DocumentRow,
  documentColumns,
  joinContent,
  type Place,
  requireStore,
  toDocument,
  toSummary,
} from './rows.ts';

const pathCursors = cursorCodec('documents', ['string']);
const versionCursors = cursorCodec('versions', ['number']);

/** A read in a store, which must exist. */
function inStore<Request extends Place, Answer>(
  work: (query: Query, request: Request, store: Store) => Promise<Answer>,
) {
  return inScope('read', async (query, request: Request, store) => {
    const [, done] = await Promise.all([requireStore(query, request), work(query, request, store)]);
    return done;
  });
}

export const lookUp = inScope('read', async (query, request: Asked<'lookUp'>) => {
  const ids = request.keys.flatMap((key) => ('id' in key ? [key.id] : []));
  const paths = request.keys.flatMap((key) => ('path' in key ? [key.path] : []));
  const { paths: around, below } = request;
  const [{ info }, usage, rows] = await Promise.all([
    requireStore(query, request),
    readUsage(query, request.scope),
    documentsAt(query, request, { ids, paths, around, below }),
  ]);
  return { store: info, usage, documents: rows.map(toSummary) };
});

export const getDocument = inStore(async (query, { key, scope, storeId }: Asked<'getDocument'>) => {
  const [column, value] = 'id' in key ? ['id', key.id] : ['path', key.path];
  const [row] = await query<DocumentRow>(
    `SELECT ${documentColumns}, v.content FROM documents d ${joinContent}
     WHERE d.scope = $1 AND d.store = $2 AND d.${column} = $3`,
    [scope, storeId, value],
  );
  return row && toDocument(row);
});

export const getVersion = inStore(
  async (query, { versionId, scope, storeId }: Asked<'getVersion'>) => {
    const [row] = await query<VersionRow>(
      'SELECT version, content FROM versions WHERE scope = $1 AND store = $2 AND id = $3',
      [scope, storeId, versionId],
    );
    return row && toVersion(row);
  },
);

export const redact = inScope(
  'write',
  async (query, { version, audit, ...place }: Asked<'redact'>) => {
    await lockScope(query, place.scope);
    await requireStore(query, place);
    const [stored] = await query<{ size_bytes: number | null }>(
      'SELECT size_bytes FROM versions WHERE scope = $1 AND store = $2 AND id = $3 AND NOT redacted',
      [place.scope, place.storeId, version.id],
    );
    if (stored === undefined) return false;
    await query(
      `UPDATE versions SET redacted = true, version = $4, content = NULL, size_bytes = NULL
       WHERE scope = $1 AND store = $2 AND id = $3`,
      [place.scope, place.storeId, version.id, JSON.stringify(version)],
    );
    await query('UPDATE scopes SET document_bytes = document_bytes - $2 WHERE scope = $1', [
      place.scope,
      stored.size_bytes ?? 0,
    ]);
    await addAudit(query, [audit]);
    return true;
  },
);

export const touch = inScope(
  'write',
  async (query, { documentIds, at, ...place }: Asked<'touch'>) => {
    await requireStore(query, place);
    await query(
      `UPDATE documents SET last_read_at = $4 WHERE (scope, store, id) IN (
         SELECT scope, store, id FROM documents WHERE scope = $1 AND store = $2 AND id = ANY ($3) ORDER BY id FOR NO KEY UPDATE)`,
      [place.scope, place.storeId, documentIds, at],
    );
  },
);

export async function readUsage(query: Query, scope: string): Promise<DocumentUsage> {
  const [usage] = await query<DocumentUsage>(
    'SELECT documents, document_bytes::float8 AS bytes FROM scopes WHERE scope = $1',
    [scope],
  );
  return usage ?? { documents: 0, bytes: 0 };
}

/** Documents with these ids, at these paths, and those at, above and (a limited number) below the paths of `around`. */
export function documentsAt(
  query: Query,
  { scope, storeId }: Place,
  {
    ids,
    paths,
    around,
    below,
  }: { ids: readonly string[]; paths: readonly string[]; around: readonly string[]; below: number },
): Promise<DocumentRow[]> {
  const above = around.flatMap((path) => [path, ...ancestorsOf(path)]);
  return query<DocumentRow>(
    `SELECT ${documentColumns} FROM documents d WHERE d.scope = $1 AND d.store = $2 AND d.id = ANY ($3)
     UNION SELECT ${documentColumns} FROM documents d WHERE d.scope = $1 AND d.store = $2 AND d.path = ANY ($4)
     UNION SELECT below.* FROM unnest($5::text[]) AS p (path) CROSS JOIN LATERAL (
       SELECT ${documentColumns} FROM documents d
       WHERE d.scope = $1 AND d.store = $2 AND d.path > p.path || '/' AND d.path < p.path || '0' ORDER BY d.path LIMIT $6) below`,
    [scope, storeId, ids, [...paths, ...above], around, below],
  );
}

export const listDocuments = inStore(async (query, request: ListDocumentsRequest) => {
  const { scope, storeId, pathPrefix, depth, withContent, limit, cursor } = request;
  const owner = [scope, storeId];
  const [after = ''] = pathCursors.decode(cursor, owner) ?? [];
  const rows = await query<DocumentRow & { item: string }>(
    `WITH items AS (
       SELECT DISTINCT ON (item) item, id FROM (
         SELECT d.id, CASE WHEN $5 = 0 OR cardinality(parts) <= $5 THEN d.path
           ELSE $3 || array_to_string(parts[1:$5], '/') || '/' END COLLATE "C" AS item
         FROM documents d CROSS JOIN LATERAL string_to_array(substr(d.path, length($3) + 1), '/') AS parts
         WHERE d.scope = $1 AND d.store = $2 AND d.path >= $3 AND d.path < $4) all_items
       WHERE item > $6 ORDER BY item LIMIT ${limit + 1})
     SELECT i.item, ${documentColumns}${withContent ? ', v.content' : ''} FROM items i
       JOIN documents d ON d.scope = $1 AND d.store = $2 AND d.id = i.id ${withContent ? joinContent : ''} ORDER BY i.item`,
    [scope, storeId, pathPrefix, afterPrefix(pathPrefix), depth, after],
  );
  const { page, ...next } = pageOf(rows, limit, ({ item }) => pathCursors.encode([item], owner));
  return {
    items: page.map((row): DocumentListItem => {
      if (row.item !== row.path) return { type: 'prefix', prefix: { path: row.item } };
      const content = withContent ? { content: row.content?.toString() ?? '' } : {};
      return { type: 'document', document: { ...toSummary(row), ...content } };
    }),
    ...next,
  };
});

interface VersionRow {
  version: DocumentVersion;
  content: Buffer | null;
}

function toVersion({ version, content }: VersionRow): DocumentVersion {
  return content === null ? version : { ...version, content: content.toString() };
}

export const listVersions = inStore(async (query, request: ListVersionsRequest, { secret }) => {
  const { scope, storeId, documentId, operation, createdBy, createdFrom, createdTo } = request;
  const owner = [secret, scope, storeId];
  const [before = Number.MAX_SAFE_INTEGER] = versionCursors.decode(request.cursor, owner) ?? [];
  const parameters = new Parameters();
  const parts = [
    `scope = ${parameters.add(scope)} AND store = ${parameters.add(storeId)} AND number < ${parameters.add(before)}`,
  ];
  const add = (condition: string, value: unknown) => {
    if (value !== undefined) parts.push(`${condition} ${parameters.add(value)}`);
  };
  add('document =', documentId);
  add('operation =', operation);
  add('created_by =', createdBy && JSON.stringify(createdBy));
  add('created_at >=', createdFrom);
  add('created_at <=', createdTo);
  const rows = await query<VersionRow & { number: number }>(
    `SELECT number::float8, version, ${request.withContent ? 'content' : 'NULL AS content'} FROM versions
     WHERE ${parts.join(' AND ')} ORDER BY number DESC LIMIT ${request.limit + 1}`,
    parameters.values,
  );
  const { page, ...next } = pageOf(rows, request.limit, ({ number }) =>
    versionCursors.encode([number], owner),
  );
  return { versions: page.map(toVersion), ...next };
});
