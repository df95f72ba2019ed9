import {
  type ChunkCandidate,
  comparePaths,
  type DocumentActor,
  type DocumentBackend,
  type DocumentCommitChange,
  type DocumentExpectation,
  type DocumentKey,
  type DocumentLookUp,
  type DocumentLookUpRequest,
  type DocumentSummary,
  MnemeError,
} from '@mneme/core/contract';
import { sealCommit, sealLine } from '../audit.ts';
import type { Ciphers } from '../ciphers.ts';
import { sealTerms } from '../records.ts';
import {
  openStore,
  openSummary,
  openVersion,
  type StoreSealing,
  sealActor,
  sealStore,
  sealStoreName,
  sealSummary,
  sealVersion,
} from './fields.ts';
import { listDocuments } from './list-documents.ts';
import { Paths } from './paths.ts';
import { changed, hasOldPieces, openChunk, sealContent } from './pieces.ts';

/** Reads everything below a path, because only opened paths tell the order. */
const everything = 2 ** 31 - 1;

type Place = { scope: string; storeId: string };

/** A {@link DocumentBackend} that passes sealed documents to another one. */
export class SealedDocuments implements DocumentBackend {
  readonly #inner: DocumentBackend;
  readonly #ciphers: Ciphers;

  constructor(inner: DocumentBackend, ciphers: Ciphers) {
    this.#inner = inner;
    this.#ciphers = ciphers;
  }

  getStore: DocumentBackend['getStore'] = async (scope, storeId) => {
    const store = await this.#inner.getStore(await this.#ciphers.sealScope(scope), storeId);
    return store && openStore(store, scope, await this.#ciphers.reading(scope));
  };

  listStores: DocumentBackend['listStores'] = async (request) => {
    const { scope, name } = request;
    const { cipher, sealedScope } = await this.#ciphers.sealing(scope, 'reading');
    const { stores, ...more } = await this.#inner.listStores({
      ...request,
      scope: sealedScope,
      ...(name === undefined ? {} : { name: sealStoreName(cipher, name) }),
    });
    return { stores: stores.map((store) => openStore(store, scope, cipher)), ...more };
  };

  putStore: DocumentBackend['putStore'] = async ({ store, expect, audit }) => {
    const sealing = await this.#sealing({ scope: store.scope, storeId: store.id }, 'writing');
    const line = sealLine(audit, sealing);
    const put = await this.#inner.putStore({
      store: sealStore(store, sealing),
      expect,
      audit: line,
    });
    // An erasure came in between: unreadable data is removed.
    if (put && !(await this.#ciphers.isCurrent(store.scope, sealing.cipher)))
      await this.#inner
        .removeStore({ scope: sealing.sealedScope, storeId: store.id, audit: line })
        .catch(ignoreMissing);
    return put;
  };

  removeStore: DocumentBackend['removeStore'] = async (request) => {
    const sealing = await this.#sealing(request, 'writing');
    const audit = sealLine(request.audit, sealing);
    return this.#inner.removeStore({
      ...request,
      scope: sealing.sealedScope,
      audit,
      ...(request.records && { records: sealCommit(request.records, sealing) }),
    });
  };

  lookUp: DocumentBackend['lookUp'] = async (request) => {
    const sealing = await this.#sealing(request, 'reading');
    const { sealedScope, paths, scope, cipher } = sealing;
    const found = await this.#inner.lookUp({
      ...request,
      scope: sealedScope,
      keys: request.keys.map((key) => sealKey(key, sealing)),
      paths: request.paths.map((path) => paths.seal(path)),
      below: request.below === 0 ? 0 : everything,
    });
    const documents = found.documents.map((document) => openSummary(document, sealing));
    const store = openStore(found.store, scope, cipher);
    return firstBelow(request, { ...found, store, documents });
  };

  commit: DocumentBackend['commit'] = async (request) => {
    const sealing = await this.#sealing(request, 'writing');
    const { sealedScope, cipher } = sealing;
    const expectations = request.expect.map((expected) => sealExpectation(expected, sealing));
    const result = await this.#inner.commit({
      ...request,
      scope: sealedScope,
      ...(request.actor === undefined ? {} : { actor: sealActor(request.actor, cipher) }),
      expect: expectations,
      changes: request.changes.map((change) => sealChange(change, request.actor, sealing)),
      audit: request.audit.map((entry) => sealLine(entry, sealing)),
      ...(request.records && { records: sealCommit(request.records, sealing) }),
    });
    if (result.committed) return result;
    const known = expectations.map((expected) => JSON.stringify(expected));
    return {
      committed: false,
      mismatched: result.mismatched.map(
        (sealed) => request.expect[known.indexOf(JSON.stringify(sealed))] as DocumentExpectation,
      ),
    };
  };

  getDocument: DocumentBackend['getDocument'] = async (request) => {
    const sealing = await this.#sealing(request, 'reading');
    const document = await this.#inner.getDocument({
      ...request,
      scope: sealing.sealedScope,
      key: sealKey(request.key, sealing),
    });
    return document && openSummary(document, sealing);
  };

  listDocuments: DocumentBackend['listDocuments'] = async (request) => {
    return listDocuments(this.#inner, request, await this.#sealing(request, 'reading'));
  };

  listVersions: DocumentBackend['listVersions'] = async (request) => {
    const sealing = await this.#sealing(request, 'reading');
    const { createdBy } = request;
    const { versions, ...more } = await this.#inner.listVersions({
      ...request,
      scope: sealing.sealedScope,
      ...(createdBy === undefined ? {} : { createdBy: sealActor(createdBy, sealing.cipher) }),
    });
    return { versions: versions.map((version) => openVersion(version, sealing)), ...more };
  };

  getVersion: DocumentBackend['getVersion'] = async (request) => {
    const sealing = await this.#sealing(request, 'reading');
    const scope = sealing.sealedScope;
    const version = await this.#inner.getVersion({ ...request, scope });
    return version && openVersion(version, sealing);
  };

  redact: DocumentBackend['redact'] = async (request) => {
    const sealing = await this.#sealing(request, 'writing');
    return this.#inner.redact({
      ...request,
      scope: sealing.sealedScope,
      version: sealVersion(request.version, sealing.cipher),
      audit: sealLine(request.audit, sealing),
    });
  };

  search: DocumentBackend['search'] = async (request) => {
    const sealing = await this.#sealing(request, 'reading');
    const { query, pathPrefix } = request;
    const { candidates, statistics } = await this.#inner.search({
      ...request,
      scope: sealing.sealedScope,
      pathPrefix: sealing.paths.seal(pathPrefix),
      query: { ...query, terms: sealTerms(sealing.cipher, query.terms) },
    });
    const opened: ChunkCandidate[] = [];
    for (const candidate of candidates) {
      const document = openSummary(candidate.document, sealing);
      const { id: documentId, contentSha256 } = document;
      const text = openChunk(candidate.text, { ...sealing, of: { documentId, contentSha256 } });
      // Pieces of older versions do not name their content, so the whole content is read.
      if (hasOldPieces(candidate.text)) {
        const whole = await this.getDocument({ ...request, key: { id: documentId } });
        if (whole?.versionId === document.versionId && !whole.content.includes(text))
          throw changed(`document ${documentId}`);
      }
      opened.push({ ...candidate, document, text });
    }
    return { statistics, candidates: opened };
  };

  touch: DocumentBackend['touch'] = async (request) => {
    const scope = await this.#ciphers.sealScope(request.scope);
    return this.#inner.touch({ ...request, scope });
  };

  findUnread: DocumentBackend['findUnread'] = async ({ scope, ...request }) => {
    const found = await this.#inner.findUnread(
      scope === undefined ? request : { ...request, scope: await this.#ciphers.sealScope(scope) },
    );
    const documents = found.documents.map(async ({ scope: sealed, document }) => {
      const scope = await this.#ciphers.openScope(sealed);
      const sealing = await this.#sealing({ scope, storeId: document.storeId }, 'reading');
      return { scope, document: openSummary(document, sealing) };
    });
    const stores = found.stores.map(async ({ scope, storeId }) => ({
      scope: await this.#ciphers.openScope(scope),
      storeId,
    }));
    return { documents: await Promise.all(documents), stores: await Promise.all(stores) };
  };

  async #sealing({ scope, storeId }: Place, use: 'reading' | 'writing'): Promise<StoreSealing> {
    const sealing = await this.#ciphers.sealing(scope, use);
    return { ...sealing, scope, paths: new Paths(sealing.cipher, storeId) };
  }
}

