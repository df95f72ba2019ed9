import {
  type Backend,
  type BackendWithDocuments,
  type CommitRequest,
  type DocumentBackend,
  type DocumentListItem,
  type EmbedderIdentity,
  embedderMismatch,
  MnemeError,
  pageInOrder,
  pathsConflict,
  rollUp,
  sameEmbedder,
} from '@mneme/core/contract';
import { commit } from './in-memory-commit.ts';
import { searchChunks } from './in-memory-search.ts';
import { byPath, findDocument, InMemoryDocuments } from './in-memory-store.ts';

const secret = crypto.randomUUID();

/**
 * A whole document backend in plain collections, for tests. Two of them over one `documents` act as two connections to
 * one database.
 */
export function inMemoryDocumentBackend({
  documents = new InMemoryDocuments(),
}: {
  documents?: InMemoryDocuments;
} = {}): BackendWithDocuments & DocumentBackend {
  return new InMemoryDocumentBackend(documents);
}

class InMemoryDocumentBackend implements BackendWithDocuments, DocumentBackend {
  readonly name = 'in-memory';
  readonly documents = this;
  readonly #all: InMemoryDocuments;
  #closed = false;

  constructor(documents: InMemoryDocuments) {
    this.#all = documents;
  }

  async open({ embedder }: { embedder?: EmbedderIdentity }): Promise<void> {
    const all = this.#open();
    if (embedder === undefined) return;
    const remembered = all.embedder;
    if (remembered !== undefined && !sameEmbedder(remembered, embedder))
      throw embedderMismatch('the in-memory store', { remembered, given: embedder });
    all.embedder = embedder;
  }

