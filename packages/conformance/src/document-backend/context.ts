import assert from 'node:assert/strict';
import type {
  BackendWithDocuments,
  DocumentBackend,
  DocumentCommitChange,
  DocumentCommitRequest,
  DocumentExpectation,
  DocumentSummary,
  MemoryBackend,
  StoreInfo,
} from '@mneme/core/backend';
import { type CasesOf, type ConformanceCase, casesOf, type GroupOf, type Lacks } from '../case.ts';
import { audit, request, store, testEmbedder } from './builders.ts';

export { assertRejects } from '../memory-backend/steps.ts';

/** One fresh, empty store for documents, not shared with another call. */
export interface DocumentBackendStore {
  /** Not opened yet: the suite opens it. */
  backend: BackendWithDocuments;
  /** Another backend on the same store, not opened yet. */
  reopen?(): BackendWithDocuments | Promise<BackendWithDocuments>;
  /** Everything that is stored on disk or on a server. */
  bytes?(): Promise<Uint8Array[]>;
  /** Removes the store. Every backend on it has been closed before. */
  destroy(): Promise<unknown>;
}

/** An ability that a case needs; a backend without it skips the case with a reason. */
export type DocumentBackendNeed = 'reopen' | 'bytes' | 'records';

/** The context of a case of the document suite. */
export interface DocumentBackendContext {
  /** The documents of an empty, open store, with the embedder of the tests. */
  backend: DocumentBackend;
  /** The store's place. */
  store: BackendWithDocuments;
  /** Of what a case does by chance. */
  seed: number;
  /** Another open backend on the same store. Closed by the suite. */
  another(): Promise<DocumentBackend>;
  /** The open store and, where create offers reopen, another one on the same data. */
  handles(): Promise<BackendWithDocuments[]>;
  bytes(): Promise<Uint8Array[]>;
  /** The records in the same store. */
  records(): MemoryBackend;
}

/** One rule for document backends, as a case of the suite. */
export type DocumentBackendCase = ConformanceCase<DocumentBackendContext, DocumentBackendNeed>;

/** The cases of one group of methods, by their sentences. */
export const documentCases = (
  group: GroupOf<DocumentBackendNeed>,
  cases: CasesOf<DocumentBackendCase>,
) => casesOf<DocumentBackendCase>(group, cases);

/** For running one case by hand. */
export interface RunDocumentBackendCaseOptions {
  create(): Promise<DocumentBackendStore>;
  lacks?: Lacks<DocumentBackendNeed>;
  /** Of what the case does by chance. Default: 1. */
  seed?: number;
}

/** Runs one case in a new store, and removes it. */
export async function runDocumentBackendCase(
  conformanceCase: DocumentBackendCase,
  { create, seed = 1 }: RunDocumentBackendCaseOptions,
): Promise<void> {
  const place = await create();
  const handles = [place.backend];
  const another = async () => {
    assert.ok(place.reopen, 'create() offers no reopen: offer it, or declare lacks.reopen');
    const handle = await place.reopen();
    handles.push(handle);
    await handle.open({ embedder: testEmbedder });
    return handle;
  };
  const context: DocumentBackendContext = {
    backend: place.backend.documents,
    store: place.backend,
    seed,
    another: async () => (await another()).documents,
    async handles() {
      return place.reopen === undefined ? [place.backend] : [place.backend, await another()];
    },
    async bytes() {
      assert.ok(place.bytes, 'create() offers no bytes: offer it, or declare lacks.bytes');
      return place.bytes();
    },
    records() {
      assert.ok('lookUp' in place.backend, 'the place keeps no records: declare lacks.records');
      return place.backend as MemoryBackend & BackendWithDocuments;
    },
  };
  try {
    await place.backend.open({ embedder: testEmbedder });
    await conformanceCase.run(context);
  } finally {
    await Promise.allSettled(handles.map((handle) => handle.close()));
    await place.destroy();
  }
}

export async function addStore(
  backend: DocumentBackend,
  fields: Partial<StoreInfo> = {},
): Promise<StoreInfo> {
  const info = store(fields);
  const added = await backend.putStore({ store: info, expect: { version: 0 }, audit: audit(info) });
  assert.equal(added, true, 'a new store was not added');
  return info;
}

/** Changes that must be written. Returns the documents after them. */
export async function commit(
  backend: DocumentBackend,
  changes: readonly DocumentCommitChange[],
  fields: Partial<DocumentCommitRequest> = {},
): Promise<DocumentSummary[]> {
  const result = await backend.commit(request(changes, fields));
  assert.deepEqual(result, { committed: true });
  return changes.map(({ document }) => document);
}

/** Changes that must not be written. Returns the unmet expectations. */
export async function refusedCommit(
  backend: DocumentBackend,
  changes: readonly DocumentCommitChange[],
  fields: Partial<DocumentCommitRequest>,
): Promise<readonly DocumentExpectation[]> {
  const result = await backend.commit(request(changes, fields));
  assert.ok(!result.committed, 'it was written although an expectation does not hold');
  return result.mismatched;
}
