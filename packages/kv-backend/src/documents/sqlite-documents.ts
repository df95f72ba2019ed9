import type { DocumentBackend, EmbeddingMigration, WithEmbedder } from '@mneme/core/contract';
import type { OperationArguments, OperationName, OperationResult } from '../operations.ts';

export type Call = <Name extends OperationName>(
  operation: Name,
  ...given: OperationArguments<Name>
) => Promise<OperationResult<Name>>;

/** The documents of a SQLite file: the same threads as for its records, and the same transactions. */
export function sqliteDocuments({
  migration,
  read,
  write,
  open,
  withEmbedder,
  remains,
  close,
}: {
  migration: EmbeddingMigration;
  read: Call;
  write: Call;
  open: DocumentBackend['open'];
  /** Fills in whose the vectors of a request are. */
  withEmbedder<Request extends WithEmbedder>(request: Request): Request;
  remains: DocumentBackend['remains'];
  close: () => Promise<void>;
}): DocumentBackend {
  return {
    name: 'sqlite',
    migration,
    open,
    getStore: (scope, storeId) => read('getStore', scope, storeId),
    findStore: (scope, name) => read('findStore', scope, name),
    listStores: (request) => read('listStores', request),
    putStore: (request) => write('putStore', request),
    removeStore: (request) => write('removeStore', request),
    lookUp: (request) => read('lookUpDocuments', request),
    commit: (request) => write('commitDocuments', withEmbedder(request)),
    getDocument: (request) => read('getDocument', request),
    listDocuments: (request) => read('listDocuments', request),
    listVersions: (request) => read('listVersions', request),
    getVersion: (request) => read('getVersion', request),
    redact: (request) => write('redact', request),
    search: (request) => read('searchDocuments', withEmbedder(request)),
    touch: (request) => write('touchDocuments', request),
    findUnread: (request) => read('findUnread', request),
    eraseScope: (scope) => write('eraseScope', scope),
    remains,
    close,
  };
}
