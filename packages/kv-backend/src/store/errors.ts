import { MnemeError, type MnemeErrorCode } from '@mneme/core/contract';

/** By primary result code of SQLite; extended codes start with it. */
const translations: [prefix: string, code: MnemeErrorCode, advice: string][] = [
  ['SQLITE_BUSY', 'busy', 'another process holds the file; try again, or raise busyTimeoutMs'],
  ['SQLITE_LOCKED', 'busy', 'another connection holds the file; try again'],
  ['SQLITE_READONLY', 'read_only', 'give the process write permission for the file and its folder'],
  ['SQLITE_PERM', 'read_only', 'give the process permission for the file'],
  ['SQLITE_FULL', 'storage_full', 'free room on the device; nothing of this call was written'],
  [
    'SQLITE_NOTADB',
    'foreign_store',
    'the file is no SQLite database, or it is encrypted; give another path',
  ],
  ['SQLITE_CANTOPEN', 'unavailable', 'check that the folder exists and may be read and written'],
  ['SQLITE_CORRUPT', 'unavailable', 'the file is damaged; restore it from a backup'],
  [
    'SQLITE_IOERR',
    'unavailable',
    'the device failed to read or write; nothing of this call was written',
  ],
];

export function translateError(error: unknown, path: string): MnemeError {
  if (MnemeError.isInstance(error)) return error;
  const vendorCode = vendorCodeOf(error);
  const detail = error instanceof Error ? error.message : String(error);
  for (const [prefix, code, advice] of translations) {
    if (vendorCode.startsWith(prefix)) {
      return new MnemeError(code, `SQLite file ${path}: ${detail} (${vendorCode}): ${advice}`, {
        cause: error,
      });
    }
  }
  return new MnemeError('unavailable', `SQLite file ${path}: ${detail}`, { cause: error });
}

function vendorCodeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
