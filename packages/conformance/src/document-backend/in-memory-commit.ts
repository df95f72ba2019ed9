import {
  type DocumentCommitChange,
  type DocumentCommitRequest,
  type DocumentCommitResult,
  type DocumentVersion,
  failedExpectations,
} from '@mneme/core/contract';
import type { InMemoryDocuments, StoreRow } from './in-memory-store.ts';

export function commit(
  all: InMemoryDocuments,
  request: DocumentCommitRequest,
): DocumentCommitResult {
  const row = all.require(request);
  const mismatched = failedExpectations(request.expect, {
    isArchived: row.info.archivedAt !== undefined,
    usage: () => all.usage(request.scope),
    around: () => [...row.documents.values()].map(({ summary }) => summary),
    head(id) {
      const live = row.documents.get(id);
      return live && { versionId: live.summary.versionId, lastReadAt: live.lastReadAt };
    },
  });
  if (mismatched.length > 0) return { committed: false, mismatched };
  for (const change of request.changes) carryOut(all, { row, request, change });
  all.audit.push(...request.audit);
  return { committed: true };
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
