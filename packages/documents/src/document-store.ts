import {
  type Document,
  type DocumentKey,
  type DocumentVersion,
  MnemeError,
  pages,
  type Remains,
  remainsOf,
  type StoreInfo,
} from '@mneme/contract';
import { pageWithin, throwIfAborted } from '@mneme/contract/context';
import { gate } from '@mneme/contract/gate';
import {
  invalid,
  parseFields,
  parseKey,
  parseOptions,
  parseQuery,
  show,
} from '@mneme/contract/input';
import { type MemoryCall, observed } from '@mneme/contract/telemetry';
import { analyseQuery } from '@mneme/language/text';
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
import { type Change, commitChanges } from './commit-changes.ts';
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
import { actorName, type DocumentContext, type StoreContext } from './document-context.ts';
import { DocumentError } from './document-error.ts';
import { checkContent } from './prepare-content.ts';
import { checkPath } from './rules/document-path.ts';
import { rankDocuments } from './rules/rank-documents.ts';
import { diffTexts, type TextDiff } from './rules/text-diff.ts';

const required = ['path', 'content'] as const;

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
    return this.#observed({ operation: 'create_memory', records: (made) => [made] }, async () => {
      const given = parseInput(input, 'input');
      return (await this.#put(given, { ...parseCall(options), onlyCreate: true })).document;
    });
  }

  /** Like {@link create}, but overwrites an existing document: returns whether anything changed. */
  async write(input: CreateDocumentInput, options?: DocumentCallOptions): Promise<DocumentWrite> {
    return this.#observed(
      { operation: 'upsert_memory', records: ({ document }) => [document] },
      async () => this.#put(parseInput(input, 'input'), parseCall(options)),
    );
  }

  async #put(
    { path, content: text }: CreateDocumentInput,
    { onlyCreate, ...call }: DocumentCallOptions & { onlyCreate?: boolean },
  ): Promise<DocumentWrite> {
    const content = await checkContent(text, this.#context);
    return this.#change({ create: path, onlyCreate, content, reason: 'created' }, call);
  }

  /** `undefined` if there is no such document. */
  read(reference: DocumentReference): Promise<Document | undefined> {
    return this.#observed(
      {
        operation: 'get_memory',
        recordId: idOf(reference),
        records: (found) => (found ? [found] : []),
      },
      async () => {
        const { backend, scope, storeId, now } = this.#context;
        const key = documentKey(reference);
        const stored = await backend.getDocument({ scope, storeId, key });
        // At most once an hour: enough for documents that expire after days, and cheap.
        if (stored && stored.lastReadAt?.startsWith(now().slice(0, 13)) !== true)
          await this.#touch([stored]);
        return stored;
      },
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
      {
        operation: 'update_memory',
        recordId: idOf(reference),
        records: (changed) => [changed],
      },
      async () => {
        const given = parseFields(input, updateDocumentFields, { name: 'input' });
        const { precondition, path, content } = given;
        const call = parseCall(options);
        const change = {
          target: documentKey(reference),
          path,
          content: content === undefined ? undefined : await checkContent(content, this.#context),
          keepIfTaken: precondition?.type === 'not_exists',
          expectedSha256:
            precondition?.type === 'content_sha256' ? precondition.contentSha256 : undefined,
          reason: 'updated',
        };
        return (await this.#change(change, call)).document;
      },
    );
  }

  /** Its versions stay; facts of the scope that rest only on it are deleted. */
  async delete(
    reference: DocumentReference,
    options: DeleteDocumentOptions = {},
  ): Promise<DeletedDocument> {
    return this.#observed(
      { operation: 'delete_memory', recordId: idOf(reference), count: () => 1 },
      async () => {
        const given = parseOptions(options, deleteDocumentFields);
        const deletion = {
          target: documentKey(reference),
          delete: true,
          expectedSha256: given.precondition?.contentSha256,
          reason: 'deleted',
        };
        const { results, ...facts } = await commitChanges(this.#context, [deletion], given);
        return { id: results[0]!.document.id, ...facts };
      },
    );
  }

  /** Deletes and renames by id, in order: all of them, or none. */
  async changeMany(
    changes: readonly ({ delete: string } | { rename: string; to: string })[],
    options?: DocumentCallOptions,
  ): Promise<void> {
    return this.#observed({ operation: 'update_memory', count: () => changes.length }, async () => {
      const call = parseCall(options);
      const checked = parseChanges(changes).map(
        (change): Change =>
          'delete' in change
            ? { target: { id: change.delete }, delete: true, reason: 'deleted' }
            : { target: { id: change.rename }, path: change.to, reason: 'renamed' },
      );
      await commitChanges(this.#context, checked, call);
    });
  }

  /** One page of documents, by path. */
  async list(options: ListDocumentsOptions = {}): Promise<DocumentList> {
    return this.#observed(
      { operation: 'list_memory', count: ({ items }) => items.length },
      async () => this.#list(parseOptions(options, listDocumentsFields)),
    );
  }

  async #list(options: ListDocumentsOptions): Promise<DocumentList> {
    const { backend, scope, storeId } = this.#context;
    const { pathPrefix = '/', depth = 0, withContent = false } = options;
    const { limit = 50, maxBytes, cursor } = options;
    const { items, ...next } = await pageWithin({ limit, maxBytes, cursor }, (part) =>
      backend.listDocuments({ scope, storeId, pathPrefix, depth, withContent, ...part }),
    );
    const entries = items.map((item) =>
      item.type === 'document'
        ? { type: item.type, ...item.document }
        : { type: item.type, path: item.prefix.path },
    );
    return { items: entries, ...next };
  }

  /** Best first, by words and, with an embedder, by meaning. A document counts as its best passage. */
  async search(
    query: string,
    options: SearchDocumentsOptions = {},
  ): Promise<{ documents: FoundDocument[] }> {
    return this.#observed(
      {
        operation: 'search_memory',
        query,
        records: ({ documents }) =>
          documents.map(({ id, excerpt, score }) => ({ id, content: excerpt, score })),
      },
      async () => {
        const { backend, scope, storeId, embedding } = this.#context;
        const given = parseOptions(options, searchDocumentsFields);
        const { pathPrefix = '/', limit = 10, signal } = given;
        if (parseQuery(query).trim() === '')
          throw invalid('query', 'is empty: say what to look for');
        const { terms } = analyseQuery(query);
        const chunks = Math.max(50, limit * 5);
        const found = await embedding.follow(async () => {
          const embedded = embedding.identity && (await embedding.queries([query], signal));
          const vector = embedded?.vectors[0]?.vector;
          return backend.search({
            scope,
            storeId,
            pathPrefix,
            embedder: embedded?.owners.embedder,
            query: { ...(vector && { vector }), terms, limit: chunks },
          });
        });
        const documents = rankDocuments(found, { limit });
        await this.#touch(documents);
        return { documents };
      },
    );
  }

  /** One page of versions, newest first, of deleted documents too. */
  async versions(options: ListVersionsOptions = {}): Promise<VersionList> {
    const { backend, scope, storeId } = this.#context;
    const given = parseOptions(options, listVersionsFields);
    const { withContent = false, limit = 50, maxBytes, cursor, ...filter } = given;
    const { items, ...next } = await pageWithin({ limit, maxBytes, cursor }, async (part) => {
      const request = { scope, storeId, ...filter, withContent, ...part };
      const { versions, ...more } = await backend.listVersions(request);
      return { items: versions, ...more };
    });
    return { versions: items, ...next };
  }

  /** Rejects with `not_found` if the store has no such id. */
  async version(versionId: string): Promise<DocumentVersion> {
    const { backend, scope, storeId } = this.#context;
    const id = parseKey(versionId, 'versionId');
    const version = await backend.getVersion({ scope, storeId, versionId: id });
    if (version !== undefined) return version;
    throw new MnemeError('not_found', `There is no version ${versionId} in this store.`);
  }

  /**
   * Gives a document the content of an old version, as a new version; a deleted document is restored with its old id, at
   * its old path.
   */
  async restore(versionId: string, options?: DocumentCallOptions): Promise<Document> {
    return this.#observed(
      { operation: 'update_memory', records: (restored) => [restored] },
      async () => {
        const call = parseCall(options);
        const version = await this.version(versionId);
        const change = {
          target: { id: version.documentId },
          create: checkPath(version.path),
          content: await checkContent(contentOf(version), this.#context),
          reason: `restored ${versionId}`,
        };
        return (await this.#change(change, call)).document;
      },
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
    return this.#observed({ operation: 'delete_memory', count: () => 1 }, async () => {
      const { backend, scope, storeId, secrets, place, now } = this.#context;
      const { signal, actor = this.#context.actor, ...call } = parseCall(options);
      throwIfAborted(signal);
      const version = await this.version(versionId);
      const asked = { keys: [{ id: version.documentId }], paths: [], below: 0 };
      const [live] = (await backend.lookUp({ scope, storeId, ...asked })).documents;
      if (live?.versionId === versionId) {
        throw new DocumentError(
          'head_version',
          `${versionId} is the current version of a document. Write or delete the document first, then redact it.`,
        );
      }
      const at = now();
      // Author and time stay.
      const {
        path: _path,
        content: _text,
        contentSha256: _hash,
        contentSizeBytes: _size,
        ...rest
      } = version;
      const redacted = { ...rest, redactedAt: at, ...(actor && { redactedBy: actor }) };
      const { reason = 'redacted' } = gate({ actor, reason: call.reason }, secrets).value;
      const changed = await backend.redact({
        scope,
        storeId,
        version: redacted,
        audit: { at, action: 'redact', scope, id: versionId, actor: actorName(actor), reason },
      });
      const after = changed ? redacted : await this.version(versionId);
      return { ...after, ...(await remainsOf([place], { wait: true })) };
    });
  }

  /** From the older version to the newer. */
  async diff(olderVersionId: string, newerVersionId: string): Promise<TextDiff> {
    const older = await this.version(olderVersionId);
    const newer = await this.version(newerVersionId);
    return diffTexts(
      { name: older.path ?? older.id, text: contentOf(older) },
      { name: newer.path ?? newer.id, text: contentOf(newer) },
    );
  }

  /** All documents, ordered by path. */
  async *export(): AsyncGenerator<StoreFile> {
    const read = (cursor?: string) => this.#list({ withContent: true, limit: 100, cursor });
    for await (const { items } of pages(read))
      for (const item of items)
        if (item.type === 'document') yield { path: item.path, content: item.content ?? '' };
  }

  /** Writes files over existing documents. Each changed file is one change. */
  async import(
    files: Iterable<StoreFile> | AsyncIterable<StoreFile>,
    options: ImportOptions = {},
  ): Promise<{ created: number; changed: number; unchanged: number }> {
    return this.#observed(
      {
        operation: 'upsert_memory',
        count: ({ created, changed, unchanged }) => created + changed + unchanged,
      },
      async () => {
        const given = parseOptions(options, importFields);
        const call = { reason: 'imported', ...given };
        const counts = { created: 0, changed: 0, unchanged: 0 };
        let done = 0;
        const write = async (file: unknown) => {
          const { document, changed } = await this.#put(parseInput(file, 'file'), call);
          if (!changed) counts.unchanged += 1;
          else if (document.createdAt === document.updatedAt) counts.created += 1;
          else counts.changed += 1;
          done += 1;
          given.onProgress?.({ done });
        };
        const all = checkedFiles(files);
        // Members of a list are not awaited together: each is checked first.
        if (Symbol.iterator in all) for (const file of all) await write(file);
        else for await (const file of all) await write(file);
        return counts;
      },
    );
  }

  async #change(change: Change, options: DocumentCallOptions): Promise<DocumentWrite> {
    const { results } = await commitChanges(this.#context, [change], options);
    const { changed, document } = results[0]!;
    const { content } = change;
    // Otherwise expects exactly the version that was found, because another writer may have changed the document since.
    const text =
      content?.sha256 === document.contentSha256
        ? content.text
        : (await this.version(document.versionId)).content;
    if (text !== undefined) return { changed, document: { ...document, content: text } };
    throw new MnemeError('not_found', `There is no document ${document.path} in this store.`);
  }

  /** If a read cannot be noted (read-only file, busy writer), it still succeeds. */
  async #touch(documents: readonly { id: string }[]): Promise<void> {
    const { accesses, backend, scope, storeId, logger, now } = this.#context;
    if (documents.length === 0 || !accesses.counts) return;
    const documentIds = documents.map(({ id }) => id);
    try {
      await backend.touch({ scope, storeId, documentIds, at: now() });
    } catch (error) {
      logger.warn('could not note the time of a read', { storeId, error });
    }
  }

  #observed<T>(call: MemoryCall<T>, work: () => Promise<T>): Promise<T> {
    const { scope, storeId } = this.#context;
    return observed(this.#context, { scope, storeId, ...call }, work);
  }
}

