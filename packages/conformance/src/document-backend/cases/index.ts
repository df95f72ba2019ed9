import type { DocumentBackendCase } from '../context.js';
import { concurrencyCases } from './concurrency.js';
import { erasureCases } from './erasure.js';
import { listCases } from './list.js';
import { searchCases } from './search.js';
import { storeCases } from './store.js';
import { unreadCases } from './unread.js';
import { versionCases } from './version.js';
import { writeCases } from './write.js';

/** Every sentence that holds for a document backend. */
export const documentBackendCases: readonly DocumentBackendCase[] = [
  ...storeCases,
  ...writeCases,
  ...listCases,
  ...versionCases,
  ...searchCases,
  ...unreadCases,
  ...concurrencyCases,
  ...erasureCases,
];
