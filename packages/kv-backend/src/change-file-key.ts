import { existsSync } from 'node:fs';
import { MnemeError } from '@mneme/core/contract';
import { type FieldsOf, integer, parseOptions } from '@mneme/core/input';
import { claimDriver } from './drivers/index.ts';
import { parseFileKey } from './file-key.ts';
import { parsePath } from './file-path.ts';
import { WorkerClient } from './worker-client.ts';

/** The file, and its keys before and after. */
export interface ChangeFileKeyOptions {
  path: string;
  /** The current key. Absent: the file is plain. */
  key?: string | Uint8Array;
  /** The new key. Absent: the file becomes plain. */
  newKey?: string | Uint8Array;
  /** How long the call waits for others to close the file. Default: 5,000. */
  busyTimeoutMs?: number;
}

const fields = {
  path: parsePath,
  key: parseFileKey,
  newKey: parseFileKey,
  busyTimeoutMs: integer({ min: 0, max: 2_147_483_647 }),
} satisfies FieldsOf<ChangeFileKeyOptions>;

/**
 * Encrypts a SQLite file in place, changes its key, or makes it plain again. If it is killed, the file is either
 * unchanged or completely changed. The old file is overwritten on the disk. Rejects with `busy` while anybody has the
 * file open, this process included, and with `wrong_key` if `key` is not its key. Returns whether anything had to be
 * done.
 * @example
 * await changeFileKey({ path: 'ada.db', newKey: passphrase });
 */
export async function changeFileKey(options: ChangeFileKeyOptions): Promise<{ changed: boolean }> {
  const { path, key, newKey, busyTimeoutMs = 5000 } = parseOptions(options, fields, ['path']);
  if (!existsSync(path)) {
    throw new MnemeError('not_found', `there is no file ${path}`, { field: 'path' });
  }
  const driver = claimDriver(undefined, { encrypts: true });
  const given = { path, key, busyTimeoutMs, durability: 'full', driver, inspect: false } as const;
  const worker = new WorkerClient(given);
  try {
    return { changed: await worker.changeKey(newKey) };
  } finally {
    await worker.close();
  }
}
