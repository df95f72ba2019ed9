import { eraseScope, redact, removeStore } from './erase.ts';
import { listDocuments } from './list.ts';
import { findUnread, getDocument, getVersion, listVersions, touch } from './read.ts';
import { searchDocuments } from './search.ts';
import { addStore, findStore, getStore, listStores, patchStore } from './store-table.ts';
import { writeDocuments } from './write.ts';

/** What a worker can be asked to do with documents. */
export const documentOperations = {
  addStore,
  findStore,
  getStore,
  listStores,
  patchStore,
  removeStore,
  writeDocuments,
  getDocument,
  listDocuments,
  listVersions,
  getVersion,
  redact,
  searchDocuments,
  touchDocuments: touch,
  findUnread,
  eraseScope,
};
