import {
  chmodSync,
  chownSync,
  closeSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { MnemeError } from '@mneme/core/contract';
import type { Database, Driver } from '../drivers/index.ts';
import { checkCopy, tableCounts } from './check-copy.ts';
import { checkSchema } from './check-schema.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { isBusy, isNoDatabase } from './errors.ts';
import { noDatabase } from './no-database.ts';
import { ownSchema } from './own-schema.ts';
import {
  clearRewrite,
  discard,
  movedLogMark,
  overwrite,
  rewriteFiles,
  syncFile,
  syncFolder,
} from './rewrite-files.ts';

/**
 * Writes the file again under another key (without a key: as a plain file), replaces the old file with the copy, and
 * overwrites the old one. If it is killed, the old file or the new one remains; the next open removes what is left
 * beside it. Nobody else has the file open meanwhile: the old one is locked until it is filled with zeros, so that a
 * waiting process finds no database there and does not write into a file that nobody will read. False: the file has
 * that key already.
 */
export function changeKey(
  driver: Driver,
  given: ConnectionOptions,
  newKey: string | undefined,
): boolean {
  const options = { ...given, path: realpathSync(given.path) };
  const { path } = options;
  const { written, replaced, scratch } = rewriteFiles(path);
  // SQLite gives a copy the key of the connection's main database, so that one has the new key and stays empty.
  const database = driver.open(newKey === undefined ? ':memory:' : scratch, newKey);
  // Before this process has locked the file, and after the file was replaced, files beside it may belong to somebody
  // else.
  let mine = false;
  try {
    try {
      attach(database, options);
    } catch (error) {
      if (!isNoDatabase(error)) throw error;
      if (isUnder({ ...options, key: newKey }, driver)) return false;
      throw noDatabase(options, { driver, cause: error });
    }
    mine = true;
    clearRewrite(path, { scratchInUse: true });
    const facts = statSync(path);
    if (facts.nlink > 1) throw otherName(path);
    closeLog(database, path);
    closeSync(openSync(written, 'wx', 0o600));
    database.copyInto(written, 'source');
    checkCopy(driver, { path: written, key: newKey, counts: tableCounts(database, 'source') });
    takeOver(written, facts);
    // Windows moves nothing over an open file, and refuses it if others have it open.
    if (process.platform === 'win32') database.close();
    linkSync(path, replaced);
    renameSync(written, path);
    mine = false;
    syncFolder(path);
    overwrite(replaced);
  } finally {
    // This must happen before the file is unlocked.
    if (mine) discard(written);
    database.close();
    rmSync(scratch, { force: true });
  }
  rmSync(replaced, { force: true });
  return true;
}

/** Attaches the file as `source` and locks it exclusively. */
function attach(database: Database, { path, key = '', busyTimeoutMs }: ConnectionOptions): void {
  database.exec(`
    PRAGMA busy_timeout = ${busyTimeoutMs};
    PRAGMA temp_store = MEMORY;
    PRAGMA locking_mode = EXCLUSIVE;
  `);
  try {
    database.attach(path, key);
    checkSchema(database, { path, own: ownSchema, schema: 'source' });
  } catch (error) {
    throw isBusy(error) ? openElsewhere(path, error) : error;
  }
}

/**
 * Moves the log into the file, overwrites it, because it may be plain, and removes it while this connection has the
 * file: afterwards a log of that name would belong to the new file.
 */
function closeLog(database: Database, path: string): void {
  const [moved] = database
    .prepare<{ busy: number; log: number; checkpointed: number }>(
      'PRAGMA source.wal_checkpoint(RESTART)',
    )
    .all();
  if (moved?.busy !== 0 || moved.log !== moved.checkpointed) throw openElsewhere(path);
  overwrite(`${path}-wal`, movedLogMark);
  database.exec('PRAGMA source.journal_mode = DELETE; PRAGMA source.journal_mode = OFF');
  discard(`${path}-journal`);
}

function isUnder(options: ConnectionOptions, driver: Driver): boolean {
  try {
    new Connection(options, { driver, handles: [] }).close();
    return true;
  } catch {
    return false;
  }
}

/** The copy gets the owner and mode of the file, and is synced to the disk. */
function takeOver(written: string, { mode, uid, gid }: Stats): void {
  const copy = statSync(written);
  if (copy.uid !== uid || copy.gid !== gid) chownSync(written, uid, gid);
  chmodSync(written, mode);
  syncFile(written);
}

function openElsewhere(path: string, cause?: unknown): MnemeError {
  return new MnemeError(
    'busy',
    `${path} is open elsewhere, and its key cannot be changed meanwhile: close it there, then try again`,
    { field: 'path', cause },
  );
}

function otherName(path: string): MnemeError {
  return new MnemeError(
    'conflict',
    `${path} has another name (a hard link), under which it would stay as it is: remove that name first`,
    { field: 'path' },
  );
}
