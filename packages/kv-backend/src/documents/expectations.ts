import {
  type DocumentCommitRequest,
  type DocumentExpectation,
  type DocumentUsage,
  failedExpectations,
} from '@mneme/core/contract';
import type { Connection } from '../store/connection.ts';
import { documentsAround } from './look-up.ts';
import { findDocument } from './read.ts';
import type { StoreRow } from './rows.ts';
import { readUsage } from './usage.ts';

/** The expectations of a commit that are not met. Inside the transaction that writes. */
export function mismatched(
  connection: Connection,
  store: StoreRow,
  { expect, scope }: DocumentCommitRequest,
): DocumentExpectation[] {
  let usage: DocumentUsage | undefined;
  return failedExpectations(expect, {
    isArchived: store.archived_at !== null,
    usage() {
      usage ??= readUsage(connection, scope);
      return usage;
    },
    head(id) {
      const row = findDocument(connection, { store: store.number, key: { id } });
      return row && { versionId: row.version_id, lastReadAt: row.last_read_at ?? undefined };
    },
    around: (path) => documentsAround(connection, store, { path, below: expect.length + 1 }),
  });
}
