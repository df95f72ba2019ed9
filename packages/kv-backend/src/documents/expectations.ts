import type {
  DocumentCommitRequest,
  DocumentExpectation,
  DocumentUsage,
} from '@mneme/core/contract';
import type { Connection } from '../store/connection.ts';
import { documentsAround } from './look-up.ts';
import { findDocument } from './read.ts';
import type { StoreRow } from './rows.ts';
import { readUsage } from './usage.ts';

/** Those of a commit's expectations that do not hold. Inside the transaction that writes. */
export function mismatched(
  connection: Connection,
  store: StoreRow,
  { expect, scope }: DocumentCommitRequest,
): DocumentExpectation[] {
  const heads = new Set(
    expect.flatMap((expected) => (expected.type === 'head' ? [expected.documentId] : [])),
  );
  let usage: DocumentUsage | undefined;
  const holds = (expected: DocumentExpectation): boolean => {
    switch (expected.type) {
      case 'head':
        return isHead(connection, store, expected);
      case 'free': {
        const around = { path: expected.path, below: heads.size + 1 };
        return documentsAround(connection, store, around).every(({ id }) => heads.has(id));
      }
      case 'open':
        return store.archived_at === null;
      case 'usage':
        usage ??= readUsage(connection, scope);
        return usage.documents <= expected.atMost.documents && usage.bytes <= expected.atMost.bytes;
    }
  };
  return expect.filter((expected) => !holds(expected));
}

function isHead(
  connection: Connection,
  store: StoreRow,
  { documentId, versionId, unreadSince }: DocumentExpectation & { type: 'head' },
): boolean {
  const row = findDocument(connection, { store: store.number, key: { id: documentId } });
  if (row?.version_id !== versionId) return false;
  return unreadSince === undefined || (row?.last_read_at ?? '') < unreadSince;
}
