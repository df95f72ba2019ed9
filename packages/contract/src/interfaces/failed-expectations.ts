import type { DocumentExpectation, DocumentUsage } from './document-backend.ts';
import { pathsConflict } from './document-paths.ts';

/** What is stored at the moment of a commit of documents, as far as its expectations need it. */
export interface StoredDocuments {
  isArchived: boolean;
  usage(): DocumentUsage;
  /** The live document of that id. */
  head(documentId: string): { versionId: string; lastReadAt?: string | undefined } | undefined;
  /**
   * All live documents at a path, above it and below it; of those below it at least one more than there are
   * expectations. Other documents may be among them.
   */
  around(path: string): readonly { id: string; path: string }[];
}

/** The expectations of a commit that are not met. Backends call it inside the transaction that writes. */
export function failedExpectations(
  expect: readonly DocumentExpectation[],
  stored: StoredDocuments,
): DocumentExpectation[] {
  const heads = new Set(
    expect.flatMap((expected) => (expected.type === 'head' ? [expected.documentId] : [])),
  );
  const holds = (expected: DocumentExpectation): boolean => {
    switch (expected.type) {
      case 'head': {
        const { documentId, versionId, unreadSince } = expected;
        const head = stored.head(documentId);
        if (head?.versionId !== versionId) return false;
        return unreadSince === undefined || (head?.lastReadAt ?? '') < unreadSince;
      }
      case 'free':
        return stored
          .around(expected.path)
          .every(({ id, path }) => heads.has(id) || !pathsConflict(path, expected.path));
      case 'open':
        return !stored.isArchived;
      case 'usage': {
        const { documents, bytes } = stored.usage();
        return documents <= expected.atMost.documents && bytes <= expected.atMost.bytes;
      }
    }
  };
  return expect.filter((expected) => !holds(expected));
}
