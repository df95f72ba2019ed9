import { statSync } from 'node:fs';
import { MnemeError } from '@mneme/core/contract';
import type { Driver } from '../drivers/index.ts';
import { translateError } from './errors.ts';

/** Each page of an encrypted file looks random, so only its size and trying to open it tell what it is. */
const pageBytes = 4096;

/** Why SQLite finds no database in a file. Changes nothing. */
export function noDatabase(
  { path, key }: { path: string; key?: string },
  { driver, cause }: { driver: Driver; cause: unknown },
): MnemeError {
  if (key !== undefined) {
    return isPlain(driver, path)
      ? wrongKey(`is given, and ${path} is not encrypted`, 'encrypt it first, or leave the key out')
      : wrongKey(
          `does not open ${path}`,
          'give the one that the file was encrypted with; if it is the right one, the file is damaged or of another program',
        );
  }
  if (statSync(path).size % pageBytes !== 0) return translateError(cause, path);
  return wrongKey(
    `is missing: ${path} is encrypted, or not a SQLite database`,
    'give the key of the file, or another path',
  );
}

function wrongKey(problem: string, advice: string): MnemeError {
  return new MnemeError('wrong_key', [{ field: 'key', problem, advice }]);
}

function isPlain(driver: Driver, path: string): boolean {
  const database = driver.open(path);
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return true;
  } catch {
    return false;
  } finally {
    database.close();
  }
}
