import assert from 'node:assert/strict';
import type {
  DocumentBackend,
  DocumentCommitChange,
  DocumentCommitRequest,
  DocumentSummary,
  StoreInfo,
} from '@mneme/core/backend';
import { audit, request, store } from './builders.ts';

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
