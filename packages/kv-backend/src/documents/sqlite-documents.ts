import type { DocumentBackend, WithEmbedder } from '@mneme/core/contract';
import type { OperationArguments, OperationName, OperationResult } from '../operations.ts';

export type Call = <Name extends OperationName>(
  operation: Name,
  ...given: OperationArguments<Name>
) => Promise<OperationResult<Name>>;

/** The documents of a SQLite file, in the same threads and transactions as its records. */
export function sqliteDocuments({
  read,
  write,
  withEmbedder,
}: {
  read: Call;
  write: Call;
  /** Adds the embedders of a request's vectors. */
  withEmbedder<Request extends WithEmbedder>(request: Request): Request;
}): DocumentBackend {
  return {
    getStore: (scope, storeId) => read('getStore', scope, storeId),
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
  };
}
