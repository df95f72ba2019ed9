import {
  type ChunkCandidate,
  comparePaths,
  type DocumentBackend,
  type DocumentListItem,
  type DocumentSearchRequest,
  type DocumentSearchResponse,
  type DocumentVersion,
  decideRedaction,
  type EmbedderIdentity,
  embedderMismatch,
  type ListDocumentsRequest,
  type ListVersionsRequest,
  MnemeError,
  patchStore,
  type RedactRequest,
  rollUp,
  sameEmbedder,
} from '@mneme/core';
import { atPath, byPath, InMemoryDocuments, type StoreRow, summary } from './in-memory-store.ts';
import { applyWrites } from './in-memory-write.ts';

/**
 * A whole document backend in plain collections, for tests: every method is its contract written down. Two of them
 * over one `documents` act as two connections to one database.
 */
export function inMemoryDocumentBackend({
  documents = new InMemoryDocuments(),
}: {
  documents?: InMemoryDocuments;
} = {}): DocumentBackend {
  return new InMemoryDocumentBackend(documents);
}

export class InMemoryDocumentBackend implements DocumentBackend {
  readonly name = 'in-memory';
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

  addStore: DocumentBackend['addStore'] = async ({ store, audit }) => {
    const all = this.#open();
    const number = all.nextNumber++;
    const row = {
      info: store,
      number,
      documents: new Map(),
      versions: [],
      changedAt: store.createdAt,
    };
    all.stores.set(store.id, row);
    all.audit.push(audit);
  };

  findStore: DocumentBackend['findStore'] = async ({ scope, name, add }) => {
    const all = this.#open();
    const found = all
      .storesOf(scope)
      .filter(({ info }) => info.name === name && info.archivedAt === undefined)
      .sort((a, b) => a.number - b.number)[0];
    if (found !== undefined || add === undefined) return found && { ...found.info };
    await this.addStore(add);
    return { ...add.store };
  };

  getStore: DocumentBackend['getStore'] = async (scope, storeId) => {
    const row = this.#open().find(scope, storeId);
    return row && { ...row.info };
  };

  listStores: DocumentBackend['listStores'] = async (request) => {
    const rows = this.#open()
      .storesOf(request.scope)
      .filter(({ info }) => request.includeArchived || info.archivedAt === undefined)
      .filter(({ info }) => isWithin(info.createdAt, request))
      .filter(({ number }) => request.after === undefined || number < request.after)
      .sort((a, b) => b.number - a.number);
    const page = rows.slice(0, request.limit);
    return {
      stores: page.map(({ info }) => ({ ...info })),
      ...(rows.length > page.length ? { next: page.at(-1)!.number } : {}),
    };
  };

  patchStore: DocumentBackend['patchStore'] = async ({ scope, storeId, patch, at, audit }) => {
    const all = this.#open();
    const row = all.require(scope, storeId);
    const decision = patchStore(row.info, { patch, at });
    if (decision.action === 'refuse') return { outcome: 'refused', reason: decision.reason };
    if (decision.action === 'change') {
      row.info = decision.store;
      all.audit.push(audit);
    }
    return { outcome: 'stored', store: { ...row.info } };
  };

  removeStore: DocumentBackend['removeStore'] = async ({ scope, storeId, audit }) => {
    const all = this.#open();
    all.require(scope, storeId);
    all.stores.delete(storeId);
    all.audit.push(audit);
  };

