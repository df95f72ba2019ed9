import { MnemeError, type MnemeErrorCode } from '@mneme/core/contract';

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
