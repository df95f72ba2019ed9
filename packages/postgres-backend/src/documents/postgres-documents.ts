import type { DocumentBackend, MemoryBackend } from '@mneme/core/contract';
import { postgresRemains } from '../store/erase.ts';
import type { Store } from '../store/store.ts';
import { commitDocuments } from './commit.ts';
import { readCalls } from './read.ts';
import { searchDocuments } from './search.ts';
import { storeCalls } from './stores.ts';

/** Documents in the schema of the records; opened and closed with them. */
export function postgresDocuments(
  { name, migration, open, close }: Pick<MemoryBackend, 'name' | 'migration' | 'open' | 'close'>,
  run: <T>(work: (store: Store) => Promise<T>) => Promise<T>,
): DocumentBackend {
  return {
    name,
    migration,
    open,
    close,
    ...storeCalls(run),
    ...readCalls(run),
    commit: (request) => run((store) => commitDocuments(store, request)),
    search: (request) => run((store) => searchDocuments(store, request)),
    remains: () => run(async () => postgresRemains),
  };
}
