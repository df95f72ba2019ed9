import {
  type DocumentRefusal,
  type DocumentSummary,
  type DocumentVersion,
  type DocumentWriteRequest,
  type DocumentWriteResult,
  decideChange,
  type PreparedWrite,
} from '@mneme/core';
import {
  atPath,
  type InMemoryDocuments,
  inTheWay,
  type LiveDocument,
  type StoreRow,
  summary,
} from './in-memory-store.ts';

class Refused extends Error {
  readonly index: number;
  readonly refusal: DocumentRefusal;

  constructor(index: number, refusal: DocumentRefusal) {
    super(refusal.reason);
    this.index = index;
    this.refusal = refusal;
  }
}

export function applyWrites(
  all: InMemoryDocuments,
  request: DocumentWriteRequest,
): DocumentWriteResult {
  all.require(request.scope, request.storeId);
  try {
    return all.transaction(() => ({
      outcome: 'done',
      results: request.writes.map((write, index) => applyWrite(all, { request, write, index })),
    }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { outcome: 'refused', index: error.index, refusal: error.refusal };
  }
}

function applyWrite(
  all: InMemoryDocuments,
  { request, write, index }: { request: DocumentWriteRequest; write: PreparedWrite; index: number },
): { changed: boolean; document: DocumentSummary } {
  const row = all.require(request.scope, request.storeId);
  const { change } = write;
  const current =
    change.kind === 'create'
      ? atPath(row, change.path)
      : 'id' in change.target
        ? row.documents.get(change.target.id)
        : atPath(row, change.target.path);
  const path = change.kind === 'delete' ? undefined : change.path;
  const decision = decideChange(change, {
    state: {
      current,
      inTheWay: path === undefined ? undefined : inTheWay(row, { path, but: current?.id }),
      archived: row.info.archivedAt !== undefined,
      totals: all.totals(request.scope),
    },
    limits: request.limits,
  });
  if (decision.action === 'refuse') throw new Refused(index, decision.refusal);
  if (decision.action === 'keep') return { changed: false, document: summary(row, current!) };
  const document = next({ request, write, current });
  if (decision.action === 'delete') row.documents.delete(document.id);
  else row.documents.set(document.id, document);
  addVersion(all, { row, request, write, document, operation: operations[decision.action] });
  row.changedAt = request.at;
  const { at, scope } = request;
  all.audit.push({ at, action: actions[decision.action], scope, id: document.id, ...write.audit });
  return { changed: true, document: summary(row, document) };
}

const operations = { create: 'created', modify: 'modified', delete: 'deleted' } as const;
const actions = { create: 'create', modify: 'update', delete: 'delete' } as const;

function next({
  request,
  write,
  current,
}: {
  request: DocumentWriteRequest;
  write: PreparedWrite;
  current: LiveDocument | undefined;
}): LiveDocument {
  const { change, content } = write;
  const base = current ?? {
    id: write.newDocumentId,
    path: '',
    content: '',
    sha256: '',
    sizeBytes: 0,
    createdAt: request.at,
    chunks: [],
  };
  const document: LiveDocument = { ...base, versionId: write.newVersionId, updatedAt: request.at };
  if (change.kind === 'delete') return document;
  if (change.path !== undefined) document.path = change.path;
  if (change.content !== undefined && content !== undefined) {
    Object.assign(document, { ...change.content, content: content.text, chunks: content.chunks });
  }
  return document;
}

function addVersion(
  all: InMemoryDocuments,
  options: {
    row: StoreRow;
    request: DocumentWriteRequest;
    write: PreparedWrite;
    document: LiveDocument;
    operation: DocumentVersion['operation'];
  },
): void {
  const { row, request, write, document, operation } = options;
  const earlier = row.versions.filter(({ version }) => version.documentId === document.id);
  const version: DocumentVersion = {
    id: write.newVersionId,
    storeId: row.info.id,
    documentId: document.id,
    number: earlier.length + 1,
    operation,
    createdAt: request.at,
    path: document.path,
  };
  if (request.actor !== undefined) version.createdBy = request.actor;
  if (operation !== 'deleted') {
    version.content = document.content;
    version.contentSha256 = document.sha256;
    version.contentSizeBytes = document.sizeBytes;
  }
  row.versions.push({ number: all.nextNumber++, version });
}
