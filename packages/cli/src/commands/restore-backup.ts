import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { addressPath, openBackend, parseStoreAddress, storeKey } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { fileOptions } from '../options.ts';
import { addressOf } from '../store-of.ts';
import { UsageError } from '../usage-error.ts';
import { copyStore } from './backup.ts';

export const restoreBackupCommand = defineCommand({
  usage: 'FILE',
  details: [
    'Checks the backup and copies it to the store of --db, which must not exist. To replace an existing store, first move it',
    'away with its log (mneme.db, mneme.db-wal, mneme.db-shm), while nobody has it open.',
  ].join('\n'),
  uses: [...fileOptions],
  async run({ values, positionals: [file = ''], output, environment, signal }) {
    const path = addressPath(addressOf(values, { environment, mustExist: false }));
    if (path === undefined)
      throw new UsageError('db restore makes a SQLite file: give --db PATH.', 'db');
    if (!existsSync(file)) throw new UsageError(`There is no backup at ${file}.`, 'FILE');
    const there = [path, `${path}-wal`, `${path}-shm`].filter((each) => existsSync(each));
    if (there.length > 0) {
      throw new UsageError(
        `There is a store already: move ${there.join(' and ')} away first, while nobody has it open.`,
        'db',
      );
    }
    // No folder is created for a typed path, because it is more likely a mistake.
    if (values.db === undefined && environment.db === undefined)
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const key = await storeKey(values, { environment, forFile: true });
    const backup = await openBackend(parseStoreAddress(file), { key, whole: true });
    return copyStore(backup, { path, output, signal });
  },
});
