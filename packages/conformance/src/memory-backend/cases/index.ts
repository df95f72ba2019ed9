import type { MemoryBackendCase } from '../context.ts';
import { auditCases } from './audit.ts';
import { checkStoreCases } from './check-store.ts';
import { closeCases } from './close.ts';
import { commitCases } from './commit.ts';
import { commitAtomicityCases, commitExpectCases } from './commit-expect.ts';
import { commitIndexCases } from './commit-index.ts';
import { concurrencyCases } from './concurrency.ts';
import { eraseCases } from './erase.ts';
import { filterCases } from './filter.ts';
import { filterLimitCases } from './filter-limit.ts';
import { getCases } from './get.ts';
import { historyCases } from './history.ts';
import { kindsCases } from './kinds.ts';
import { listCases } from './list.ts';
import { lookUpCases } from './look-up.ts';
import { neighboursCases } from './neighbours.ts';
import { openCases } from './open.ts';
import { scanCases } from './scan.ts';
import { scopeIsolationCases } from './scope-isolation.ts';
import { scopesAndStatsCases } from './scopes-and-stats.ts';
import { searchDenseCases } from './search-dense.ts';
import { searchLexicalCases } from './search-lexical.ts';
import { searchStatisticsCases } from './search-statistics.ts';
import { searchUnionCases } from './search-union.ts';
import { sessionsCases } from './sessions.ts';
import { spacesCases } from './spaces.ts';
import { touchCases } from './touch.ts';
import { vectorsCases } from './vectors.ts';

/** Every rule of MemoryBackend, in the order of the interface. */
export const memoryBackendCases: readonly MemoryBackendCase[] = [
  ...openCases,
  ...getCases,
  ...scopeIsolationCases,
  ...searchDenseCases,
  ...searchLexicalCases,
  ...searchUnionCases,
  ...searchStatisticsCases,
  ...filterCases,
  ...filterLimitCases,
  ...neighboursCases,
  ...kindsCases,
  ...sessionsCases,
  ...lookUpCases,
  ...commitCases,
  ...commitIndexCases,
  ...commitAtomicityCases,
  ...commitExpectCases,
  ...listCases,
  ...historyCases,
  ...scanCases,
  ...vectorsCases,
  ...spacesCases,
  ...touchCases,
  ...scopesAndStatsCases,
  ...auditCases,
  ...eraseCases,
  ...checkStoreCases,
  ...closeCases,
  ...concurrencyCases,
];
