import type { DocumentBackendCase } from '../context.ts';
import { commitCases } from './commit.ts';
import { concurrencyCases } from './concurrency.ts';
import { erasureCases } from './erasure.ts';
import { listCases } from './list.ts';
import { lookUpCases } from './look-up.ts';
import { searchCases } from './search.ts';
import { storeCases } from './store.ts';
import { unreadCases } from './unread.ts';
import { versionCases } from './version.ts';

import { withRecordsCases } from './with-records.ts';

/** Every rule for a document backend. */
export const documentBackendCases: readonly DocumentBackendCase[] = [
  ...storeCases,
  ...lookUpCases,
  ...commitCases,
  ...listCases,
  ...versionCases,
  ...searchCases,
  ...unreadCases,
  ...concurrencyCases,
  ...erasureCases,
  ...withRecordsCases,
];
