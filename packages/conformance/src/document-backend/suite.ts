import { declareCases, type TestRunner } from '../case.ts';
import { documentBackendCases } from './cases/index.ts';
import {
  type DocumentBackendCase,
  type RunDocumentBackendCaseOptions,
  runDocumentBackendCase,
} from './context.ts';

/** What the document suite needs from a backend's test. */
export interface DocumentBackendSuiteOptions extends TestRunner, RunDocumentBackendCaseOptions {}

/**
 * Declares every case that a document backend must pass.
 *
 * @example
 * documentBackendSuite({ describe, it, create: async () => ({ backend: make(), destroy: () => remove() }) });
 */
export function documentBackendSuite(options: DocumentBackendSuiteOptions): void {
  const runCase = (each: DocumentBackendCase) => runDocumentBackendCase(each, options);
  declareCases(documentBackendCases, { ...options, runCase });
}
