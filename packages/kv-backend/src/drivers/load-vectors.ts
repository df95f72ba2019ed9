import { MnemeError } from '@mneme/core/contract';
import { getLoadablePath } from 'sqlite-vec';
import type { Database } from './driver.ts';

/** Loads sqlite-vec, whose builds are packages of their own, one a platform. */
export function loadVectors(database: Database): void {
  try {
    database.loadExtension(getLoadablePath());
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new MnemeError(
      'missing_dependency',
      `sqlite-vec, which searches the vectors, cannot be loaded on ${process.platform}-${process.arch} (${detail.split('\n')[0]}): install sqlite-vec with its optional dependencies, on macOS, Linux with glibc, or Windows x64`,
      { field: 'path', cause },
    );
  }
}
