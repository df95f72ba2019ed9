import type { DocumentCommitRequest, DocumentExpectation, InStore } from '@mneme/core/backend';
import { failedExpectations } from '@mneme/core/backend';
import type { Question, Row } from '../rows/rows.ts';
import type { Draft } from '../scopes/scope-writer.ts';
import { contentIn, currentVersionQuestion } from './contents.ts';
import { requireStore, storeQuestion, toStore, toSummary } from './document-rows.ts';
import { aroundQuestions, usageOf } from './look-up.ts';

/** What a commit of documents must know of what is stored, read in one moment. */
export interface StoredDocuments {
  /** The row of the document store. */
  store: Row;
  /** Live documents that the request names, by id. */
  documents: ReadonlyMap<string, Row>;
  /** Of documents that are created or forgotten, in the order of their numbers. */
  versions: readonly Row[];
  /** Of documents whose text goes. */
  chunks: readonly Row[];
  /** Texts of live documents that get a version with the text that they have. */
  texts: ReadonlyMap<string, string>;
  /** Live documents around the paths that must be free. */
  around: readonly Row[];
}

/** What {@link storedIn} needs the answers to. */
export function storedQuestions(request: DocumentCommitRequest): Question[] {
  const { expect, changes } = request;
  const heads = expect.flatMap((each) => (each.type === 'head' ? each.documentId : []));
  const paths = expect.flatMap((each) => (each.type === 'free' ? each.path : []));
  const created = changes.filter(({ operation, forget }) => operation === 'created' || forget);
  const rewritten = changes.filter(({ operation, content }) => operation === 'deleted' || content);
  return [
    storeQuestion(request),
    { table: 'documents', any: keysOf(request, [...heads, ...idsOf(changes)]) },
    {
      // The number of a version follows the last one, also of a deleted document; a live one has it in its row.
      ...{ table: 'versions', index: 'by_document', any: keysOf(request, idsOf(created)) },
      columns: ['id', 'document', 'version'],
    },
    {
      ...{ table: 'chunks', index: 'by_document', any: keysOf(request, idsOf(rewritten)) },
      columns: ['document', 'number'],
    },
    ...keptTexts(request).map((id) => currentVersionQuestion(request, id)),
    ...aroundQuestions(request, { paths, below: expect.length + 1 }),
  ];
}

/** From the answers to {@link storedQuestions}. */
export function storedIn(
  answers: readonly Row[][],
  request: DocumentCommitRequest,
): StoredDocuments {
  const [stored, own = [], versions = [], chunks = [], ...more] = answers;
  const kept = keptTexts(request).length;
  const documents = new Map(own.map((row) => [row.id as string, row]));
  const texts = more
    .slice(0, kept)
    .flat()
    .filter(({ document }) => documents.has(document as string))
    .map((row) => [row.document as string, contentIn(row)] as const);
  return {
    ...{ store: requireStore(stored, request), documents, versions, chunks },
    ...{ texts: new Map(texts), around: [...own, ...more.slice(kept).flat()] },
  };
}

/** The expectations of a commit that are not met. */
export function mismatchedIn(
  { store, documents, around }: StoredDocuments,
  draft: Draft,
  { scope, storeId, expect }: DocumentCommitRequest,
): DocumentExpectation[] {
  for (const each of expect) {
    const row = each.type === 'head' ? documents.get(each.documentId) : undefined;
    if (row === undefined || each.type !== 'head' || each.unreadSince === undefined) continue;
    // Reads are noted without a new revision of the scope.
    const key = [scope, storeId, each.documentId];
    draft.expect({
      table: 'documents',
      key,
      column: 'last_read_at',
      value: row.last_read_at ?? null,
    });
  }
  return failedExpectations(expect, {
    isArchived: toStore(store).archivedAt !== undefined,
    usage: () => usageOf(draft.before),
    around: () => around.map(toSummary),
    head(id) {
      const row = documents.get(id);
      const lastReadAt = (row?.last_read_at as string | null | undefined) ?? undefined;
      return row && { versionId: row.version_id as string, lastReadAt };
    },
  });
}

type Changes = DocumentCommitRequest['changes'];

function idsOf(changes: Changes): string[] {
  return changes.map(({ document }) => document.id);
}

/** Documents that get a version with the text that they have. */
function keptTexts({ changes }: DocumentCommitRequest): string[] {
  const kept = changes.filter(
    ({ operation, content }) => operation !== 'deleted' && content === undefined,
  );
  return [...new Set(idsOf(kept))];
}

function keysOf({ scope, storeId }: InStore, ids: readonly string[]): string[][] {
  return Array.from(new Set(ids), (id) => [scope, storeId, id]);
}
