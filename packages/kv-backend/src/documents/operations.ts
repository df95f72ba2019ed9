import { commitDocuments } from './commit.ts';
import { redact, removeStore } from './erase.ts';
import { listDocuments } from './list.ts';
import { lookUpDocuments } from './look-up.ts';
import { findUnread, getDocument, getVersion, listVersions, touch } from './read.ts';
import { searchDocuments } from './search.ts';
import { getStore, listStores, putStore } from './store-table.ts';

/** The operations of a worker on documents. */
export const documentOperations = {
  getStore,
  listStores,
  putStore,
  removeStore,
  lookUpDocuments,
  commitDocuments,
  getDocument,
  listDocuments,
  listVersions,
  getVersion,
  redact,
  searchDocuments,
  touchDocuments: touch,
  findUnread,
};
