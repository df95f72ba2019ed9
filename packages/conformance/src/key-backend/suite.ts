import {
  type CaseResult,
  declareCases,
  type Lacks,
  type PlannedCase,
  planCases,
  runCases,
  type TestRunner,
} from '../case.ts';
import {
  type KeyBackendNeed,
  type KeyBackendStore,
  keyBackendCases,
  runKeyBackendCase,
} from './cases.ts';

/** What the key suite needs from a backend's test. */
export interface KeyBackendSuiteOptions {
  create(): Promise<KeyBackendStore>;
  lacks?: Lacks<KeyBackendNeed>;
}

/**
 * Declares every case that a place for a server's keys must pass.
 *
 * @example
 * keyBackendSuite({ describe, it, create: async () => ({ keys: memoryKeys() }), lacks: { reopen: 'lives in memory' } });
 */
export function keyBackendSuite({
  describe,
  it,
  ...options
}: TestRunner & KeyBackendSuiteOptions): void {
  declareCases(plan(options), { describe, it });
}

/** The same cases without a test runner. */
export function checkKeyBackend(options: KeyBackendSuiteOptions): Promise<CaseResult[]> {
  return runCases(plan(options));
}

function plan({ create, lacks = {} }: KeyBackendSuiteOptions): PlannedCase[] {
  return planCases(keyBackendCases, {
    lacks,
    tolerates: {},
    runCase: (conformanceCase) => runKeyBackendCase(conformanceCase, create),
  });
}
