import type { DocumentBackend, Lifecycle } from '@mneme/core/contract';
import { commitDocuments } from './commit.ts';
import type { DocumentGround } from './ground.ts';
import { listDocuments } from './list.ts';
import { lookUpDocuments } from './look-up.ts';
import { getDocument } from './read.ts';
import { searchDocuments } from './search.ts';
import { getStore, listStores, putStore, removeStore } from './stores.ts';
import { findUnread, touchDocuments } from './unread.ts';
import { getVersion, listVersions, redact } from './versions.ts';

export type { DocumentGround } from './ground.ts';
export { fillPassages, fillQuestions, type PendingPassage, pendingPassages } from './pending.ts';

/** Documents over any store of rows. Contents are stored once, in versions; passages have an index for each store. */
export function documentsOf(life: Pick<Lifecycle<DocumentGround>, 'calls'>): DocumentBackend {
  return life.calls({
    getStore,
    listStores,
    putStore,
    removeStore,
    lookUp: lookUpDocuments,
    commit: commitDocuments,
    getDocument,
    listDocuments,
    listVersions,
    getVersion,
    redact,
    search: searchDocuments,
    touch: touchDocuments,
    findUnread,
  });
}