  write: DocumentBackend['write'] = async (request) => applyWrites(this.#open(), request);

  getDocument: DocumentBackend['getDocument'] = async ({ scope, storeId, key }) => {
    const row = this.#open().require(scope, storeId);
    const found = 'id' in key ? row.documents.get(key.id) : atPath(row, key.path);
    if (found === undefined) return undefined;
    const { lastReadAt } = found;
    return {
      ...summary(row, found),
      content: found.content,
      ...(lastReadAt === undefined ? {} : { lastReadAt }),
    };
  };

  listDocuments: DocumentBackend['listDocuments'] = async (request: ListDocumentsRequest) => {
    const row = this.#open().require(request.scope, request.storeId);
    const items = new Map<string, DocumentListItem>();
    for (const document of byPath(row)) {
      if (!document.path.startsWith(request.pathPrefix)) continue;
      const path = rollUp(document.path, request);
      const content = request.withContent ? { content: document.content } : {};
      items.set(
        path,
        path === document.path
          ? { type: 'document', document: { ...summary(row, document), ...content } }
          : { type: 'prefix', prefix: { path } },
      );
    }
    const left = [...items].filter(
      ([path]) => request.after === undefined || comparePaths(path, request.after) > 0,
    );
    const page = left.slice(0, request.limit);
    return {
      items: page.map(([, item]) => item),
      ...(left.length > page.length ? { next: page.at(-1)![0] } : {}),
    };
  };

  listVersions: DocumentBackend['listVersions'] = async (request: ListVersionsRequest) => {
    const row = this.#open().require(request.scope, request.storeId);
    const { documentId, operation, createdBy, after, limit, withContent } = request;
    const actor = JSON.stringify(createdBy);
    const left = row.versions
      .filter(({ number }) => after === undefined || number < after)
      .filter(({ version }) => documentId === undefined || version.documentId === documentId)
      .filter(({ version }) => operation === undefined || version.operation === operation)
      .filter(
        ({ version }) => createdBy === undefined || JSON.stringify(version.createdBy) === actor,
      )
      .filter(({ version }) => isWithin(version.createdAt, request))
      .sort((a, b) => b.number - a.number);
    const page = left.slice(0, limit);
    return {
      versions: page.map(({ version }) => (withContent ? { ...version } : withoutContent(version))),
      ...(left.length > page.length ? { next: page.at(-1)!.number } : {}),
    };
  };

  getVersion: DocumentBackend['getVersion'] = async ({ scope, storeId, versionId }) => {
    const row = this.#open().require(scope, storeId);
    const found = row.versions.find(({ version }) => version.id === versionId);
    return found && { ...found.version };
  };

  redact: DocumentBackend['redact'] = async (request: RedactRequest) => {
    const all = this.#open();
    const row = all.require(request.scope, request.storeId);
    const found = row.versions.find(({ version }) => version.id === request.versionId);
    if (found === undefined) return { outcome: 'not_found' };
    const { version } = found;
    const decision = decideRedaction({
      redacted: version.redactedAt !== undefined,
      isHeadOfLiveDocument: row.documents.get(version.documentId)?.versionId === version.id,
    });
    if (decision === 'refuse') return { outcome: 'head' };
    if (decision === 'redact') {
      const { path: _p, content: _c, contentSha256: _h, contentSizeBytes: _s, ...kept } = version;
      found.version = { ...kept, redactedAt: request.at };
      if (request.actor) found.version.redactedBy = request.actor;
      const { at, scope, audit } = request;
      all.audit.push({ at, action: 'redact', scope, id: request.versionId, ...audit });
    }
    return { outcome: 'redacted', version: { ...found.version } };
  };

  search: DocumentBackend['search'] = async (request) => {
    return searchChunks(this.#open().require(request.scope, request.storeId), request);
  };

  touch: DocumentBackend['touch'] = async ({ scope, storeId, documentIds, at }) => {
    const row = this.#open().require(scope, storeId);
    for (const id of documentIds) {
      const document = row.documents.get(id);
      if (document) document.lastReadAt = at;
    }
  };

  findUnread: DocumentBackend['findUnread'] = async ({ scope, before, limit }) => {
    const rows = [...this.#open().stores.values()].filter(
      ({ info }) => scope === undefined || info.scope === scope,
    );
    const documents = rows.flatMap(({ info, documents }) =>
      [...documents.values()]
        .filter(({ updatedAt, lastReadAt = '' }) => updatedAt < before && lastReadAt < before)
        .map(({ id, sha256 }) => ({
          scope: info.scope,
          storeId: info.id,
          id,
          contentSha256: sha256,
        })),
    );
    const stores = rows
      .filter(
        (row) => row.documents.size === 0 && row.changedAt < before && row.info.updatedAt < before,
      )
      .map(({ info }) => ({ scope: info.scope, storeId: info.id }));
    return { documents: documents.slice(0, limit), stores: stores.slice(0, limit) };
  };

  eraseScope: DocumentBackend['eraseScope'] = async (scope) => {
    const all = this.#open();
    const rows = all.storesOf(scope);
    for (const { info } of rows) all.stores.delete(info.id);
    all.audit = all.audit.filter((entry) => entry.scope !== scope);
    return {
      stores: rows.length,
      documents: rows.reduce((sum, { documents }) => sum + documents.size, 0),
      versions: rows.reduce((sum, { versions }) => sum + versions.length, 0),
    };
  };

  async close(): Promise<void> {
    this.#closed = true;
  }

  #open(): InMemoryDocuments {
    if (!this.#closed) return this.#all;
    throw new MnemeError('closed', 'the backend was closed before the call');
  }
}

function withoutContent({ content: _, ...version }: DocumentVersion): DocumentVersion {
  return version;
}

function isWithin(
  time: string,
  { createdFrom, createdTo }: { createdFrom?: string; createdTo?: string },
): boolean {
  return (
    (createdFrom === undefined || time >= createdFrom) &&
    (createdTo === undefined || time <= createdTo)
  );
}

function searchChunks(row: StoreRow, request: DocumentSearchRequest): DocumentSearchResponse {
  const terms = request.lexical?.terms ?? [];
  const all = byPath(row).flatMap((document) =>
    document.chunks.map((chunk) => ({ document, chunk })),
  );
  const lengths = all.reduce((sum, { chunk }) => sum + chunk.terms.length, 0);
  const candidates = all
    .filter(({ document }) => document.path.startsWith(request.pathPrefix))
    .map(({ document, chunk }): ChunkCandidate => {
      const candidate: ChunkCandidate = {
        document: summary(row, document),
        text: document.content.slice(chunk.start, chunk.end),
        line: chunk.line,
        length: chunk.terms.length,
      };
      const vector = chunk.vector;
      if (request.dense && vector?.some((value) => value !== 0)) {
        candidate.similarity = vector.reduce(
          (sum, v, at) => sum + v * request.dense!.vector[at]!,
          0,
        );
      }
      const frequencies = terms.map((term) => chunk.terms.filter((word) => word === term).length);
      if (frequencies.some((count) => count > 0)) candidate.termFrequencies = frequencies;
      return candidate;
    });
  const nearest = top(candidates, request.dense?.limit ?? 0, ({ similarity }) => similarity);
  const worded = top(candidates, request.lexical?.limit ?? 0, ({ termFrequencies }) =>
    termFrequencies?.reduce((sum, count) => sum + count, 0),
  );
  return {
    candidates: candidates.filter((candidate) => {
      if (!nearest.has(candidate)) delete candidate.similarity;
      if (!worded.has(candidate)) delete candidate.termFrequencies;
      return nearest.has(candidate) || worded.has(candidate);
    }),
    statistics: {
      count: all.length,
      averageLength: all.length === 0 ? 0 : lengths / all.length,
      documentFrequencies: terms.map(
        (term) => all.filter(({ chunk }) => chunk.terms.includes(term)).length,
      ),
    },
  };
}

function top(
  candidates: readonly ChunkCandidate[],
  limit: number,
  score: (candidate: ChunkCandidate) => number | undefined,
): Set<ChunkCandidate> {
  return new Set(
    candidates
      .filter((candidate) => score(candidate) !== undefined)
      .sort((a, b) => score(b)! - score(a)!)
      .slice(0, limit),
  );
}
