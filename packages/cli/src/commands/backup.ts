import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MnemeError } from '@mneme/core';
import {
  addressPath,
  type Environment,
  type OpenedBackend,
  openBackend,
  parseStoreAddress,
  storeKey,
} from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { withFolderBeside } from '../files.ts';
import { fileOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { addressOf, backendOf } from '../store-of.ts';
import { UsageError } from '../usage-error.ts';

export const backup = defineCommand({
  usage: 'FILE',
  details: [
    'Copies everything acknowledged before it began, as one consistent state: memories, history, vectors, documents, server keys and',
    'audit. The copy has the key of the store and is a store itself. It is read and checked before it gets its name.',
    '"mneme db stats --db FILE" opens it, and "mneme db restore FILE" makes a store from it. The exit code is 1',
    'if memories are damaged in the store, and so in the copy.',
  ].join('\n'),
  options: {
    force: { help: 'replace an existing file' },
  },
  uses: fileOptions,
  async run({ values, positionals: [path = ''], output, environment, signal }) {
    if (existsSync(path) && !values.force)
      throw new UsageError(`${path} already exists: --force replaces it.`, 'FILE');
    const store = await backendOf(values, {
      environment,
      mustExist: true,
      readOnly: true,
      whole: true,
    });
    return copyStore(store, { path, overwrite: values.force, output, signal, environment });
  },
});

export const restore = defineCommand({
  usage: 'FILE',
  details: [
    'Checks the backup and copies it to the store of --db, which must not exist. To replace an existing store, first move it',
    'away with its log (mneme.db, mneme.db-wal, mneme.db-shm), while nobody has it open.',
  ].join('\n'),
  uses: fileOptions,
  async run({ values, positionals: [file = ''], output, environment, signal }) {
    const path = addressPath(addressOf(values, { environment, mustExist: false }));
    if (path === undefined)
      throw new UsageError('db restore makes a SQLite file: give --db PATH.', 'db');
    if (!existsSync(file)) throw new UsageError(`There is no backup at ${file}.`, 'FILE');
    const there = [path, `${path}-wal`, `${path}-shm`].filter((each) => existsSync(each));
    if (there.length > 0) {
      throw new UsageError(
        `The store already exists: first move ${there.join(' and ')} away, while no process has it open.`,
        'db',
      );
    }
    // No folder is created for a typed path, because it is more likely a mistake.
    if (values.db === undefined && environment.db === undefined)
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const key = await storeKey(values, { environment, forFile: true });
    const backup = await openBackend(parseStoreAddress(file), {
      key,
      readOnly: true,
      whole: true,
    });
    return copyStore(backup, { path, output, signal, environment });
  },
});

/** Like {@link writeBackup}, and reports it. Returns the exit code. */
async function copyStore(
  store: OpenedBackend,
  options: BackupRequest,
): Promise<number | undefined> {
  const { output } = options;
  const report = await writeBackup(store, options);
  output.result(report, () => {
    const { good, quiet } = output.colours;
    const { records, documents, versions, bytes, encrypted, damaged } = report;
    const state = encrypted ? 'encrypted' : 'not encrypted';
    return [
      `${good('written')} ${report.path}: ${records} memories, ${documents} documents in ${versions} versions`,
      quiet(`${mebibytes(bytes)}, ${state}, read and checked`),
      damaged.length > 0 &&
        `DAMAGED in the store, and so in the copy: ${damaged.slice(0, 10).join(', ')}`,
    ];
  });
  return report.damaged.length === 0 ? undefined : 1;
}

interface BackupRequest {
  path: string;
  overwrite?: boolean;
  output: Output;
  signal: AbortSignal;
  environment: Environment;
}

/** Writes the backup, and closes the store. */
export async function writeBackup(
  store: OpenedBackend,
  options: BackupRequest,
): Promise<Awaited<ReturnType<NonNullable<OpenedBackend['backup']>>>> {
  const { output, environment, ...request } = options;
  try {
    if (store.backup === undefined) {
      throw new MnemeError(
        'unsupported',
        `${store.name} is not a file: back up the database on its server (pg_dump), or write the memories to a file with "mneme db export --records"`,
        { field: 'db' },
      );
    }
    await store.open({});
    const backup = store.backup.bind(store);
    return await withFolderBeside(request.path, environment, (folder) =>
      backup({
        ...request,
        partial: join(folder, 'whole'),
        onProgress: ({ done, total }) =>
          output.progress.update(`${mebibytes(done)} written`, total === 0 ? 1 : done / total),
      }),
    );
  } finally {
    await store.close();
  }
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
