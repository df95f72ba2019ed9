import type {
  DocumentCommitRequest,
  DocumentCommitResult,
  DocumentExpectation,
} from '@mneme/core/backend';
import type { Draft } from '../scopes/scope-writer.ts';
import { DocumentChanges } from './document-changes.ts';
import type { DocumentGround } from './ground.ts';
import { putPassages, removePassages } from './passages.ts';
import {
  mismatchedIn,
  type StoredDocuments,
  storedIn,
  storedQuestions,
} from './stored-documents.ts';

export async function commitDocuments(
  ground: DocumentGround,
  request: DocumentCommitRequest,
): Promise<DocumentCommitResult> {
  let mismatched: DocumentExpectation[] = [];
  const committed = await ground.writer.change(request.scope, {
    questions: storedQuestions(request),
    async decide(draft) {
      const stored = storedIn(draft.answers, request);
      mismatched = mismatchedIn(stored, draft, request);
      if (mismatched.length > 0) return undefined;
      const { records } = request;
      if (records !== undefined && !(await ground.addRecords(draft, records))) return undefined;
      const changes = new DocumentChanges(request, stored);
      for (const change of request.changes) changes.add(change);
      write(ground, draft, { request, changes, stored });
      return true;
    },
  });
  return committed === true ? { committed } : { committed: false, mismatched };
}

function write(
  ground: DocumentGround,
  draft: Draft,
  {
    request,
    changes,
    stored,
  }: { request: DocumentCommitRequest; changes: DocumentChanges; stored: StoredDocuments },
): void {
  const { storeId, audit } = request;
  removePassages(draft, { storeId, chunks: stored.chunks });
  let passages = -stored.chunks.length;
  for (const [document, chunks] of changes.passages) {
    putPassages(ground, draft, { request, document, chunks });
    passages += chunks.length;
  }
  draft.remove(
    'versions',
    changes.forgotten.map((id) => [storeId, id]),
  );
  draft.put(
    'versions',
    changes.versionRows(() => draft.after.next_number++),
  );
  draft.remove(
    'documents',
    changes.removed().map((id) => [storeId, id]),
  );
  draft.put('documents', changes.documentRows());
  const { documents, bytes } = changes.grown;
  draft.after.documents += documents;
  draft.after.bytes += bytes;
  const changedAt = request.changes.at(-1)?.document.updatedAt;
  draft.patch('stores', {
    key: [storeId],
    ...(changedAt !== undefined && { set: { changed_at: changedAt } }),
    add: { documents, bytes, chunks: passages },
  });
  draft.audit(audit);
}
