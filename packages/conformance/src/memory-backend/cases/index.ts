import type { MemoryBackendCase } from '../context.js';
import { auditCases } from './audit.js';
import { closeCases } from './close.js';
import { commitCases } from './commit.js';
import { commitAtomicityCases } from './commit-atomicity.js';
import { commitIndexCases } from './commit-index.js';
import { concurrencyCases } from './concurrency.js';
import { eraseCases } from './erase.js';
import { filterCases } from './filter.js';
import { filterLimitCases } from './filter-limit.js';
import { getCases } from './get.js';
import { lineageCases } from './lineage.js';
import { listCases } from './list.js';
import { lookUpCases } from './look-up.js';
import { neighboursCases } from './neighbours.js';
import { openCases } from './open.js';
import { scanCases } from './scan.js';
import { scopeIsolationCases } from './scope-isolation.js';
import { scopesAndStatsCases } from './scopes-and-stats.js';
import { searchDenseCases } from './search-dense.js';
import { searchLexicalCases } from './search-lexical.js';
import { searchStatisticsCases } from './search-statistics.js';
import { searchUnionCases } from './search-union.js';
import { spacesCases } from './spaces.js';
import { touchCases } from './touch.js';
import { vectorsCases } from './vectors.js';

/** Every sentence of MemoryBackend, in the order of the interface. */
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
  ...lookUpCases,
  ...commitCases,
  ...commitIndexCases,
  ...commitAtomicityCases,
  ...listCases,
  ...lineageCases,
  ...scanCases,
  ...vectorsCases,
  ...spacesCases,
  ...touchCases,
  ...scopesAndStatsCases,
  ...auditCases,
  ...eraseCases,
  ...closeCases,
  ...concurrencyCases,
];
