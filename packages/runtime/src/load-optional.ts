import { MnemeError } from '@mneme/core';

/**
 * Loads an optional package. If it is missing (or its native part was built for another
 * Node), the error names the command to run.
 * @example
 * const { QdrantClient } = await loadOptional('@qdrant/js-client-rest', () => import('@qdrant/js-client-rest'));
 */
export async function loadOptional<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') {
      throw new MnemeError(
        'missing_dependency',
        `${name} is needed and not installed. Install it with: npm install ${name}`,
        { field: name, cause: error },
      );
    }
    if (code === 'ERR_DLOPEN_FAILED') {
      throw new MnemeError(
        'missing_dependency',
        `The native part of ${name} does not fit Node ${process.version}. Build it again with: npm rebuild`,
        { field: name, cause: error },
      );
    }
    throw error;
  }
}
