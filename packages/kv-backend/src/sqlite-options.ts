import { MnemeError } from '@mneme/core/contract';
import {
  choice,
  type FieldsOf,
  integer,
  invalid,
  parseFlag,
  parseOptions,
  parseText,
} from '@mneme/core/input';
import { nodeTooOld } from '@mneme/core/node-version';
import { claimDriver, driverNames } from './drivers/index.ts';
import type { ConnectionOptions } from './file/connection.ts';

/** The file, and how it is written. */
export interface SqliteBackendOptions {
  /** A file, created with its folders if it does not exist; or `:memory:`, which ends with `close()`. */
  path: string;
  /** How long a call waits while another process writes. Default: 5,000. */
  busyTimeoutMs?: number;
  /**
   * `full` (default): acknowledged writes survive a power cut. `normal`: they survive a killed process, and single
   * writes are faster.
   */
  durability?: 'full' | 'normal';
  /**
   * The SQLite library. `better-sqlite3` (default) is a native module with its own SQLite; `node:sqlite` is the one
   * inside Node, for places without native modules. Both read and write the same files. A process uses only one of
   * them, because two would remove each other's locks; do not open its files with another library yourself.
   * `better-sqlite3-multiple-ciphers`, installed separately, takes a `key`; it is the default if a key is given, and
   * from then on in the process.
   */
  driver?: 'better-sqlite3' | 'better-sqlite3-multiple-ciphers' | 'node:sqlite';
  /**
   * Opens or creates an encrypted file: a passphrase, or a key of 32 bytes, as bytes or as 64 hexadecimal digits.
   * Opening rejects with `wrong_key` if the file has another key. `mneme db copy` writes a file with another key.
   */
  key?: string | Uint8Array;
  /**
   * Opens a damaged file too, so that `memory.doctor()` can examine and mend it. Its answers may then be incomplete.
   * Default: false, such a file is refused with `damaged`. The structure of files up to 8 MiB is checked when they are
   * opened, that of larger ones only by the doctor; the log is always checked.
   */
  inspect?: boolean;
  /**
   * Changes nothing in the file or beside it, such as a backup that is restored; writes reject with `read_only`. A file
   * with a log that nobody has moved into it yet is read as a copy in memory or in the folder for temporary files.
   * Default: false.
   */
  readOnly?: boolean;
}

const optionFields = {
  path: parsePath,
  busyTimeoutMs: integer({ min: 0, max: 2_147_483_647 }),
  durability: choice(['full', 'normal']),
  driver: choice(driverNames),
  key: parseFileKey,
  inspect: parseFlag,
  readOnly: parseFlag,
} satisfies FieldsOf<SqliteBackendOptions>;

/** Checks the options, and sets the driver of the process. */
export function connectionOptions(options: SqliteBackendOptions): ConnectionOptions {
  const fault = nodeTooOld(process.versions.node);
  if (fault !== undefined) throw new MnemeError('unsupported', fault);
  const given = parseOptions(options ?? {}, optionFields, ['path']);
  const { path, busyTimeoutMs = 5000, durability = 'full', key } = given;
  const { inspect = false, readOnly = false } = given;
  if (key !== undefined && path === ':memory:')
    throw invalid('key', 'is given for a database in memory, which has no file: leave it out');
  const driver = claimDriver(given.driver, { encrypts: key !== undefined });
  return { path, busyTimeoutMs, durability, driver, key, inspect, readOnly };
}

/** A path, unchanged. */
export function parsePath(value: unknown, field: string): string {
  const path = parseText(value, field);
  if (path.trim() !== '') return path;
  throw invalid(field, 'is empty: give the path of a file, such as ada.db');
}

/**
 * The key of a file in the library's form: 32 bytes, or 64 hexadecimal digits, are the key itself (`raw:…`); any other
 * text is a passphrase. No message shows any of it.
 */
export function parseFileKey(value: unknown, field: string): string {
  if (ArrayBuffer.isView(value)) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    if (bytes.length !== 32)
      throw invalid(field, `has ${bytes.length} bytes: give 32, or a passphrase as text`);
    return `raw:${bytes.toString('hex')}`;
  }
  const text = parseText(value, field);
  if (text.trim() === '')
    throw invalid(field, 'is empty: give a passphrase, or 64 hexadecimal digits');
  if (text.length > 1024)
    throw invalid(field, `has ${text.length} characters, more than 1024: shorten it`);
  return /^[0-9a-f]{64}$/i.test(text) ? `raw:${text.toLowerCase()}` : text;
}
