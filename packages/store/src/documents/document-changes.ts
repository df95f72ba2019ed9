import type {
  DocumentCommitChange,
  DocumentCommitRequest,
  DocumentSummary,
  DocumentUsage,
  DocumentVersion,
  PreparedChunk,
} from '@mneme/core/backend';
import type { Row } from '../rows/rows.ts';
import { documentRow, sizeOf, toVersion, versionRow } from './document-rows.ts';
import type { StoredDocuments } from './stored-documents.ts';

interface Live {
  /** Absent: its row stays as it is. */
  document?: DocumentSummary;
  lastReadAt: string | null;
}

/** The changes of one commit, carried out in order before anything is written. */
export class DocumentChanges {
  /** How much more the store contains afterwards. */
  readonly grown: DocumentUsage = { documents: 0, bytes: 0 };
  /** New passages by document. */
  readonly passages = new Map<string, readonly PreparedChunk[]>();
  /** Stored versions that go. */
  readonly forgotten: string[] = [];
  readonly #request: DocumentCommitRequest;
  readonly #stored: StoredDocuments;
  readonly #live: Map<string, Live>;
  readonly #texts: Map<string, string>;
  /** Of each document's last version. */
  readonly #numbers = new Map<string, number>();
  #versions: DocumentVersion[] = [];

  constructor(request: DocumentCommitRequest, stored: StoredDocuments) {
    this.#request = request;
    this.#stored = stored;
    this.#texts = new Map(stored.texts);
    this.#live = new Map(
      Array.from(stored.documents, ([id, row]) => [
        id,
        { lastReadAt: row.last_read_at as string | null },
      ]),
    );
    for (const row of stored.versions)
      this.#numbers.set(row.document as string, toVersion(row).number);
    for (const [id, row] of stored.documents) this.#numbers.set(id, row.version_number as number);
  }

  add({ operation, document, content, forget }: DocumentCommitChange): void {
    const { id } = document;
    const before = this.#live.get(id);
    const isDeleted = operation === 'deleted';
    if (isDeleted) this.passages.delete(id);
    if (content !== undefined) {
      this.#texts.set(id, content.text);
      this.passages.set(id, content.chunks);
    }
    if (isDeleted) this.#live.delete(id);
    else this.#live.set(id, { document, lastReadAt: before?.lastReadAt ?? null });
    this.grown.documents += Number(!isDeleted) - Number(before !== undefined);
    if (forget) this.#forget(id);
    else this.#addVersion(operation, document);
    if (isDeleted) this.#texts.delete(id);
  }

  removed(): string[] {
    return [...this.#stored.documents.keys()].filter((id) => !this.#live.has(id));
  }

  documentRows(): Row[] {
    return [...this.#live].flatMap(([id, { document, lastReadAt }]) => {
      const versionNumber = this.#numbers.get(id) as number;
      return document === undefined ? [] : [documentRow(document, { versionNumber, lastReadAt })];
    });
  }

  /** In the order of the changes. `next` gives numbers. */
  versionRows(next: () => number): Row[] {
    return this.#versions.map((version) => versionRow(version, { number: next() }));
  }

  #addVersion(operation: DocumentVersion['operation'], document: DocumentSummary): void {
    const { storeId, actor } = this.#request;
    const { id, path, contentSha256, contentSizeBytes } = document;
    const number = (this.#numbers.get(id) ?? 0) + 1;
    this.#numbers.set(id, number);
    if (operation !== 'deleted') this.grown.bytes += contentSizeBytes;
    this.#versions.push({
      ...{ id: document.versionId, storeId, documentId: id, number, operation },
      ...{ createdAt: document.updatedAt, path },
      ...(actor && { createdBy: actor }),
      ...(operation !== 'deleted' && {
        ...{ content: this.#texts.get(id) ?? '', contentSha256, contentSizeBytes },
      }),
    });
  }

  /** All versions of the document go. */
  #forget(id: string): void {
    const stored = this.#stored.versions.filter(({ document }) => document === id);
    for (const row of stored) {
      this.forgotten.push(row.id as string);
      this.grown.bytes -= sizeOf(row);
    }
    for (const { documentId, contentSizeBytes = 0 } of this.#versions)
      if (documentId === id) this.grown.bytes -= contentSizeBytes;
    this.#versions = this.#versions.filter(({ documentId }) => documentId !== id);
    this.#numbers.delete(id);
  }
}
