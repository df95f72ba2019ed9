import { declareCases, type TestRunner } from '../case.ts';
import { memoryBackendCases } from './cases/index.ts';
import {
  type MemoryBackendCase,
  type RunMemoryBackendCaseOptions,
  runMemoryBackendCase,
} from './context.ts';

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
export function memoryBackendSuite(options: MemoryBackendSuiteOptions): void {
  const runCase = (each: MemoryBackendCase) => runMemoryBackendCase(each, options);
  declareCases(memoryBackendCases, { ...options, runCase });
}
