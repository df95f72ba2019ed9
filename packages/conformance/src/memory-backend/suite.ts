import {
  type CaseResult,
  declareCases,
  type PlannedCase,
  planCases,
  runCases,
  type TestRunner,
} from '../case.ts';
import { memoryBackendCases } from './cases/index.ts';
import { type RunMemoryBackendCaseOptions, runMemoryBackendCase } from './context.ts';

/** What the suite needs from a backend's test. */
export interface MemoryBackendSuiteOptions extends TestRunner, RunMemoryBackendCaseOptions {}

/**
 * Declares every case that a memory backend must pass.
 *
 * @example
 * memoryBackendSuite({
 *   describe,
 *   it,
 *   create: async () => {
 *     const folder = await mkdtemp(join(tmpdir(), 'mneme-'));
 *     const make = () => sqliteBackend({ path: join(folder, 'memory.db') });
 *     return { backend: make(), reopen: make, bytes: () => readFiles(folder), destroy: () => rm(folder, { recursive: true }) };
 *   },
 * });
 */
export function memoryBackendSuite({ describe, it, ...options }: MemoryBackendSuiteOptions): void {
  declareCases(plan(options), { describe, it });
}

/** The same cases without a test runner. */
export function checkMemoryBackend(options: RunMemoryBackendCaseOptions): Promise<CaseResult[]> {
  return runCases(plan(options));
}

function plan(options: RunMemoryBackendCaseOptions): PlannedCase[] {
  const { lacks = {}, tolerates = {} } = options;
  return planCases(memoryBackendCases, {
    lacks,
    tolerates,
    runCase: (conformanceCase) => runMemoryBackendCase(conformanceCase, options),
  });
}
