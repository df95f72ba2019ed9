import { pageWithin } from '@mneme/engine/context';
import {
  type Document,
  type DocumentKey,
  type DocumentVersion,
  MnemeError,
} from '@mneme/engine/contract';
import type { Parsed } from '@mneme/engine/input';
import { invalid, parseFields, parseKey, parseQuery } from '@mneme/engine/input';
import { analyseQuery } from '@mneme/language/text';
import type { listVersionsFields } from './call-fields.ts';
import type {
  DocumentEntry,
  DocumentList,
  DocumentReference,
  FoundDocument,
  ListDocumentsOptions,
  SearchDocumentsOptions,
  VersionList,
} from './document-api.ts';
import type { StoreContext } from './document-context.ts';
import { checkPath } from './rules/document-path.ts';
import { rankDocuments } from './rules/rank-documents.ts';

export function documentKey(reference: DocumentReference): DocumentKey {
  if (typeof reference === 'object' && reference !== null)
    return parseFields(reference, { id: parseKey }, { name: 'reference', required: ['id'] });
  if (typeof reference === 'string' && reference.startsWith('mem_'))
    return { id: parseKey(reference, 'id') };
  return { path: checkPath(reference) };
}

export async function readDocument(
  context: StoreContext,
  reference: DocumentReference,
): Promise<Document | undefined> {
  const { backend, scope, storeId } = context;
  const key = documentKey(reference);
  const stored = await backend.getDocument({ scope, storeId, key });
  if (stored === undefined) return undefined;
  await noteRead(context, stored);
  return stored;
}

export async function listDocuments(
  context: StoreContext,
  options: ListDocumentsOptions,
): Promise<DocumentList> {
  const { backend, scope, storeId } = context;
  const { pathPrefix = '/', depth = 0, withContent = false } = options;
  const { limit = 50, maxBytes, cursor } = options;
  const { items, ...next } = await pageWithin({ limit, maxBytes, cursor }, (part) =>
    backend.listDocuments({ scope, storeId, pathPrefix, depth, withContent, ...part }),
  );
  const entries = items.map(
    (item): DocumentEntry =>
      item.type === 'document'
        ? { type: 'document', ...item.document }
        : { type: 'prefix', path: item.prefix.path },
  );
  return { items: entries, ...next };
}

export async function listVersions(
  context: StoreContext,
  options: Parsed<typeof listVersionsFields>,
): Promise<VersionList> {
  const { backend, scope, storeId } = context;
  const { withContent = false, limit = 50, maxBytes, cursor, ...filter } = options;
  const { items, ...next } = await pageWithin({ limit, maxBytes, cursor }, async (part) => {
    const request = { scope, storeId, ...filter, withContent, ...part };
    const { versions, ...more } = await backend.listVersions(request);
    return { items: versions, ...more };
  });
  return { versions: items, ...next };
}

export async function searchDocuments(
  context: StoreContext,
  { query, options }: { query: string; options: SearchDocumentsOptions },
): Promise<{ documents: FoundDocument[] }> {
  const { backend, scope, storeId, embedding } = context;
  const { pathPrefix = '/', limit = 10, signal } = options;
  if (parseQuery(query, context).trim() === '')
    throw invalid('query', 'is empty: say what to look for');
  const { terms } = analyseQuery(query);
  const chunks = Math.max(50, limit * 5);
  const found = await embedding.follow(async () => {
    const embedded = embedding.identity && (await embedding.queries([query], signal));
    const vector = embedded?.vectors[0]?.vector;
    return backend.search({
      scope,
      storeId,
      pathPrefix,
      embedder: embedded?.owners.embedder,
      query: { ...(vector === undefined ? {} : { vector }), terms, limit: chunks },
    });
  });
  const documents = rankDocuments(found, { limit });
  await touch(
    context,
    documents.map(({ id }) => id),
  );
  return { documents };
}

export async function getVersion(
  context: StoreContext,
  versionId: string,
): Promise<DocumentVersion> {
  const { backend, scope, storeId } = context;
  const id = parseKey(versionId, 'versionId');
  const version = await backend.getVersion({ scope, storeId, versionId: id });
  if (version !== undefined) return version;
  throw new MnemeError('not_found', `There is no version ${versionId} in this store.`);
}

/** At most once an hour: enough for documents that expire after days, and cheap. */
async function noteRead(context: StoreContext, { id, lastReadAt }: Document): Promise<void> {
  const hour = context.now().slice(0, 13);
  if (lastReadAt?.startsWith(hour) !== true) await touch(context, [id]);
}

/** If a read cannot be noted (read-only file, busy writer), it still succeeds. */
async function touch(context: StoreContext, documentIds: string[]): Promise<void> {
  if (documentIds.length === 0) return;
  const { backend, scope, storeId, logger } = context;
  try {
    await backend.touch({ scope, storeId, documentIds, at: context.now() });
  } catch (error) {
    logger.warn('could not note the time of a read', { storeId, error });
  }
}
