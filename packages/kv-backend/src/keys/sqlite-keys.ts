import type { KeyBackend } from '@mneme/core/contract';
import type { Call } from '../documents/sqlite-documents.ts';

/** The keys of a SQLite file, in the same threads as its records. */
export function sqliteKeys({ read, write }: { read: Call; write: Call }): KeyBackend {
  return {
    addKey: (key) => write('addKey', key),
    getKey: (id) => read('getKey', id),
    listKeys: (scope) => read('listKeys', scope),
    revokeKey: (id, at) => write('revokeKey', id, at),
  };
}