  getStore: DocumentBackend['getStore'] = async (scope, storeId) => {
    return structuredClone(this.#open().find(scope, storeId)?.info);
  };

  listStores: DocumentBackend['listStores'] = async (request) => {
    const rows = this.#open()
      .storesOf(request.scope)
      .filter(({ info }) => request.includeArchived || info.archivedAt === undefined)
      .filter(({ info }) => request.name === undefined || info.name === request.name)
      .filter(({ info }) => isWithin(info.createdAt, request));
    const { page, ...more } = newestFirst(rows, request);
    return { stores: page.map(({ info }) => structuredClone(info)), ...more };
  };

  putStore: DocumentBackend['putStore'] = async ({ store, expect, audit }) => {
    const all = this.#open();
    const row = all.find(store.scope, store.id);
    if ((row?.info.version ?? 0) !== expect.version) return false;
    if (expect.freeName && all.named(store.scope, store.name)) return false;
    const base = row ?? {
      number: all.nextNumber++,
      documents: new Map(),
      versions: [],
      changedAt: store.createdAt,
    };
    all.stores.set(store.id, { ...base, info: structuredClone(store) });
    all.audit.push(audit);
    return true;
  };

  removeStore: DocumentBackend['removeStore'] = async (request) => {
    assertNoRecords(request);
    const all = this.#open();
    const { info, documents, changedAt } = all.require(request);
    const { unusedSince, audit } = request;
    if (unusedSince !== undefined) {
      const isUsed = changedAt >= unusedSince || info.updatedAt >= unusedSince;
      if (isUsed || documents.size > 0) return false;
    }
    all.stores.delete(info.id);
    all.audit.push(audit);
    return true;
  };

  lookUp: DocumentBackend['lookUp'] = async (request) => {
    const all = this.#open();
    const row = all.require(request);
    const found = new Set(request.keys.map((key) => findDocument(row, key)));
    for (const wanted of request.paths) {
      const around = byPath(row).filter(({ summary }) => pathsConflict(summary.path, wanted));
      const below = around.filter(({ summary }) => summary.path.length > wanted.length);
      const unwanted = new Set(below.slice(request.below));
      for (const document of around) if (!unwanted.has(document)) found.add(document);
    }
    return {
      store: structuredClone(row.info),
      usage: all.usage(request.scope),
      documents: [...found].flatMap((document) => (document ? [{ ...document.summary }] : [])),
    };
  };

  commit: DocumentBackend['commit'] = async (request) => {
    assertNoRecords(request);
    return commit(this.#open(), request);
  };

  getDocument: DocumentBackend['getDocument'] = async (request) => {
    const found = findDocument(this.#open().require(request), request.key);
    if (found === undefined) return undefined;
    const { summary, content, lastReadAt } = found;
    return { ...summary, content, ...(lastReadAt === undefined ? {} : { lastReadAt }) };
  };

  listDocuments: DocumentBackend['listDocuments'] = async (request) => {
    const row = this.#open().require(request);
    const items = new Map<string, DocumentListItem>();
    for (const { summary, content } of byPath(row)) {
      if (!summary.path.startsWith(request.pathPrefix)) continue;
      const path = rollUp(summary.path, request);
      const document = { ...summary, ...(request.withContent ? { content } : {}) };
      items.set(
        path,
        path === summary.path
          ? { type: 'document', document }
          : { type: 'prefix', prefix: { path } },
      );
    }
    const owner = ['documents', request.scope, request.storeId];
    const { page, ...next } = pageInOrder([...items], ([path]) => [path], { ...request, owner });
    return { items: page.map(([, item]) => item), ...next };
  };

  listVersions: DocumentBackend['listVersions'] = async (request) => {
    const { documentId, operation, createdBy, withContent } = request;
    const actor = JSON.stringify(createdBy);
    const rows = this.#open()
      .require(request)
      .versions.filter(
        ({ version }) => documentId === undefined || version.documentId === documentId,
      )
      .filter(({ version }) => operation === undefined || version.operation === operation)
      .filter(
        ({ version }) => createdBy === undefined || JSON.stringify(version.createdBy) === actor,
      )
      .filter(({ version }) => isWithin(version.createdAt, request));
    const { page, ...more } = newestFirst(rows, request);
    const versions = page.map(({ version: { content, ...version } }) =>
      withContent && content !== undefined ? { ...version, content } : version,
    );
    return { versions, ...more };
  };

  getVersion: DocumentBackend['getVersion'] = async (request) => {
    const { versions } = this.#open().require(request);
    const found = versions.find(({ version }) => version.id === request.versionId);
    return found && { ...found.version };
  };

  redact: DocumentBackend['redact'] = async (request) => {
    const all = this.#open();
    const { versions } = all.require(request);
    const found = versions.find(({ version }) => version.id === request.version.id);
    if (found === undefined || found.version.redactedAt !== undefined) return false;
    found.version = { ...request.version };
    all.audit.push(request.audit);
    return true;
  };

  search: DocumentBackend['search'] = async (request) => {
    return searchChunks(this.#open().require(request), request);
  };

  touch: DocumentBackend['touch'] = async (request) => {
    const { documents } = this.#open().require(request);
    for (const id of request.documentIds) {
      const document = documents.get(id);
      if (document) document.lastReadAt = request.at;
    }
  };

  findUnread: DocumentBackend['findUnread'] = async ({ scope, before, limit }) => {
    const rows = this.#open().storesOf(scope);
    const documents = rows.flatMap(({ info, documents }) =>
      [...documents.values()]
        .filter(({ summary, lastReadAt = '' }) => summary.updatedAt < before && lastReadAt < before)
        .map(({ summary }) => ({ scope: info.scope, document: { ...summary } })),
    );
    const stores = rows
      .filter(({ documents }) => documents.size === 0)
      .filter(({ changedAt, info }) => changedAt < before && info.updatedAt < before)
      .map(({ info }) => ({ scope: info.scope, storeId: info.id }));
    return { documents: documents.slice(0, limit), stores: stores.slice(0, limit) };
  };

  erase: Backend['erase'] = async (scope, receipt) => {
    const all = this.#open();
    const rows = all.storesOf(scope);
    for (const { info } of rows) all.stores.delete(info.id);
    const lines = all.audit.length;
    all.audit = all.audit.filter((entry) => entry.scope !== scope);
    const counts = {
      records: 0,
      stores: rows.length,
      documents: rows.reduce((sum, { documents }) => sum + documents.size, 0),
      versions: rows.reduce((sum, { versions }) => sum + versions.length, 0),
      auditLines: lines - all.audit.length,
    };
    all.audit.push(receipt);
    return { records: 0, proof: { counts, checks: [] } };
  };

  remains: NonNullable<Backend['remains']> = async () => {
    this.#open();
    return { bytes: 'removed' };
  };

  async close(): Promise<void> {
    this.#closed = true;
  }

  #open(): InMemoryDocuments {
    if (!this.#closed) return this.#all;
    throw new MnemeError('closed', 'the backend was closed before the call');
  }
}

function newestFirst<Row extends { number: number }>(
  rows: readonly Row[],
  {
    limit,
    cursor,
    scope,
    storeId = '',
  }: { limit: number; cursor?: string; scope: string; storeId?: string },
): { page: readonly Row[]; nextCursor?: string } {
  // The secret belongs to this process, so the numbers reveal nothing about other tenants.
  const owner = [secret, scope, storeId];
  return pageInOrder(rows, ({ number }) => [number], { owner, limit, cursor, descending: true });
}

function isWithin(
  time: string,
  { createdFrom = '', createdTo }: { createdFrom?: string; createdTo?: string },
): boolean {
  return time >= createdFrom && (createdTo === undefined || time <= createdTo);
}

/** This backend has no records. */
function assertNoRecords({ records }: { records?: CommitRequest }): void {
  if (records !== undefined)
    throw new MnemeError('unsupported', 'the in-memory documents keep no records', {
      field: 'records',
    });
}
