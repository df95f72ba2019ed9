import {
  type DocumentCommitChange,
  type DocumentCommitRequest,
  type DocumentCommitResult,
  type DocumentExpectation,
  type DocumentVersion,
  pathsConflict,
} from '@mneme/core/contract';
import type { InMemoryDocuments, StoreRow } from './in-memory-store.ts';

export function commit(
  all: InMemoryDocuments,
  request: DocumentCommitRequest,
): DocumentCommitResult {
  const row = all.require(request);
  const mismatched = request.expect.filter((expected) => !holds(all, { row, request, expected }));
  if (mismatched.length > 0) return { committed: false, mismatched };
  for (const change of request.changes) carryOut(all, { row, request, change });
  all.audit.push(...request.audit);
  return { committed: true };
}

function holds(
  all: InMemoryDocuments,
  options: { row: StoreRow; request: DocumentCommitRequest; expected: DocumentExpectation },
): boolean {
  const { row, request, expected } = options;
  switch (expected.type) {
    case 'head': {
      const live = row.documents.get(expected.documentId);
      const { lastReadAt = '' } = live ?? {};
      const isUnread = expected.unreadSince === undefined || lastReadAt < expected.unreadSince;
      return live?.summary.versionId === expected.versionId && isUnread;
    }
    case 'free':
      return [...row.documents.values()].every(
        ({ summary: { id, path } }) =>
          !pathsConflict(path, expected.path) ||
          request.expect.some((other) => other.type === 'head' && other.documentId === id),
      );
    case 'open':
      return row.info.archivedAt === undefined;
    case 'usage': {
      const { documents, bytes } = all.usage(request.scope);
      return documents <= expected.atMost.documents && bytes <= expected.atMost.bytes;
    }
  }
}

function carryOut(
  all: InMemoryDocuments,
  options: { row: StoreRow; request: DocumentCommitRequest; change: DocumentCommitChange },
): void {
  const { row, request, change } = options;
  const { operation, document: summary } = change;
  const before = row.documents.get(summary.id);
  const { text, chunks } = change.content ?? {
    text: before?.content ?? '',
    chunks: before?.chunks ?? [],
  };
  if (operation === 'deleted') row.documents.delete(summary.id);
  else row.documents.set(summary.id, { ...before, summary, content: text, chunks });
  row.changedAt = summary.updatedAt;
  if (change.forget) {
    row.versions = row.versions.filter(({ version }) => version.documentId !== summary.id);
    return;
  }
  const version: DocumentVersion = {
    id: summary.versionId,
    storeId: summary.storeId,
    documentId: summary.id,
    number: 1 + row.versions.filter(({ version }) => version.documentId === summary.id).length,
    operation,
    createdAt: summary.updatedAt,
    path: summary.path,
  };
  if (request.actor !== undefined) version.createdBy = request.actor;
  if (operation !== 'deleted') {
    version.content = text;
    version.contentSha256 = summary.contentSha256;
    version.contentSizeBytes = summary.contentSizeBytes;
  }
  row.versions.push({ number: all.nextNumber++, version });
}
