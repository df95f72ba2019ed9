import * as mneme from '@mneme/core/backend';
import { AskedQuery, passage } from '@mneme/store/index';
import { indexOf, type ReferenceBackend, restOf } from './backend.ts';

export type StoreRow = { info: mneme.StoreInfo; number: number; changedAt: string };
export interface DocumentRow {
  summary: mneme.DocumentSummary;
  content: string;
  chunks: (Omit<mneme.PreparedChunk, 'vector' | 'nextVector'> & { vector?: number[] })[];
  lastReadAt?: string;
}

export type VersionRow = { version: mneme.DocumentVersion; number: number };
type Page = Pick<mneme.ListVersionsRequest, 'createdFrom' | 'createdTo'>;

/** Each store, document and version is one value, under its scope. */
export function documentsOf(backend: ReferenceBackend): mneme.DocumentBackend {
  const requireStore = ({ scope, storeId }: mneme.InStore): StoreRow => {
    const row = backend.table.read<StoreRow>('store', scope, storeId);
    if (row !== undefined) return row;
    throw new mneme.MnemeError('not_found', `there is no store ${storeId} in this scope`);
  };
  const documentsIn = ({ scope, storeId }: mneme.InStore) =>
    backend.table
      .readAll<DocumentRow>('document', scope, storeId)
      .sort((a, b) => mneme.comparePaths(a.summary.path, b.summary.path));
  const versionsIn = ({ scope, storeId }: mneme.InStore) =>
    backend.table.readAll<VersionRow>('version', scope, storeId);
  const find = (place: mneme.InStore, key: mneme.DocumentKey) =>
    'id' in key
      ? backend.table.read<DocumentRow>('document', place.scope, place.storeId, key.id)
      : documentsIn(place).find(({ summary }) => summary.path === key.path);
  const usageOf = (scope: string) => ({
    documents: backend.table.readAll('document', scope).length,
    bytes: backend.table
      .readAll<VersionRow>('version', scope)
      .reduce((sum, { version }) => sum + (version.contentSizeBytes ?? 0), 0),
  });
  const isWithin = (at: string, { createdFrom = '', createdTo = '~' }: Page) =>
    at >= createdFrom && at <= createdTo;
  const isUnused = ({ info: { scope, id, updatedAt }, changedAt }: StoreRow, before: string) =>
    changedAt < before && updatedAt < before && documentsIn({ scope, storeId: id }).length === 0;
  const write = ({ scope, storeId }: mneme.InStore, row: DocumentRow) =>
    backend.table.write(row, 'document', scope, storeId, row.summary.id);
  const carryOut = (
    request: mneme.DocumentCommitRequest,
    { operation, document: summary, content: given, forget }: mneme.DocumentCommitChange,
  ) => {
    const { scope, storeId, actor, embedder } = request;
    const { id: documentId, path, contentSha256, contentSizeBytes } = summary;
    const before = find(request, { id: documentId });
    const chunks = given?.chunks.map(({ vector, nextVector: _, ...chunk }) => {
      backend.checkVector(vector, embedder);
      return { ...chunk, vector: vector && [...vector] };
    });
    const content = given?.text ?? before?.content ?? '';
    if (operation === 'deleted') backend.table.remove('document', scope, storeId, documentId);
    else write(request, { ...before, summary, content, chunks: chunks ?? before?.chunks ?? [] });
    const own = versionsIn(request).filter(({ version }) => version.documentId === documentId);
    for (const { version } of forget ? own : [])
      backend.table.remove('version', scope, storeId, version.id);
    if (forget) return;
    const version: mneme.DocumentVersion = {
      id: summary.versionId,
      storeId,
      documentId,
      number: own.length + 1,
      operation,
      createdAt: summary.updatedAt,
      path,
      ...(actor && { createdBy: actor }),
      ...(operation !== 'deleted' && { content, contentSha256, contentSizeBytes }),
    };
    const row: VersionRow = { version, number: backend.nextNumber() };
    backend.table.write(row, 'version', scope, storeId, version.id);
  };
  return {
    async getStore(scope, storeId) {
      return backend.table.read<StoreRow>('store', scope, storeId)?.info;
    },
    async listStores({ scope, name, includeArchived, ...page }) {
      const rows = backend.table
        .readAll<StoreRow>('store', scope)
        .filter(({ info }) => includeArchived || info.archivedAt === undefined)
        .filter(({ info }) => info.name === (name ?? info.name) && isWithin(info.createdAt, page))
        .map(({ info, number }) => ({ item: info, place: [number] }));
      return backend.page(rows, { ...page, list: 'stores', owner: [scope], descending: true });
    },
    async putStore({ store, expect, audit }) {
      return backend.table.transaction(() => {
        const row = backend.table.read<StoreRow>('store', store.scope, store.id);
        if ((row?.info.version ?? 0) !== expect.version) return false;
        const isTaken = backend.table
          .readAll<StoreRow>('store', store.scope)
          .some(({ info }) => info.name === store.name && info.archivedAt === undefined);
        if (expect.freeName && isTaken) return false;
        const base = row ?? { number: backend.nextNumber(), changedAt: store.createdAt };
        backend.table.write({ ...base, info: store }, 'store', store.scope, store.id);
        backend.addLine(audit);
        return true;
      });
    },
    async removeStore({ scope, storeId, unusedSince, audit, records }) {
      return backend.table.transaction(() => {
        const row = requireStore({ scope, storeId });
        if (unusedSince !== undefined && !isUnused(row, unusedSince)) return false;
        if (records && !backend.commitWithin(records).committed) return false;
        for (const what of ['document', 'version']) backend.table.removeAll(what, scope, storeId);
        backend.table.remove('store', scope, storeId);
        backend.addLine(audit);
        return true;
      });
    },
    async lookUp({ keys, paths, below, ...place }) {
      return backend.table.transaction(() => {
        const found = new Map<string, mneme.DocumentSummary>();
        const add = (row: DocumentRow | undefined) => row && found.set(row.summary.id, row.summary);
        const { info: store } = requireStore(place);
        for (const key of keys) add(find(place, key));
        const all = documentsIn(place);
        for (const path of paths) {
          const near = all.filter(({ summary }) => mneme.pathsConflict(summary.path, path));
          const lower = near.filter(({ summary }) => summary.path.length > path.length);
          const unwanted = lower.slice(below);
          for (const row of near) if (!unwanted.includes(row)) add(row);
        }
        return { store, usage: usageOf(place.scope), documents: [...found.values()] };
      });
    },
    async commit(request) {
      const { scope, storeId, expect, changes, audit, records } = request;
      return backend.table.transaction(() => {
        const { info, number } = requireStore(request);
        const mismatched = mneme.failedExpectations(expect, {
          isArchived: info.archivedAt !== undefined,
          usage: () => usageOf(scope),
          around: () => documentsIn(request).map(({ summary }) => summary),
          head(id) {
            const row = find(request, { id });
            return row && { versionId: row.summary.versionId, lastReadAt: row.lastReadAt };
          },
        });
        const isRefused =
          mismatched.length > 0 || (records && !backend.commitWithin(records).committed);
        if (isRefused) return { committed: false, mismatched };
        for (const change of changes) carryOut(request, change);
        const changedAt = changes.at(-1)?.document.updatedAt;
        backend.table.write({ info, number, changedAt }, 'store', scope, storeId);
        for (const line of audit) backend.addLine(line);
        return { committed: true };
      });
    },
    async getDocument({ key, ...place }) {
      requireStore(place);
      const { chunks: _, summary, content = '', ...rest } = find(place, key) ?? {};
      return summary && { ...summary, content, ...rest };
    },
    async listDocuments(request) {
      requireStore(request);
      const items = new Map<string, mneme.DocumentListItem>();
      for (const { summary, content } of documentsIn(request)) {
        if (!summary.path.startsWith(request.pathPrefix)) continue;
        const path = mneme.rollUp(summary.path, request);
        const document = request.withContent ? { ...summary, content } : summary;
        if (path === summary.path) items.set(path, { type: 'document', document });
        else items.set(path, { type: 'prefix', prefix: { path } });
      }
      const rows = [...items].map(([path, item]) => ({ item, place: [path] }));
      const owner = [request.scope, request.storeId];
      return backend.page(rows, { ...request, list: 'items', owner });
    },
    async listVersions({ documentId, operation, createdBy, withContent, ...request }) {
      requireStore(request);
      const rows = versionsIn(request)
        .filter(
          ({ version }) =>
            isWithin(version.createdAt, request) &&
            version.documentId === (documentId ?? version.documentId) &&
            version.operation === (operation ?? version.operation) &&
            JSON.stringify(version.createdBy) === JSON.stringify(createdBy ?? version.createdBy),
        )
        .map(({ number, version: { content, ...version } }) => ({
          item: withContent && content !== undefined ? { ...version, content } : version,
          place: [number],
        }));
      const owner = [request.scope, request.storeId];
      return backend.page(rows, { ...request, list: 'versions', owner, descending: true });
    },
    async getVersion({ scope, storeId, versionId }) {
      requireStore({ scope, storeId });
      return backend.table.read<VersionRow>('version', scope, storeId, versionId)?.version;
    },
    async redact({ version, audit, ...place }) {
      return backend.table.transaction(() => {
        requireStore(place);
        const key = ['version', place.scope, place.storeId, version.id];
        const row = backend.table.read<VersionRow>(...key);
        if (row === undefined || row.version.redactedAt !== undefined) return false;
        backend.table.write({ ...row, version }, ...key);
        backend.addLine(audit);
        return true;
      });
    },
    async search({ pathPrefix, query, embedder, ...place }) {
      requireStore(place);
      backend.checkVector(query.vector, embedder);
      const rows = documentsIn(place).flatMap((document) =>
        document.chunks.map((chunk) => ({ ...chunk, document })),
      );
      const index = indexOf(rows, () => passage);
      const isBelow = rows.map(({ document }) => document.summary.path.startsWith(pathPrefix));
      const asked = new AskedQuery(index, query);
      asked.look(Uint8Array.from(isBelow, Number), query);
      asked.compare((at) => restOf(rows[at]));
      const places = asked.places();
      const found = asked.foundAt(places);
      index.release();
      const candidates = places.map((at, order): mneme.ChunkCandidate => {
        const { document, ...chunk } = rows[at] as (typeof rows)[number];
        return {
          document: document.summary,
          text: document.content.slice(chunk.start, chunk.end),
          line: chunk.line,
          length: chunk.terms.length,
          found: [found[order] as mneme.Found],
        };
      });
      return { candidates, statistics: asked.statistics };
    },
    async touch({ documentIds, at, ...place }) {
      backend.table.transaction(() => {
        requireStore(place);
        for (const id of documentIds) {
          const row = find(place, { id });
          if (row) write(place, { ...row, lastReadAt: at });
        }
      });
    },
    async findUnread({ scope, before, limit }) {
      const rows = backend.table.readAll<StoreRow>(
        'store',
        ...(scope === undefined ? [] : [scope]),
      );
      const stores = rows
        .filter((row) => isUnused(row, before))
        .map(({ info }) => ({ scope: info.scope, storeId: info.id }));
      const documents = rows.flatMap(({ info }) =>
        documentsIn({ scope: info.scope, storeId: info.id })
          .filter((row) => row.summary.updatedAt < before && (row.lastReadAt ?? '') < before)
          .map(({ summary }) => ({ scope: info.scope, document: summary })),
      );
      return { documents: documents.slice(0, limit), stores: stores.slice(0, limit) };
    },
  };
}
