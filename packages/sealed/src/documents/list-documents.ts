import {
  comparePaths,
  cursorCodec,
  type DocumentBackend,
  type DocumentListItem,
  type DocumentSummary,
  type ListDocumentsRequest,
  pageOf,
  pages,
  rollUp,
} from '@mneme/core/contract';
import { assertKey, openSummary, type StoreSealing } from './fields.ts';

const cursors = cursorCodec('sealed documents', ['string']);
const pageSize = 1000;

interface Listed {
  path: string;
  /** As stored; undefined for a prefix. */
  sealed?: DocumentSummary;
}

/** The store orders sealed paths, so all paths below the prefix are read and sorted here. */
export async function listDocuments(
  backend: DocumentBackend,
  request: ListDocumentsRequest,
  sealing: StoreSealing,
): Promise<{ items: DocumentListItem[]; nextCursor?: string }> {
  const owner = [request.scope, request.storeId];
  const [after] = cursors.decode(request.cursor, owner) ?? [];
  const listed = new Map<string, Listed>();
  for await (const sealed of everyDocument(backend, request, sealing)) {
    assertKey(sealed, sealing.cipher);
    const path = sealing.paths.open(sealed.path);
    const shown = rollUp(path, request);
    if (after !== undefined && comparePaths(shown, after) <= 0) continue;
    listed.set(shown, shown === path ? { path, sealed } : { path: shown });
  }
  const left = [...listed.values()].sort((one, other) => comparePaths(one.path, other.path));
  const { page, ...next } = pageOf(left, request.limit, ({ path }) =>
    cursors.encode([path], owner),
  );
  const items = await Promise.all(
    page.map((entry) => itemOf(backend, { entry, request, sealing })),
  );
  // A document that was removed meanwhile is skipped.
  return { items: items.filter((item) => item !== undefined), ...next };
}

async function* everyDocument(
  backend: DocumentBackend,
  { storeId, pathPrefix }: ListDocumentsRequest,
  { sealedScope, paths }: StoreSealing,
): AsyncGenerator<DocumentSummary> {
  const place = { scope: sealedScope, storeId, pathPrefix: paths.seal(pathPrefix) };
  const request = { ...place, depth: 0, withContent: false, limit: pageSize };
  for await (const { items } of pages((cursor) => backend.listDocuments({ ...request, cursor })))
    for (const item of items) if (item.type === 'document') yield item.document;
}

async function itemOf(
  backend: DocumentBackend,
  {
    entry: { path, sealed },
    request: { storeId, withContent },
    sealing,
  }: { entry: Listed; request: ListDocumentsRequest; sealing: StoreSealing },
): Promise<DocumentListItem | undefined> {
  if (sealed === undefined) return { type: 'prefix', prefix: { path } };
  if (!withContent) return { type: 'document', document: openSummary(sealed, sealing) };
  const place = { scope: sealing.sealedScope, storeId };
  const read = await backend.getDocument({ ...place, key: { id: sealed.id } });
  if (read?.path !== sealed.path) return undefined;
  const { lastReadAt: _, ...document } = openSummary(read, sealing);
  return { type: 'document', document };
}