/** Messages name a document by its path; only ids need an explanation. */
function idOf(reference: DocumentReference): string | undefined {
  try {
    const key = documentKey(reference);
    return 'id' in key ? key.id : undefined;
  } catch {
    // The call itself refuses it.
    return undefined;
  }
}

function documentKey(reference: DocumentReference): DocumentKey {
  if (typeof reference === 'object' && reference !== null)
    return parseFields(reference, { id: parseKey }, { name: 'reference', required: ['id'] });
  if (typeof reference === 'string' && reference.startsWith('mem_'))
    return { id: parseKey(reference, 'id') };
  return { path: checkPath(reference) };
}

function parseInput(value: unknown, name: string) {
  return parseFields(value, createDocumentFields, { name, required });
}

function parseCall(options: DocumentCallOptions = {}): DocumentCallOptions {
  return parseOptions(options, callFields);
}

function contentOf(version: DocumentVersion): string {
  if (version.content !== undefined) return version.content;
  const why = version.redactedAt === undefined ? 'records a deletion' : 'was redacted';
  throw invalid('versionId', `${version.id} ${why} and has no content: choose another version`);
}

function checkedFiles(files: unknown): Iterable<unknown> | AsyncIterable<unknown> {
  try {
    if (typeof files === 'object' && files !== null)
      if (Symbol.iterator in files || Symbol.asyncIterator in files)
        return files as Iterable<unknown>;
  } catch {
    // A proxy that throws on access.
  }
  throw invalid('files', `is ${show(files)}: give a list of files, or an iterator over them`);
}
