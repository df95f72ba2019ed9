import { statSync } from 'node:fs';
import { MnemeError, type MnemeErrorCode } from '@mneme/core/contract';
import type { Driver } from '../drivers/index.ts';

/**
 * By primary result code of SQLite: better-sqlite3 gives its name, followed by the extended code; node:sqlite gives its
 * number.
 */
const translations: [number: number, name: string, code: MnemeErrorCode, advice: string][] = [
  [
    5,
    'SQLITE_BUSY',
    'busy',
    'another process has locked the file; try again, or raise busyTimeoutMs',
  ],
  [6, 'SQLITE_LOCKED', 'busy', 'another connection has locked the file; try again'],
  [
    8,
    'SQLITE_READONLY',
    'read_only',
    'give the process write permission for the file and its folder',
  ],
  [3, 'SQLITE_PERM', 'read_only', 'give the process permission for the file'],
  [
    13,
    'SQLITE_FULL',
    'storage_full',
    'free space on the device and call again; nothing of this write was stored',
  ],
  [
    26,
    'SQLITE_NOTADB',
    'foreign_store',
    'the file is not a SQLite database, or it is encrypted; give another path',
  ],
  [
    14,
    'SQLITE_CANTOPEN',
    'unavailable',
    'check that it is a file, and that its folder exists and may be read and written',
  ],
  [
    11,
    'SQLITE_CORRUPT',
    'damaged',
    'see what mneme db doctor says, or restore the file from a backup',
  ],
  [
    10,
    'SQLITE_IOERR',
    'unavailable',
    'the device failed to read or write; nothing of this write was stored',
  ],
];

export function translateError(error: unknown, path: string): MnemeError {
  if (MnemeError.isInstance(error)) return error;
  const detail = error instanceof Error ? error.message : String(error);
  for (const [number, name, code, advice] of translations) {
    if (isFailure(error, number, name)) {
      return new MnemeError(code, `SQLite file ${path}: ${detail} (${name}): ${advice}`, {
        cause: error,
      });
    }
  }
  return new MnemeError('unavailable', `SQLite file ${path}: ${detail}`, { cause: error });
}

/** SQLite's messages for a file that is not a database, and for one under another key. */
export function isNoDatabase(error: unknown): boolean {
  return isFailure(error, 26, 'SQLITE_NOTADB');
}

export function isBusy(error: unknown): boolean {
  return isFailure(error, 5, 'SQLITE_BUSY');
}

function isFailure(error: unknown, number: number, name: string): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return typeof errcode === 'number'
    ? (errcode & 0xff) === number
    : typeof code === 'string' && code.startsWith(name);
}

export function damaged(what: string): MnemeError {
  return new MnemeError(
    'damaged',
    `${what} is damaged in its file: what is stored is not what was written. Restore the file from a backup, or delete it and store it again`,
  );
}

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
