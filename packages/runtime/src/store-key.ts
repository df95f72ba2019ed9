import { invalid } from '@mneme/core/input';
import type { Environment } from './environment.ts';
import { type KeySource, readKey } from './read-key.ts';

/**
 * The key of an encrypted SQLite file: of the given source, else `MNEME_KEY`, else of the file `MNEME_KEY_FILE`.
 * `forFile`: whether the store is a file; otherwise no source may be given.
 */
export async function storeKey(
  source: KeySource,
  { environment, forFile }: { environment: Pick<Environment, 'key' | 'keyFile'>; forFile: boolean },
): Promise<string | undefined> {
  for (const field of ['keyFile', 'keyCommand'] as const)
    if (source[field] !== undefined && !forFile)
      throw invalid(field, 'is only for a SQLite file: leave it out');
  const given = await readKey(source);
  if (given !== undefined || environment.key !== undefined) return given ?? environment.key;
  return readKey({ keyFile: environment.keyFile }, { keyFile: 'MNEME_KEY_FILE', keyCommand: '' });
}
