import {
  type CaseResult,
  declareCases,
  type PlannedCase,
  planCases,
  runCases,
  type TestRunner,
} from '../case.ts';
import { documentBackendCases } from './cases/index.ts';
import { type RunDocumentBackendCaseOptions, runDocumentBackendCase } from './context.ts';

/** What the document suite needs from a backend's test. */
export interface DocumentBackendSuiteOptions extends TestRunner, RunDocumentBackendCaseOptions {}

/**
 * Declares every case that a document backend must pass.
 *
 * @example
 * documentBackendSuite({ describe, it, create: async () => ({ backend: make(), destroy: () => remove() }) });
 */
export function documentBackendSuite({
  describe,
  it,
  ...options
}: DocumentBackendSuiteOptions): void {
  declareCases(plan(options), { describe, it });
}

/** The same cases without a test runner. */
export function checkDocumentBackend(
  options: RunDocumentBackendCaseOptions,
): Promise<CaseResult[]> {
  return runCases(plan(options));
}

function plan(options: RunDocumentBackendCaseOptions): PlannedCase[] {
  return planCases(documentBackendCases, {
    lacks: options.lacks ?? {},
    tolerates: {},
    runCase: (conformanceCase) => runDocumentBackendCase(conformanceCase, options),
  });
}
