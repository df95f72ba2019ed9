import * as mneme from '@mneme/core/contract';
import { AskedQuery, passage } from '@mneme/core/index';
import { indexOf, type ReferenceBackend, restOf } from './backend.ts';

export type StoreRow = { info: mneme.StoreInfo; number: number; changedAt: string };
export interface DocumentRow {
  summary: mneme.DocumentSummary;
  content: string;
  chunks: (Omit<mneme.PreparedChunk, 'vector' | 'nextVector'> & { vector?: number[] })[];
  lastReadAt?: string;
}

export type VersionRow = { version: mneme.DocumentVersion; number: number };
type Place = Pick<mneme.RemoveStoreRequest, 'scope' | 'storeId'>;
type Page = Pick<mneme.ListVersionsRequest, 'limit' | 'cursor' | 'createdFrom' | 'createdTo'>;

/** Each store, document and version is one value, under its scope. */
export function documentsOf(backend: ReferenceBackend): mneme.DocumentBackend {
  const requireStore = ({ scope, storeId }: Place): StoreRow => {
    const row = backend.table.read<StoreRow>('store', scope, storeId);
    if (row !== undefined) return row;
    throw new mneme.MnemeError('not_found', `there is no store ${storeId} in this scope`);
  };
  const documentsIn = ({ scope, storeId }: Place) =>
    backend.table
      .readAll<DocumentRow>('document', scope, storeId)
      .sort((a, b) => mneme.comparePaths(a.summary.path, b.summary.path));
  const versionsIn = ({ scope, storeId }: Place) =>
    backend.table.readAll<VersionRow>('version', scope, storeId);
  const find = (place: Place, key: mneme.DocumentKey) =>
    'id' in key
      ? backend.table.read<DocumentRow>('document', place.scope, place.storeId, key.id)
      : documentsIn(place).find(({ summary }) => summary.path === key.path);
  const usageOf = (scope: string) => ({
    documents: backend.table.readAll('document', scope).length,
    bytes: backend.table
      .readAll<VersionRow>('version', scope)
      .reduce((sum, { version }) => sum + (version.contentSizeBytes ?? 0), 0),
  });
  const newestFirst = <Row extends { number: number }>(
    rows: readonly Row[],
    timeOf: (row: Row) => string,
    { limit, cursor, createdFrom = '', createdTo = '~', owner }: Page & { owner: string[] },
  ) => {
    const names = [backend.meta.secret ?? '', ...owner];
    const within = rows.filter((row) => timeOf(row) >= createdFrom && timeOf(row) <= createdTo);
    const request = { owner: names, limit, cursor, descending: true };
    return mneme.pageInOrder(within, ({ number }) => [number], request);
  };
  const carryOut = (
    { scope, storeId, actor, embedder }: mneme.DocumentCommitRequest,
    { operation, document: summary, content, forget }: mneme.DocumentCommitChange,
  ) => {
    const before = backend.table.read<DocumentRow>('document', scope, storeId, summary.id);
    const chunks = content?.chunks.map(({ vector, nextVector: _, ...chunk }) => {
      if (vector !== undefined) backend.checkVector(vector, embedder);
      return vector === undefined ? chunk : { ...chunk, vector: [...vector] };
    });
    const text = content?.text ?? before?.content ?? '';
    if (operation === 'deleted') backend.table.remove('document', scope, storeId, summary.id);
    else {
      const row = { ...before, summary, content: text, chunks: chunks ?? before?.chunks ?? [] };
      backend.table.write(row, 'document', scope, storeId, summary.id);
    }
    const own = versionsIn({ scope, storeId }).filter(
      ({ version }) => version.documentId === summary.id,
    );
    if (forget)
      return own.forEach(
        ({ version }) => void backend.table.remove('version', scope, storeId, version.id),
      );
    const { contentSha256, contentSizeBytes } = summary;
    const version: mneme.DocumentVersion = {
      id: summary.versionId,
      storeId,
      documentId: summary.id,
      number: own.length + 1,
      operation,
      createdAt: summary.updatedAt,
      path: summary.path,
      ...(actor && { createdBy: actor }),
      ...(operation !== 'deleted' && { content: text, contentSha256, contentSizeBytes }),
    };
    backend.table.write(
      { version, number: backend.nextNumber() },
      'version',
      scope,
      storeId,
      version.id,
    );
  };
  return {
    async getStore(scope, storeId) {
      return backend.table.read<StoreRow>('store', scope, storeId)?.info;
    },
    async listStores({ scope, name, includeArchived, ...request }) {
      const rows = backend.table
        .readAll<StoreRow>('store', scope)
        .filter(({ info }) => includeArchived || info.archivedAt === undefined)
        .filter(({ info }) => name === undefined || info.name === name);
      const owner = ['stores', scope];
      const { page, ...next } = newestFirst(rows, ({ info }) => info.createdAt, {
        ...request,
        owner,
      });
      return { stores: page.map(({ info }) => info), ...next };
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
    async removeStore({ unusedSince, audit, records, ...place }) {
      const { scope, storeId } = place;
      return backend.table.transaction(() => {
        const { changedAt, info } = requireStore(place);
        const isNew = (at: string) => unusedSince !== undefined && at >= unusedSince;
        const isUsed = unusedSince !== undefined && documentsIn(place).length > 0;
        if (isUsed || isNew(changedAt) || isNew(info.updatedAt)) return false;
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
        for (const path of paths) {
          const rows = documentsIn(place).filter(({ summary }) =>
            mneme.pathsConflict(summary.path, path),
          );
          const lower = rows.filter(({ summary }) => summary.path.length > path.length);
          const unwanted = lower.slice(below);
          for (const row of rows) if (!unwanted.includes(row)) add(row);
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
      const row = find(place, key);
      const { summary, content, lastReadAt } = row ?? {};
      return summary && { ...summary, content: content ?? '', ...(lastReadAt && { lastReadAt }) };
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
      const owner = ['documents', request.scope, request.storeId];
      const { page, ...next } = mneme.pageInOrder([...items], ([path]) => [path], {
        ...request,
        owner,
      });
      return { items: page.map(([, item]) => item), ...next };
    },
    async listVersions({ documentId, operation, createdBy, withContent, ...request }) {
      requireStore(request);
      const isAsked = ({ version }: VersionRow) =>
        version.documentId === (documentId ?? version.documentId) &&
        version.operation === (operation ?? version.operation) &&
        JSON.stringify(version.createdBy) === JSON.stringify(createdBy ?? version.createdBy);
      const owner = ['versions', request.scope, request.storeId];
      const rows = versionsIn(request).filter(isAsked);
      const timeOf = ({ version }: VersionRow) => version.createdAt;
      const { page, ...next } = newestFirst(rows, timeOf, { ...request, owner });
      const versions = page.map(({ version: { content, ...version } }) =>
        withContent && content !== undefined ? { ...version, content } : version,
      );
      return { versions, ...next };
    },
    async getVersion({ versionId, ...place }) {
      requireStore(place);
      return backend.table.read<VersionRow>('version', place.scope, place.storeId, versionId)
        ?.version;
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
      if (query.vector !== undefined) backend.checkVector(query.vector, embedder);
      const rows = documentsIn(place).flatMap((document) =>
        document.chunks.map((chunk) => ({ document, chunk })),
      );
      const index = indexOf(
        rows.map(({ chunk }, at) => ({ ...chunk, number: at + 1, kind: passage })),
      );
      const isBelow = ({ document }: (typeof rows)[number]) =>
        document.summary.path.startsWith(pathPrefix);
      const asked = new AskedQuery(index, query);
      asked.look(
        Uint8Array.from(rows, (row) => (isBelow(row) ? 1 : 0)),
        query,
      );
      asked.compare((at) => restOf(rows[at]?.chunk));
      const places = asked.places();
      const found = asked.foundAt(places);
      index.release();
      const candidates = places.map((at, order): mneme.ChunkCandidate => {
        const { document, chunk } = rows[at] as (typeof rows)[number];
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
          if (row)
            backend.table.write(
              { ...row, lastReadAt: at },
              'document',
              place.scope,
              place.storeId,
              id,
            );
        }
      });
    },
    async findUnread({ scope, before, limit }) {
      const within = scope === undefined ? [] : [scope];
      const stores = backend.table.readAll<StoreRow>('store', ...within);
      const unread = stores.flatMap(({ info }) =>
        documentsIn({ scope: info.scope, storeId: info.id })
          .filter(
            ({ summary, lastReadAt = '' }) => summary.updatedAt < before && lastReadAt < before,
          )
          .map(({ summary }) => ({ scope: info.scope, document: summary })),
      );
      const unused = stores
        .filter(({ info, changedAt }) => changedAt < before && info.updatedAt < before)
        .map(({ info }) => ({ scope: info.scope, storeId: info.id }))
        .filter((place) => documentsIn(place).length === 0);
      return { documents: unread.slice(0, limit), stores: unused.slice(0, limit) };
    },
  };
}
