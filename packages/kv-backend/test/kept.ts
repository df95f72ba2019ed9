import { createMemory } from '@mneme/core';
import { type SqliteBackendOptions, sqliteBackend, sqliteRows } from '@mneme/sqlite';
import { firstEmbedder } from './life.ts';
import { noteTables } from './note-tables.ts';
import { closing, path } from './store.ts';

/** Both use the file of the running test, if no other is given, and close it after the test. */
export async function openRows(options?: Partial<SqliteBackendOptions>) {
  const rows = closing(sqliteRows({ path, ...options }));
  await rows.open(noteTables);
  return rows;
}

/** What a test of the file needs of a memory. */
export async function openKept(options?: Partial<SqliteBackendOptions>) {
  const backend = closing(sqliteBackend({ path, ...options }));
  const memory = closing(await createMemory({ backend, embedder: firstEmbedder }));
  const ada = memory.scope('ada');
  return {
    add: (content: string) => ada.store({ content }),
    async contents() {
      const { memories } = await ada.list({ limit: 1000 });
      return memories.map(({ content }) => content).sort();
    },
    /** By another index. */
    search: async () => (await ada.retrieve('tea')).memories.length,
    remove: (id: string) => ada.delete(id),
    backup: (to: { path: string }) => backend.backup(to),
    close: () => memory.close(),
  };
}
