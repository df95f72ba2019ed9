import { MnemeError } from '@mneme/core/contract';

/** Node's own SQLite. Node 22 prints a warning when it is loaded; it is hidden, because only a lock is used. */
export function loadSqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    const sqlite = process.getBuiltinModule('node:sqlite');
    if (sqlite !== undefined) return sqlite;
  } finally {
    process.emitWarning = emitWarning;
  }
  throw new MnemeError(
    'unsupported',
    'this build of Node has no node:sqlite, which locks files: use one of nodejs.org, 22.14 or newer',
  );
}
