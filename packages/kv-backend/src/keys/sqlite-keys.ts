import { statSync } from 'node:fs';
import type { KeyBackend, StoredKey } from '@mneme/core';
import type { Call } from '../documents/sqlite-documents.js';

/** Two writes within so short a time may leave the same time on the file. */
const clockGranularityMs = 50;

/**
 * The keys of a SQLite file. A server asks for a key at each request, so what was read is kept for as long as no
 * process has written to the file: any commit changes the file of the write-ahead log, or the database's own.
 */
export function sqliteKeys({
  path,
  read,
  write,
}: {
  path: string;
  read: Call;
  write: Call;
}): KeyBackend {
  const known = new Map<string, StoredKey>();
  let knownAt = '';

  return {
    addKey: (key) => write('addKey', key),
    async getKey(id) {
      const state = stateOf(path);
      if (state === undefined || state !== knownAt) known.clear();
      knownAt = state ?? '';
      const found = known.get(id) ?? (await read('getKey', id));
      if (found !== undefined && state !== undefined && state === knownAt) known.set(id, found);
      return found;
    },
    listKeys: (scope) => read('listKeys', scope),
    revokeKey: (id, at) => write('revokeKey', id, at),
  };
}

/** Changes with every commit. `undefined`: the last one is so recent that another could look the same. */
function stateOf(path: string): string | undefined {
  if (path === ':memory:') return undefined;
  const files = [`${path}-wal`, path].map((name) => statSync(name, { throwIfNoEntry: false }));
  const latest = Math.max(...files.map((file) => file?.mtimeMs ?? 0));
  if (Date.now() - latest < clockGranularityMs) return undefined;
  return files.map((file) => `${file?.ino} ${file?.size} ${file?.mtimeMs}`).join(' ');
}
