import type { DocumentBackend } from '@mneme/core/contract';
import type { Store } from '../store/store.ts';
import { commitDocuments } from './commit.ts';
import { readCalls } from './read.ts';
import { searchDocuments } from './search.ts';
import { storeCalls } from './stores.ts';

/** Documents in the schema of the records. */
export function postgresDocuments(
  run: <T>(work: (store: Store) => Promise<T>) => Promise<T>,
): DocumentBackend {
  return {
    ...storeCalls(run),
    ...readCalls(run),
    commit: (request) => run((store) => commitDocuments(store, request)),
    search: (request) => run((store) => searchDocuments(store, request)),
  };
}
