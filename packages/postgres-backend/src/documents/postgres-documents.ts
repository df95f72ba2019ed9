import type { DocumentBackend, Lifecycle } from '@mneme/core/contract';
import type { Store } from '../store/store.ts';
import { commitDocuments } from './commit.ts';
import * as reads from './read.ts';
import { searchDocuments } from './search.ts';
import { findUnread, getStore, listStores, putStore, removeStore } from './stores.ts';

/** Documents, in the schema of the records. */
export function postgresDocuments(life: Lifecycle<Store>): DocumentBackend {
  const { lookUp, getDocument, getVersion, listDocuments, listVersions, redact, touch } = reads;
  return {
    ...life.calls({ getStore, listStores, putStore, removeStore, findUnread }),
    ...life.calls({ lookUp, getDocument, getVersion, listDocuments, listVersions, redact, touch }),
    ...life.calls({ commit: commitDocuments, search: searchDocuments }),
  };
}
