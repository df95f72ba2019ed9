import type { DocumentBackendCase } from '../context.ts';
import { concurrencyCases } from './concurrency.ts';
import { erasureCases } from './erasure.ts';
import { listCases } from './list.ts';
import { searchCases } from './search.ts';
import { storeCases } from './store.ts';
import { unreadCases } from './unread.ts';
import { versionCases } from './version.ts';
import { writeCases } from './write.ts';

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
