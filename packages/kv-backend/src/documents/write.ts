import {
  afterPrefix,
  ancestorsOf,
  type DocumentDecision,
  type DocumentRefusal,
  type DocumentSummary,
  type DocumentWriteRequest,
  type DocumentWriteResult,
  decideChange,
  type PreparedWrite,
} from '@mneme/core';
import { addAuditEntry } from '../store/commit.ts';
import type { Connection } from '../store/connection.ts';
import { addChunks, removeChunks } from './chunks.ts';
import { contentOf, findDocument } from './read.ts';
import { type DocumentRow, fromActor, type StoreRow, toSummary } from './rows.ts';
import { requireRow } from './store-table.ts';

interface Totals {
  documents: number;
  bytes: number;
}

/** One request at work inside its transaction. */
interface Work {
  connection: Connection;
  request: DocumentWriteRequest;
  store: StoreRow;
  totals: Totals;
}

class Refused extends Error {
  readonly index: number;
  readonly refusal: DocumentRefusal;

  constructor(index: number, refusal: DocumentRefusal) {
    super(refusal.reason);
    this.index = index;
    this.refusal = refusal;
  }
}

export function writeDocuments(
  connection: Connection,
  request: DocumentWriteRequest,
): DocumentWriteResult {
  try {
    return connection.write(() => {
      const store = requireRow(connection, request);
      const totals = readTotals(connection, request.scope);
      const work: Work = { connection, request, store, totals };
      const results = request.writes.map((write, index) => writeOne(work, write, index));
      if (results.some(({ changed }) => changed)) save(work);
      return { outcome: 'done', results };
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { outcome: 'refused', index: error.index, refusal: error.refusal };
  }
}

function writeOne(
  work: Work,
  write: PreparedWrite,
  index: number,
): { changed: boolean; document: DocumentSummary } {
  const { connection, request, store, totals } = work;
  const { change } = write;
  const key = change.kind === 'create' ? { path: change.path } : change.target;
  const current = findDocument(connection, { store: store.number, key });
  const decision = decideChange(change, {
    state: {
      current: current && {
        id: current.id,
        path: current.path,
        sha256: current.sha256,
        sizeBytes: current.size_bytes,
      },
      inTheWay: findInTheWay(work, { write, current }),
      archived: store.archived_at !== null,
      totals,
    },
    limits: request.limits,
  });
  if (decision.action === 'refuse') throw new Refused(index, decision.refusal);
  if (decision.action === 'keep')
    return { changed: false, document: toSummary(current!, store.id) };
  return { changed: true, document: carryOut(work, { write, current, action: decision.action }) };
}

function carryOut(
  work: Work,
  options: {
    write: PreparedWrite;
    current: DocumentRow | undefined;
    action: Exclude<DocumentDecision['action'], 'refuse' | 'keep'>;
  },
): DocumentSummary {
  const { connection, request, store, totals } = work;
  const { write, current, action } = options;
  const { change } = write;
  const content = change.kind === 'delete' ? undefined : change.content;
  const sizeBytes = content?.sizeBytes ?? current?.size_bytes ?? 0;
  const row: DocumentRow = {
    number: current?.number ?? 0,
    id: current?.id ?? write.newDocumentId,
    path: (change.kind === 'delete' ? undefined : change.path) ?? current?.path ?? '',
    sha256: content?.sha256 ?? current?.sha256 ?? '',
    size_bytes: sizeBytes,
    version: 0,
    version_id: write.newVersionId,
    created_at: current?.created_at ?? request.at,
    updated_at: request.at,
    last_read_at: current?.last_read_at ?? null,
  };
  const text =
    action === 'delete'
      ? undefined
      : (write.content?.text ?? contentOf(connection, current!.version));
  row.version = addVersion(work, { row, text, operation: operations[action] });
  saveDocument(work, { row, action });
  if (action === 'delete' || write.content !== undefined) {
    if (current !== undefined) removeChunks(connection, store, current.number);
    if (write.content !== undefined)
      addChunks(connection, store, { row, content: write.content, request });
  }
  totals.documents += documentsAdded[action];
  totals.bytes += (action === 'delete' ? 0 : sizeBytes) - (current?.size_bytes ?? 0);
  const { at, scope } = request;
  addAuditEntry(connection, {
    at,
    action: auditActions[action],
    scope,
    id: row.id,
    ...write.audit,
  });
  return toSummary(row, store.id);
}

const operations = { create: 'created', modify: 'modified', delete: 'deleted' } as const;
const auditActions = { create: 'create', modify: 'update', delete: 'delete' } as const;
const documentsAdded = { create: 1, modify: 0, delete: -1 } as const;

function addVersion(
  { connection, request, store }: Work,
  { row, text, operation }: { row: DocumentRow; text: string | undefined; operation: string },
): number {
  const held = text !== undefined;
  const earlier = connection
    .column<number>(
      `SELECT document_number FROM document_versions WHERE store = ? AND document = ? ORDER BY number DESC LIMIT 1`,
    )
    .get(store.number, row.id);
  return connection
    .column<number>(
      `INSERT INTO document_versions (store, id, document, document_number, operation, created_at, actor_type,
         actor_id, path, content, sha256, size_bytes)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
    )
    .get(
      store.number,
      row.version_id,
      row.id,
      (earlier ?? 0) + 1,
      operation,
      request.at,
      ...fromActor(request.actor),
      row.path,
      held ? text : null,
      held ? row.sha256 : null,
      held ? row.size_bytes : null,
    ) as number;
}

function saveDocument(
  { connection, store }: Work,
  { row, action }: { row: DocumentRow; action: 'create' | 'modify' | 'delete' },
): void {
  if (action === 'delete') {
    connection.statement('DELETE FROM documents WHERE number = ?').run(row.number);
    return;
  }
  if (action === 'modify') {
    connection
      .statement(
        `UPDATE documents SET path = ?, sha256 = ?, size_bytes = ?, version = ?, version_id = ?, updated_at = ?
         WHERE number = ?`,
      )
      .run(
        row.path,
        row.sha256,
        row.size_bytes,
        row.version,
        row.version_id,
        row.updated_at,
        row.number,
      );
    return;
  }
  row.number = connection
    .column<number>(
      `INSERT INTO documents (store, id, path, sha256, size_bytes, version, version_id, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
    )
    .get(
      store.number,
      row.id,
      row.path,
      row.sha256,
      row.size_bytes,
      row.version,
      row.version_id,
      row.created_at,
      row.updated_at,
    ) as number;
}

/** Another document at the path asked for, above it or below it. */
function findInTheWay(
  { connection, store }: Work,
  { write, current }: { write: PreparedWrite; current: DocumentRow | undefined },
): { id: string; path: string } | undefined {
  const { change } = write;
  if (change.kind === 'delete' || change.path === undefined) return undefined;
  const { path } = change;
  if (path === current?.path) return undefined;
  const but = current?.id ?? '';
  return (
    connection
      .statement<{ id: string; path: string }>(
        `SELECT id, path FROM documents
         WHERE store = ? AND path IN (SELECT value FROM json_each(?)) AND id <> ? ORDER BY path LIMIT 1`,
      )
      .get(store.number, JSON.stringify([...ancestorsOf(path), path]), but) ??
    connection
      .statement<{ id: string; path: string }>(
        'SELECT id, path FROM documents WHERE store = ? AND path > ? AND path < ? AND id <> ? ORDER BY path LIMIT 1',
      )
      .get(store.number, `${path}/`, afterPrefix(`${path}/`), but)
  );
}

export function readTotals(connection: Connection, scope: string): Totals {
  return (
    connection
      .statement<Totals>('SELECT documents, bytes FROM document_scopes WHERE name = ?')
      .get(scope) ?? {
      documents: 0,
      bytes: 0,
    }
  );
}

export function saveTotals(connection: Connection, scope: string, totals: Totals): void {
  connection
    .statement(
      `INSERT INTO document_scopes (name, documents, bytes) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET documents = excluded.documents, bytes = excluded.bytes`,
    )
    .run(scope, totals.documents, totals.bytes);
}

function save({ connection, request, store, totals }: Work): void {
  saveTotals(connection, request.scope, totals);
  connection
    .statement(
      'UPDATE document_stores SET changed_at = ?, chunk_count = ?, term_total = ?, next_row = ? WHERE number = ?',
    )
    .run(request.at, store.chunk_count, store.term_total, store.next_row, store.number);
}
