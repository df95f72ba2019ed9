import { MnemeError } from '@mneme/core/contract';
import type { Driver } from '../drivers/index.ts';

/** Reads a whole copy: every page and every index. */
export function checkCopy(
  driver: Driver,
  { path, key }: { path: string; key: string | undefined },
): void {
  const database = driver.open(path, key);
  try {
    const found = database.prepareColumn<string>('PRAGMA integrity_check').get();
    if (found !== 'ok') throw faulty(`does not pass SQLite's check (${found})`);
  } finally {
    database.close();
  }
}

function faulty(what: string): MnemeError {
  return new MnemeError(
    'damaged',
    `the copy ${what}, and was not used: the file may be damaged, or the device; check both`,
  );
}
