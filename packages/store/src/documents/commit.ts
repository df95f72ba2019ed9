import {
  type DocumentCommitRequest,
  type DocumentCommitResult,
  type DocumentExpectation,
  failedExpectations,
} from '@mneme/core/contract';
import type { Question, Row } from '../rows/rows.ts';
import type { Draft } from '../scopes/scope-writer.ts';
import { contentIn, currentVersionQuestion } from './contents.ts';
import { DocumentChanges } from './document-changes.ts';
import { requireStore, storeQuestion, toStore, toSummary } from './document-rows.ts';
import type { DocumentGround } from './ground.ts';
import { aroundQuestions, usageOf } from './look-up.ts';
import { putPassages, removePassages } from './passages.ts';

export async function commitDocuments(
  ground: DocumentGround,
  request: DocumentCommitRequest,
): Promise<DocumentCommitResult> {
  let mismatched: DocumentExpectation[] = [];
  const committed = await ground.writer.change(request.scope, {
    questions: questionsOf(request),
    async decide(draft) {
      const state = stateIn(draft, request);
      mismatched = state.mismatched(draft);
      if (mismatched.length > 0) return undefined;
      const { records } = request;
      if (records !== undefined && !(await ground.addRecords(draft, records))) return undefined;
      const changes = new DocumentChanges(request, state);
      for (const change of request.changes) changes.add(change);
      write(ground, draft, { request, changes, state });
      return true;
    },
  });
  return committed === true ? { committed } : { committed: false, mismatched };
}

const listsOf = ({ scope, storeId }: DocumentCommitRequest, ids: Iterable<string>) =>
  Array.from(new Set(ids), (id) => [scope, storeId, id]);

function questionsOf(request: DocumentCommitRequest): Question[] {
  const { expect, changes } = request;
  const lists = (those: DocumentCommitRequest['changes']) =>
    listsOf(
      request,
      those.map(({ document }) => document.id),
    );
  const expected = expect.flatMap((each) => (each.type === 'head' ? each.documentId : []));
  const paths = expect.flatMap((each) => (each.type === 'free' ? each.path : []));
  return [
    storeQuestion(request),
    {
      table: 'documents',
      any: listsOf(request, [...expected, ...changes.map(({ document }) => document.id)]),
    },
    // The number of a version follows the last one, also of a deleted document; a live one has it in its row.
    {
      table: 'versions',
      index: 'by_document',
      any: lists(changes.filter(({ operation, forget }) => operation === 'created' || forget)),
      columns: ['id', 'document', 'version'],
    },
    {
      table: 'chunks',
      index: 'by_document',
      any: lists(changes.filter(({ operation, content }) => operation === 'deleted' || content)),
      columns: ['document', 'number'],
    },
    ...aroundQuestions(request, { paths, below: expect.length + 1 }),
    ...rewritten(request).map((id) => currentVersionQuestion(request, id)),
  ];
}

/** Documents that get a version with the text that they have. */
function rewritten({ changes }: DocumentCommitRequest): string[] {
  const kept = changes.filter(
    ({ operation, content }) => operation !== 'deleted' && content === undefined,
  );
  return [...new Set(kept.map(({ document }) => document.id))];
}

type State = ReturnType<typeof stateIn>;

/** What is stored, from the answers to {@link questionsOf}. */
function stateIn(draft: Draft, request: DocumentCommitRequest) {
  const { scope, storeId, expect } = request;
  const [stored, own = [], versions = [], chunks = [], ...more] = draft.answers;
  const kept = rewritten(request);
  const around = more.slice(0, more.length - kept.length);
  const current = more.slice(around.length).flat();
  const isLive = ({ document }: Row) => documents.has(document as string);
  const store = requireStore(stored, request);
  const documents = new Map(own.map((row) => [row.id as string, row]));
  return {
    store,
    documents,
    versions,
    chunks,
    texts: new Map(current.filter(isLive).map((row) => [row.document as string, contentIn(row)])),
    mismatched(draft: Draft): DocumentExpectation[] {
      return failedExpectations(expect, {
        isArchived: toStore(store).archivedAt !== undefined,
        usage: () => usageOf(draft.before),
        around: () => [...own, ...around.flat()].map(toSummary),
        head(id) {
          const row = documents.get(id);
          if (row === undefined) return undefined;
          const { last_read_at: lastReadAt, version_id } = row;
          // Reads are noted without a new revision of the scope.
          if (
            expect.some(
              (each) => each.type === 'head' && each.unreadSince && each.documentId === id,
            )
          )
            draft.expect({
              table: 'documents',
              key: [scope, storeId, id],
              column: 'last_read_at',
              value: lastReadAt as string | null,
            });
          return {
            versionId: version_id as string,
            lastReadAt: (lastReadAt as string | null) ?? undefined,
          };
        },
      });
    },
  };
}

function write(
  ground: DocumentGround,
  draft: Draft,
  {
    request,
    changes,
    state,
  }: { request: DocumentCommitRequest; changes: DocumentChanges; state: State },
): void {
  const { storeId, audit } = request;
  const isGone = ({ document }: Row) => changes.unindexed.has(document as string);
  const left = state.chunks.filter(isGone);
  removePassages(draft, { storeId, chunks: left });
  let passages = -left.length;
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
