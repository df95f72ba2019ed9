import { declareCases, type TestRunner } from '../case.ts';
import { searchIndexCases } from './cases.ts';
import {
  type RunSearchIndexCaseOptions,
  runSearchIndexCase,
  type SearchIndexCase,
} from './context.ts';

/** What the suite needs from the test of a search index. */
export interface SearchIndexSuiteOptions extends TestRunner, RunSearchIndexCaseOptions {}

/**
 * Declares every case that a search index must pass.
 *
 * @example
 * searchIndexSuite({ describe, it, create: async () => ({ index: make(), reopen: make, lose: drop, outage, destroy: drop }) });
 */
export function searchIndexSuite(options: SearchIndexSuiteOptions): void {
  const runCase = (each: SearchIndexCase) => runSearchIndexCase(each, options);
  declareCases(searchIndexCases, { ...options, runCase });
}
