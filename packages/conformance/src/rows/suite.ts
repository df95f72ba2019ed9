import { declareCases, type TestRunner } from '../case.ts';
import { rowsCases } from './cases/index.ts';
import { type RowsCase, type RunRowsCaseOptions, runRowsCase } from './context.ts';

/** What the suite needs from the test of a store of rows. */
export interface RowsSuiteOptions extends TestRunner, RunRowsCaseOptions {}

/**
 * Declares every case that a store of rows must pass.
 *
 * @example
 * rowsSuite({
 *   describe,
 *   it,
 *   create: async () => {
 *     const folder = await mkdtemp(join(tmpdir(), 'rows-'));
 *     const make = () => new SqliteRows(join(folder, 'memory.db'));
 *     return { rows: make(), reopen: make, files: () => readFiles(folder), destroy: () => rm(folder, { recursive: true }) };
 *   },
 * });
 */
export function rowsSuite(options: RowsSuiteOptions): void {
  const runCase = (each: RowsCase) => runRowsCase(each, options);
  declareCases(rowsCases, { ...options, runCase });
}
