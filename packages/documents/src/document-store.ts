import {
  type Document,
  type DocumentVersion,
  MnemeError,
  type Remains,
  type StoreInfo,
} from '@mneme/engine/contract';
import { parseFields, parseOptions } from '@mneme/engine/input';
import { type MemoryCall, observed } from '@mneme/engine/telemetry';
import {
  callFields,
  createDocumentFields,
  deleteDocumentFields,
  importFields,
  listDocumentsFields,
  listVersionsFields,
  parseActor,
  parseChanges,
  searchDocumentsFields,
  updateDocumentFields,
} from './call-fields.ts';
import type {
  CreateDocumentInput,
  DeleteDocumentOptions,
  DeletedDocument,
  DocumentCallOptions,
  DocumentList,
  DocumentReference,
  DocumentWrite,
  FoundDocument,
  ImportOptions,
  ListDocumentsOptions,
  ListVersionsOptions,
  SearchDocumentsOptions,
  StoreFile,
  UpdateDocumentInput,
  VersionList,
} from './document-api.ts';
import type { DocumentContext, StoreContext } from './document-context.ts';
import {
  getVersion,
  listDocuments,
  listVersions,
  readDocument,
  searchDocuments,
} from './document-reads.ts';
import {
  changeMany,
  contentOf,
  createDocument,
  deleteDocument,
  redactVersion,
  restoreDocument,
  updateDocument,
} from './document-writes.ts';
import { diffTexts, type TextDiff } from './rules/text-diff.ts';
import { exportFiles, importFiles } from './store-files.ts';

const createRequired = { name: 'input', required: ['path', 'content'] } as const;

/**
 * One memory store: text documents at paths, every change an immutable version. If the store was removed, calls reject
 * with `not_found`; changes of an archived store reject with `read_only`.
 * @example
 * const notes = await ada.stores.open('notes', { create: true });
 * const { contentSha256 } = await notes.create({ path: '/plan.md', content: 'Ship on Friday' });
 * await notes.update('/plan.md', {
 *   content: 'Ship on Monday',
 *   precondition: { type: 'content_sha256', contentSha256 },
 * });
 */
export class DocumentStore {
  /** `memstore_…` */
  readonly id: string;
  readonly #context: StoreContext;
  readonly #info: StoreInfo | undefined;

  constructor({ id, info }: { id: string; info?: StoreInfo }, context: DocumentContext) {
    this.id = id;
    this.#context = { ...context, storeId: id };
    this.#info = info;
  }

