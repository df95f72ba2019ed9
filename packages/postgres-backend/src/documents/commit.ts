import {
  type DocumentCommitChange,
  type DocumentCommitRequest,
  type DocumentCommitResult,
  type DocumentVersion,
  failedExpectations,
  type PreparedContent,
} from '@mneme/core/contract';
import type { Query } from '../connection.ts';
import { isFor, readSpaces, requireCurrent, type Spaces } from '../spaces.ts';
import {
  addAudit,
  commitWithin,
  insertRows,
  type LockedScope,
  lockScope,
  putVectors,
  type VectorRow,
} from '../store/commit.ts';
import { inScope, type Store } from '../store/store.ts';
import { vectorColumns } from '../store/vector-bytes.ts';
import { documentsAt, readUsage } from './read.ts';
import { requireStore } from './rows.ts';

export const commitDocuments = inScope(
  'write',
  async (query, request: DocumentCommitRequest, store): Promise<DocumentCommitResult> => {
    const { scope, storeId, expect, changes, records } = request;
    const heads = expect.flatMap((each) => (each.type === 'head' ? [each.documentId] : []));
    const free = expect.flatMap((each) => (each.type === 'free' ? [each.path] : []));
    const changed = changes.map(({ document }) => document.id);
    const [locked, spaces, { info }, usage, documents, versions] = await Promise.all([
      lockScope(query, scope),
      readSpaces(query),
      requireStore(query, request),
      readUsage(query, scope),
      documentsAt(query, request, {
        ids: [...heads, ...changed],
        paths: [],
        around: free,
        below: heads.length + 1,
      }),
      query<{ document: string; last: number }>(
        `SELECT DISTINCT ON (document) document, (version ->> 'number')::integer AS last FROM versions
         WHERE scope = $1 AND store = $2 AND document = ANY ($3) ORDER BY document, number DESC`,
        [scope, storeId, changed],
      ),
    ]);
    const mismatched = failedExpectations(expect, {
      isArchived: info.archivedAt !== undefined,
      usage: () => usage,
      around: () => documents,
      head(id) {
        const row = documents.find((each) => each.id === id);
        return row && { versionId: row.version_id, lastReadAt: row.last_read_at ?? undefined };
      },
    });
    if (mismatched.length > 0) return { committed: false, mismatched };
    if (records !== undefined && !(await commitWithin(store, query, records)).committed)
      return { committed: false, mismatched: [] };
    // Records use numbers of the same sequence.
    const numbered = records === undefined ? locked : await lockScope(query, scope);
    const writing = new Writing(store, query, { request, locked: numbered, spaces });
    writing.heads = new Map(documents.map((row) => [row.id, row.version_id]));
    writing.numbers = new Map(versions.map(({ document, last }) => [document, last]));
    for (const change of changes) writing.carryOut(change);
    await writing.finish();
    return { committed: true };
  },
  ({ changes }) => changes.reduce((sum, { content }) => sum + (content?.chunks.length ?? 0), 0),
);

/** The writes of one commit: statements are sent in order, and awaited at the end. */
class Writing {
  /** For each document, its live version after the changes so far. */
  heads: Map<string, string> = new Map();
  /** For each document, the number of its last version. */
  numbers: Map<string, number> = new Map();
  readonly #store: Store;
  readonly #query: Query;
  readonly #request: DocumentCommitRequest;
  readonly #locked: LockedScope;
  readonly #spaces: Spaces;
  readonly #sent: Promise<unknown>[] = [];
  #next: number;
  #chunks = 0;
  #documents = 0;
  #bytes = 0;

  constructor(
    store: Store,
    query: Query,
    read: { request: DocumentCommitRequest; locked: LockedScope; spaces: Spaces },
  ) {
    this.#store = store;
    this.#query = query;
    this.#request = read.request;
    this.#locked = read.locked;
    this.#spaces = read.spaces;
    this.#next = read.locked.next_number;
  }

