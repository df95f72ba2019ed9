import { eraseScope, redact, removeStore } from './erase.js';
import { listDocuments } from './list.js';
import { findUnread, getDocument, getVersion, listVersions, touch } from './read.js';
import { searchDocuments } from './search.js';
import { addStore, findStore, getStore, listStores, patchStore } from './store-table.js';
import { writeDocuments } from './write.js';

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
