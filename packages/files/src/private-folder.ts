import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { MnemeError } from '@mneme/core/contract';
import { withFileLock } from './file-lock.ts';

/** Where folders in use are recorded. */
export interface PrivateFolderOptions {
  /** A folder of this user alone, created if missing. Absent: what a killed process leaves stays. */
  records?: string;
}

/**
 * Works with a new folder in `parent` that only its owner can enter, and removes it afterwards with everything in it.
 * Its name is random, and it is never one that was there before. {@link removeAbandoned} removes that of a killed
 * process. Rejects with the error of the system if the folder cannot be made.
 * @example
 * await withPrivateFolder('/backups', async (folder) => {
 *   await writeFile(`${folder}/part`, text, { mode: 0o600 });
 *   await rename(`${folder}/part`, '/backups/ada.jsonl');
 * });
 */
export async function withPrivateFolder<T>(
  parent: string,
  work: (folder: string) => Promise<T>,
  { records }: PrivateFolderOptions = {},
): Promise<T> {
  const name = `.mneme-${randomUUID()}`;
  const folder = join(resolve(parent), name);
  const worked = async () => {
    await mkdir(folder, { mode: 0o700 });
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  if (records === undefined || !isUsable(records)) return worked();
  const record = join(records, name);
  // The lock shows others that this process is alive.
  return withFileLock(`${record}.lock`, async () => {
    writeFileSync(record, folder, { flag: 'wx', mode: 0o600 });
    try {
      return await worked();
    } finally {
      await rm(record, { force: true });
    }
  });
}

/** Removes the folders of processes that were killed, and their records. Those in use stay. */
export async function removeAbandoned(records: string): Promise<void> {
  const names = new Set(namesIn(records).map((each) => each.replace(/\.lock$/, '')));
  for (const name of names) {
    const record = join(records, name);
    const remove = async () => {
      const folder = textOf(record);
      // A record leads to the folder of its name only, whoever wrote it.
      if (folder !== undefined && basename(folder) === name)
        await rm(folder, { recursive: true, force: true });
      await rm(record, { force: true });
    };
    await withFileLock(`${record}.lock`, remove, { waitMs: 0 }).catch(skipUsed);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // There are no records, or none for this user.
  }
}

/** Undefined: its process has removed it. */
function textOf(record: string): string | undefined {
  try {
    return readFileSync(record, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** In use, or not to be removed by this user now: nothing depends on it. */
function skipUsed(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException;
  if (!MnemeError.isInstance(error) && code === undefined) throw error;
}

/** Without records the work is done all the same, for instance on a full disk. */
function isUsable(records: string): boolean {
  try {
    mkdirSync(records, { recursive: true, mode: 0o700 });
    accessSync(records, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
