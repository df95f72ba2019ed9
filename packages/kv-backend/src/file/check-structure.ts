import type { StoreFault } from '@mneme/core/contract';
import { requireBounded } from './bounded.ts';
import type { Connection } from './connection.ts';
import { translateError } from './errors.ts';

/** SQLite's messages about an index that can be rebuilt from its table. */
const ofAnIndex =
  /^row \d+ missing from index|^wrong # of entries in index|^non-unique entry in index/;

/**
 * SQLite's own check: pages, order of keys, each index against its table. Not if there is a value larger than any that
 * Mneme writes, which it would read.
 */
export function checkStructure(connection: Connection): StoreFault[] {
  try {
    return connection.read(() => faultsIn(connection));
  } catch (error) {
    const { code, message } = translateError(error, connection.path);
    if (code !== 'damaged') throw error;
    return [{ kind: 'structure', problem: message, mend: 'none' }];
  }
}

function faultsIn(connection: Connection): StoreFault[] {
  requireBounded(connection);
  const said = connection.column<string>('PRAGMA integrity_check(50)').all();
  const faults = said
    .filter((line) => line !== 'ok')
    .map(
      (line): StoreFault => ({
        kind: 'structure',
        problem: `SQLite says: ${line}`,
        mend: ofAnIndex.test(line) ? 'store' : 'none',
      }),
    );
  const { logProblem } = connection;
  if (logProblem !== undefined)
    faults.push({ kind: 'structure', problem: `${logProblem} is lost`, mend: 'none' });
  return faults;
}
