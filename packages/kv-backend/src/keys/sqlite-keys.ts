import type { KeyBackend, StoredKey } from '@mneme/core/contract';
import type { Call } from '../documents/sqlite-documents.ts';
import { ReadCache } from '../file-state.ts';

/** The keys of a SQLite file. A server asks for one at each request, so they are kept while nobody writes. */
export function sqliteKeys({
  path,
  read,
  write,
}: {
  path: string;
  read: Call;
  write: Call;
}): KeyBackend {
  const cache = new ReadCache<StoredKey>(path, { capacity: 10_000 });
  return {
    addKey: (key) => write('addKey', key),
    getKey: (id) => cache.get(id, () => read('getKey', id)),
    listKeys: (scope) => read('listKeys', scope),
    revokeKey: (id, at) => write('revokeKey', id, at),
  };
}
