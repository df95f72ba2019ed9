import {
  type DocumentCommitChange,
  type DocumentCommitRequest,
  type DocumentCommitResult,
  partsOfActor,
} from '@mneme/core/contract';
import { addAuditEntries } from '../store/audit-chain.ts';
import { commit } from '../store/commit.ts';
import type { Connection } from '../store/connection.ts';
import { contentChecksum } from '../store/damaged.ts';
import { IndexWriter } from '../store/index-writer.ts';
import { markRemoval } from '../store/remains.ts';
import { scopeOfNumber } from '../store/scope-table.ts';
import { insertRow, rowOf, updateRow } from '../store/summed-rows.ts';
import { addChunks, type ChunkWork, removeChunks } from './chunks.ts';
import { mismatched } from './expectations.ts';
import { contentOf, findDocument } from './read.ts';
import type { DocumentRow } from './rows.ts';
import { requireRow } from './store-table.ts';
import { readUsage, saveUsage } from './usage.ts';

export function commitDocuments(
  connection: Connection,
  request: DocumentCommitRequest,
): DocumentCommitResult {
  return connection.write(() => {
    const store = requireRow(connection, request);
    const wrong = mismatched(connection, store, request);
    const { records } = request;
    if (wrong.length > 0 || (records !== undefined && !commit(connection, records).committed))
      return { committed: false, mismatched: wrong };
    const index = new IndexWriter(connection, scopeOfNumber(connection, store.partition));
    const work: ChunkWork = { connection, request, store, index };
    const usage = readUsage(connection, request.scope);
    for (const change of request.changes) {
      const { row, before } = carryOut(work, change);
      const isGone = change.operation === 'deleted';
      usage.documents += (isGone ? 0 : 1) - (before === undefined ? 0 : 1);
      if (!isGone) usage.bytes += row.size_bytes;
      else if (change.forget) usage.bytes -= forgetVersions(work, row.id);
    }
    saveUsage(connection, request.scope, usage);
    saveStore(work);
    index.flush(store.next_row);
    addAuditEntries(connection, request.audit);
    return { committed: true };
  });
}

function carryOut(
  work: ChunkWork,
  { operation, document, content, forget }: DocumentCommitChange,
): { row: DocumentRow; before: DocumentRow | undefined } {
  const { connection, store } = work;
  const before = findDocument(connection, { store: store.number, key: { id: document.id } });
  const text =
    operation === 'deleted'
      ? undefined
      : (content?.text ?? (before === undefined ? '' : contentOf(connection, store, before)));
  const row: DocumentRow = {
    ...rowOf('documents', document),
    ...{ number: before?.number ?? 0, version: 0, last_read_at: null },
  };
  if (!forget) row.version = addVersion(work, { row, text, operation });
  if (before !== undefined && (operation === 'deleted' || content !== undefined))
    removeChunks(work, before.number);
  if (operation === 'deleted')
    connection.statement('DELETE FROM documents WHERE number = ?').run(row.number);
  else if (before === undefined) row.number = insertDocument(work, row);
  else updateDocument(work, row);
  if (content !== undefined) addChunks(work, { row, content });
  return { row, before };
}

/** Returns the number of bytes removed. */
function forgetVersions({ connection, store }: ChunkWork, document: string): number {
  const bytes = connection
    .column<number>(
      'SELECT coalesce(sum(size_bytes), 0) FROM document_versions WHERE store = ? AND document = ?',
    )
    .get(store.number, document);
  connection
    .statement('DELETE FROM document_versions WHERE store = ? AND document = ?')
    .run(store.number, document);
  markRemoval(connection);
  return bytes ?? 0;
}

function addVersion(
  { connection, request, store }: ChunkWork,
  {
    row,
    text,
    operation,
  }: { row: DocumentRow; text: string | undefined; operation: DocumentCommitChange['operation'] },
): number {
  const earlier = connection
    .column<number>(
      `SELECT document_number FROM document_versions WHERE store = ? AND document = ? ORDER BY number DESC LIMIT 1`,
    )
    .get(store.number, row.id);
  const [actorType, actorId] = request.actor === undefined ? [] : partsOfActor(request.actor);
  const version = rowOf('document_versions', {
    ...{ id: row.version_id, documentId: row.id, number: (earlier ?? 0) + 1, operation },
    ...{ createdAt: row.updated_at, actorType, actorId, path: row.path },
    ...(text === undefined ? {} : { contentSha256: row.sha256, contentSizeBytes: row.size_bytes }),
  });
  return insertRow(connection, 'document_versions', {
    ...version,
    store: store.number,
    content: text ?? null,
    checksum: text === undefined ? null : contentChecksum(text, row.sha256),
  });
}

function insertDocument({ connection, store }: ChunkWork, row: DocumentRow): number {
  const { number: _, ...columns } = row;
  return insertRow(connection, 'documents', { store: store.number, ...columns });
}

function updateDocument({ connection }: ChunkWork, row: DocumentRow): void {
  const { last_read_at: _, ...columns } = row;
  updateRow(connection, 'documents', columns);
}

function saveStore({ connection, request, store }: ChunkWork): void {
  const { number, chunk_count, term_total, next_row } = store;
  const changed_at = request.changes.at(-1)?.document.updatedAt;
  updateRow(connection, 'document_stores', {
    number,
    ...{ changed_at, chunk_count, term_total, next_row },
  });
}