  /** The store as it was when it was opened. `stores.get(id)` returns its current state. */
  get info(): StoreInfo {
    if (this.#info !== undefined) return this.#info;
    throw new MnemeError('unsupported', `the store ${this.id} was not opened: ask stores.get`);
  }

  /** The same store with another author: its changes name that actor. */
  as(actor: DocumentCallOptions['actor']): DocumentStore {
    const author = actor && parseActor(actor, 'actor');
    return new DocumentStore(
      { id: this.id, info: this.#info },
      { ...this.#context, actor: author },
    );
  }

  /**
   * Rejects with a DocumentError, reason `path_conflict`, if the path is taken or is above or below another document's
   * path.
   */
  async create(input: CreateDocumentInput, options?: DocumentCallOptions): Promise<Document> {
    return this.#observed(
      () => ({ operation: 'create_memory', records: (made) => [made] }),
      async () => {
        const given = parseFields(input, createDocumentFields, createRequired);
        return (await createDocument(this.#context, given, parseCall(options))).document;
      },
    );
  }

  /** Like {@link create}, but overwrites an existing document: returns whether anything changed. */
  async write(
    input: Omit<CreateDocumentInput, 'ifTaken'>,
    options?: DocumentCallOptions,
  ): Promise<DocumentWrite> {
    return this.#observed(
      () => ({ operation: 'upsert_memory', records: ({ document }) => [document] }),
      async () => {
        const { path, content } = parseFields(input, createDocumentFields, createRequired);
        const given = { path, content, ifTaken: 'overwrite' as const };
        return createDocument(this.#context, given, parseCall(options));
      },
    );
  }

  /** `undefined` if there is no such document. */
  read(reference: DocumentReference): Promise<Document | undefined> {
    return this.#observed(
      () => ({
        operation: 'get_memory',
        recordId: idOf(reference),
        records: (found) => (found ? [found] : []),
      }),
      () => readDocument(this.#context, reference),
    );
  }

  /**
   * Changes content, path or both. If nothing has to change, it adds no version and succeeds whatever the precondition;
   * otherwise an unmet precondition rejects with reason `precondition_failed`.
   */
  async update(
    reference: DocumentReference,
    input: UpdateDocumentInput,
    options?: DocumentCallOptions,
  ): Promise<Document> {
    return this.#observed(
      () => ({
        operation: 'update_memory',
        recordId: idOf(reference),
        records: (changed) => [changed],
      }),
      async () => {
        const given = parseFields(input, updateDocumentFields, { name: 'input' });
        const call = { reference, input: given };
        return (await updateDocument(this.#context, call, parseCall(options))).document;
      },
    );
  }

  /** Its versions stay; facts of the scope that rest only on it are deleted. */
  async delete(
    reference: DocumentReference,
    options: DeleteDocumentOptions = {},
  ): Promise<DeletedDocument> {
    return this.#observed(
      () => ({ operation: 'delete_memory', recordId: idOf(reference), count: () => 1 }),
      async () =>
        deleteDocument(this.#context, reference, parseOptions(options, deleteDocumentFields)),
    );
  }

  /** Deletes and renames by id, in order: all of them, or none. */
  async changeMany(
    changes: readonly ({ delete: string } | { rename: string; to: string })[],
    options?: DocumentCallOptions,
  ): Promise<void> {
    return this.#observed(
      () => ({ operation: 'update_memory', count: () => changes.length }),
      async () => changeMany(this.#context, parseChanges(changes), parseCall(options)),
    );
  }

  /** One page of documents, by path. */
  async list(options: ListDocumentsOptions = {}): Promise<DocumentList> {
    return this.#observed(
      () => ({ operation: 'list_memory', count: ({ items }) => items.length }),
      async () => listDocuments(this.#context, parseOptions(options, listDocumentsFields)),
    );
  }

  /** Best first, by words and, with an embedder, by meaning. A document counts as its best passage. */
  async search(
    query: string,
    options: SearchDocumentsOptions = {},
  ): Promise<{ documents: FoundDocument[] }> {
    return this.#observed(
      () => ({
        operation: 'search_memory',
        query,
        records: ({ documents }) =>
          documents.map(({ id, excerpt, score }) => ({ id, content: excerpt, score })),
      }),
      async () => {
        const given = parseOptions(options, searchDocumentsFields);
        return searchDocuments(this.#context, { query, options: given });
      },
    );
  }

  /** One page of versions, newest first, of deleted documents too. */
  async versions(options: ListVersionsOptions = {}): Promise<VersionList> {
    return listVersions(this.#context, parseOptions(options, listVersionsFields));
  }

  /** Rejects with `not_found` if the store has no such id. */
  version(versionId: string): Promise<DocumentVersion> {
    return getVersion(this.#context, versionId);
  }

  /** Gives a document the content of an old version, as a new version; a deleted document is restored. */
  async restore(versionId: string, options?: DocumentCallOptions): Promise<Document> {
    return this.#observed(
      () => ({ operation: 'update_memory', records: (restored) => [restored] }),
      async () => (await restoreDocument(this.#context, versionId, parseCall(options))).document,
    );
  }

  /**
   * Redacts one version for good. Rejects with reason `head_version` if it is the current one. The result says whether
   * its bytes have left the files already.
   */
  async redact(
    versionId: string,
    options?: DocumentCallOptions,
  ): Promise<DocumentVersion & Remains> {
    return this.#observed(
      () => ({ operation: 'delete_memory', count: () => 1 }),
      async () => redactVersion(this.#context, versionId, parseCall(options)),
    );
  }

  /** From the older version to the newer. */
  async diff(olderVersionId: string, newerVersionId: string): Promise<TextDiff> {
    const older = await getVersion(this.#context, olderVersionId);
    const newer = await getVersion(this.#context, newerVersionId);
    return diffTexts(
      { name: older.path ?? older.id, text: contentOf(older) },
      { name: newer.path ?? newer.id, text: contentOf(newer) },
    );
  }

  /** All documents, ordered by path. */
  export(): AsyncGenerator<StoreFile> {
    return exportFiles(this.#context);
  }

  /** Writes files over existing documents. Each changed file is one change. */
  async import(
    files: Iterable<StoreFile> | AsyncIterable<StoreFile>,
    options?: ImportOptions,
  ): Promise<{ created: number; changed: number; unchanged: number }> {
    return this.#observed(
      () => ({
        operation: 'upsert_memory',
        count: ({ created, changed, unchanged }) => created + changed + unchanged,
      }),
      async () => importFiles(this.#context, files, parseOptions(options ?? {}, importFields)),
    );
  }

  #observed<T>(describe: () => MemoryCall<T>, work: () => Promise<T>): Promise<T> {
    const { telemetry, scope, storeId } = this.#context;
    return observed(telemetry, () => ({ scope, storeId, ...describe() }), work);
  }
}

/** Messages name a document by its path; only ids need an explanation. */
function idOf(reference: DocumentReference): string | undefined {
  const id = typeof reference === 'string' ? reference : reference?.id;
  return id?.startsWith?.('mem_') ? id : undefined;
}

function parseCall(options: DocumentCallOptions = {}): DocumentCallOptions {
  return parseOptions(options, callFields);
}
