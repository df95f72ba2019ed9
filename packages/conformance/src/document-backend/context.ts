import assert from 'node:assert/strict';
import {
  type DocumentBackend,
  type DocumentWriteResult,
  MnemeError,
  type MnemeErrorCode,
  type PreparedWrite,
  type StoreInfo,
} from '@mneme/core';
import type { ConformanceCase, Lacks } from '../case.ts';
import { request, store, storeAudit, testEmbedder } from './builders.ts';

/** One fresh, empty place for documents. Nothing of it may be shared with that of another call. */
export interface DocumentBackendStore {
  /** Not opened yet: the suite opens it. */
  backend: DocumentBackend;
  /** Another backend on the same place, not opened yet. */
  reopen?(): DocumentBackend | Promise<DocumentBackend>;
  /** Everything that is kept on disk or on a server, as it stands there. */
  bytes?(): Promise<Uint8Array[]>;
  /** Removes the place. Every backend on it has been closed before. */
  destroy(): Promise<unknown>;
}

export type DocumentBackendNeed = 'reopen' | 'bytes';

export interface DocumentBackendContext {
  /** Open, with {@link testEmbedder}, and empty. */
  backend: DocumentBackend;
  /** Another open backend on the same place. Closed by the suite. */
  another(): Promise<DocumentBackend>;
  bytes(): Promise<Uint8Array[]>;
}

export type DocumentBackendCase = ConformanceCase<DocumentBackendContext, DocumentBackendNeed>;

export interface RunDocumentBackendCaseOptions {
  create(): Promise<DocumentBackendStore>;
  lacks?: Lacks<DocumentBackendNeed>;
}

/** Runs one case in a place of its own, and leaves nothing of it behind. */
export async function runDocumentBackendCase(
  conformanceCase: DocumentBackendCase,
  { create }: RunDocumentBackendCaseOptions,
): Promise<void> {
  const place = await create();
  const handles = [place.backend];
  const context: DocumentBackendContext = {
    backend: place.backend,
    async another() {
      assert.ok(place.reopen, 'create() offers no reopen: offer it, or declare lacks.reopen');
      const handle = await place.reopen();
      handles.push(handle);
      await handle.open({ embedder: testEmbedder });
      return handle;
    },
    async bytes() {
      assert.ok(place.bytes, 'create() offers no bytes: offer it, or declare lacks.bytes');
      return place.bytes();
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
  await backend.addStore({ store: info, audit: storeAudit(info) });
  return info;
}

/** Writes that must all be carried out. */
export async function done(
  backend: DocumentBackend,
  writes: readonly PreparedWrite[],
  fields: Parameters<typeof request>[1] = {},
) {
  const result = await backend.write(request(writes, fields));
  assert.equal(result.outcome, 'done', `refused: ${JSON.stringify(result)}`);
  return (result as DocumentWriteResult & { outcome: 'done' }).results;
}

/** Writes of which one must be refused. */
export async function refused(
  backend: DocumentBackend,
  writes: readonly PreparedWrite[],
  fields: Parameters<typeof request>[1] = {},
) {
  const result = await backend.write(request(writes, fields));
  assert.equal(result.outcome, 'refused', 'expected a refusal');
  return result as DocumentWriteResult & { outcome: 'refused' };
}

/** The promise must reject with a MnemeError of this code. */
export async function assertRejects(
  promise: Promise<unknown>,
  code: MnemeErrorCode,
): Promise<void> {
  const error = await promise.then(
    () => assert.fail(`expected a rejection with ${code}, but it resolved`),
    (reason: unknown) => reason,
  );
  assert.ok(MnemeError.isInstance(error), `expected a MnemeError, got ${String(error)}`);
  assert.equal(error.code, code, error.message);
}