function sealKey(key: DocumentKey, { paths }: StoreSealing): DocumentKey {
  return 'path' in key ? { path: paths.seal(key.path) } : key;
}

function sealExpectation(
  expected: DocumentExpectation,
  { paths }: StoreSealing,
): DocumentExpectation {
  return expected.type === 'free' ? { ...expected, path: paths.seal(expected.path) } : expected;
}

function sealChange(
  change: DocumentCommitChange,
  actor: DocumentActor | undefined,
  sealing: StoreSealing,
): DocumentCommitChange {
  const { operation, document, content } = change;
  const sealed = { ...change, document: sealSummary(document, { operation, actor }, sealing) };
  const { id: documentId, contentSha256 } = document;
  if (content !== undefined)
    sealed.content = sealContent(content, { ...sealing, documentId, contentSha256 });
  return sealed;
}

/** The requested number of documents below each path, ordered by path. */
function firstBelow(request: DocumentLookUpRequest, found: DocumentLookUp): DocumentLookUp {
  const inOrder = [...found.documents].sort((one, other) => comparePaths(one.path, other.path));
  const isAsked = ({ id, path }: DocumentSummary) =>
    request.keys.some((key) => ('id' in key ? key.id === id : key.path === path));
  const wanted = new Set(inOrder.filter(isAsked));
  for (const path of request.paths) {
    const below = inOrder.filter((document) => document.path.startsWith(`${path}/`));
    for (const document of below.slice(0, request.below)) wanted.add(document);
    for (const document of inOrder)
      if (path === document.path || path.startsWith(`${document.path}/`)) wanted.add(document);
  }
  return { ...found, documents: [...wanted] };
}

function ignoreMissing(error: unknown): void {
  if (!MnemeError.isInstance(error) || error.code !== 'not_found') throw error;
}