  carryOut(change: DocumentCommitChange): void {
    const { operation, document, content, forget } = change;
    const isDeleted = operation === 'deleted';
    const before = this.heads.get(document.id);
    if (before !== undefined && (isDeleted || content !== undefined))
      this.#removeChunks(document.id);
    if (!forget) this.#addVersion(change, before);
    if (isDeleted) {
      this.#send('DELETE FROM documents WHERE scope = $1 AND store = $2 AND id = $3', [
        document.id,
      ]);
      this.heads.delete(document.id);
      if (forget) this.#forgetVersions(document.id);
    } else {
      this.#putDocument(change);
      this.heads.set(document.id, document.versionId);
    }
    if (before !== undefined && isDeleted) this.#documents -= 1;
    if (before === undefined && !isDeleted) this.#documents += 1;
    if (content !== undefined && !isDeleted) this.#addChunks(document.id, content);
  }

  async finish(): Promise<void> {
    const { audit, changes } = this.#request;
    this.#send(
      'UPDATE stores SET changed_at = $3, revision = $4, chunks = chunks + $5 WHERE scope = $1 AND id = $2',
      [changes.at(-1)?.document.updatedAt, this.#locked.revision, this.#chunks],
    );
    this.#sent.push(
      this.#query(
        `UPDATE scopes SET next_number = $2, documents = documents + $3, document_bytes = document_bytes + $4 WHERE scope = $1`,
        [this.#request.scope, this.#next, this.#documents, this.#bytes],
      ),
      addAudit(this.#query, audit),
    );
    await Promise.all(this.#sent);
  }

  /** A statement whose first two parameters are the scope and the store. */
  #send(sql: string, parameters: readonly unknown[]): void {
    const { scope, storeId } = this.#request;
    this.#sent.push(this.#query(sql, [scope, storeId, ...parameters]));
  }

  #putDocument({ document }: DocumentCommitChange): void {
    this.#send(
      `INSERT INTO documents (scope, store, id, path, version_id, sha256, size_bytes, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (scope, store, id) DO UPDATE SET path = excluded.path, version_id = excluded.version_id,
         sha256 = excluded.sha256, size_bytes = excluded.size_bytes, updated_at = excluded.updated_at`,
      [
        document.id,
        document.path,
        document.versionId,
        document.contentSha256,
        document.contentSizeBytes,
        document.createdAt,
        document.updatedAt,
      ],
    );
  }

  #addVersion(
    { operation, document, content }: DocumentCommitChange,
    before: string | undefined,
  ): void {
    const number = (this.numbers.get(document.id) ?? 0) + 1;
    this.numbers.set(document.id, number);
    const { actor } = this.#request;
    const version: DocumentVersion = {
      id: document.versionId,
      storeId: document.storeId,
      documentId: document.id,
      number,
      operation,
      createdAt: document.updatedAt,
      ...(actor === undefined ? {} : { createdBy: actor }),
      path: document.path,
    };
    const isDeleted = operation === 'deleted';
    if (!isDeleted) {
      version.contentSha256 = document.contentSha256;
      version.contentSizeBytes = document.contentSizeBytes;
      this.#bytes += document.contentSizeBytes;
    }
    // An unchanged text is copied inside the server.
    const earlier =
      isDeleted || content !== undefined
        ? '$10'
        : 'coalesce($10, (SELECT content FROM versions WHERE scope = $1 AND store = $2 AND id = $11))';
    this.#send(
      `INSERT INTO versions (scope, store, id, document, operation, created_at, created_by, size_bytes, version, content)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${earlier})`,
      [
        version.id,
        version.documentId,
        operation,
        version.createdAt,
        actor === undefined ? null : JSON.stringify(actor),
        version.contentSizeBytes ?? null,
        JSON.stringify(version),
        isDeleted || (content === undefined && before !== undefined)
          ? null
          : Buffer.from(content?.text ?? ''),
        ...(earlier === '$10' ? [] : [before ?? null]),
      ],
    );
  }

  #forgetVersions(document: string): void {
    this.numbers.delete(document);
    this.#send(
      `WITH gone AS (DELETE FROM versions WHERE scope = $1 AND store = $2 AND document = $3 RETURNING size_bytes)
       UPDATE scopes SET document_bytes = document_bytes - (SELECT coalesce(sum(size_bytes), 0) FROM gone) WHERE scope = $1`,
      [document],
    );
  }

  #removeChunks(document: string): void {
    this.#send(
      `WITH gone AS (DELETE FROM chunks WHERE scope = $1 AND store = $2 AND document = $3 RETURNING number),
         v AS (DELETE FROM vectors WHERE scope = $1 AND number IN (SELECT number FROM gone))
       UPDATE stores SET chunks = chunks - (SELECT count(*) FROM gone) WHERE scope = $1 AND id = $2`,
      [document],
    );
  }

  #addChunks(document: string, { chunks }: PreparedContent): void {
    const { scope, storeId, nextEmbedder } = this.#request;
    const vectors: VectorRow[] = [];
    const { next } = this.#spaces;
    const rows = chunks.map(({ start, end, line, terms, vector, nextVector }) => {
      const number = this.#next++;
      const add = (space: typeof next, of: Float32Array | undefined) => {
        if (space !== undefined && of !== undefined)
          vectors.push({
            scope,
            number,
            space: space.number,
            ...vectorColumns(of, space.embedder),
          });
      };
      if (vector !== undefined)
        add(requireCurrent(this.#spaces, this.#store.givenTo(this.#request)), vector);
      if (isFor(next, nextEmbedder)) add(next, nextVector);
      return {
        scope,
        store: storeId,
        number,
        changed: this.#locked.revision,
        document,
        start_at: start,
        end_at: end,
        line,
        length: terms.length,
        terms: terms.join(' '),
        embedded: vector !== undefined,
      };
    });
    this.#chunks += rows.length;
    this.#sent.push(
      insertRows(this.#query, 'chunks', {
        rows,
        columns:
          'scope text, store text, number integer, changed bigint, document text, start_at integer, end_at integer, line integer, length integer, terms text, embedded boolean',
      }),
      putVectors(this.#query, vectors),
    );
  }
}
