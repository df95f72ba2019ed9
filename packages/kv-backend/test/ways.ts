import { randomUUID } from 'node:crypto';
import { createMemory } from '@mneme/core';
import { type SqliteBackendOptions, sqliteBackend, sqliteRows } from '@mneme/sqlite';
import { firstEmbedder } from './life.ts';
import { noteTables } from './note-tables.ts';
import { closing, path } from './store.ts';

/** What a test of the file needs of a store, by whichever way it is used. */
export interface Kept {
  add(content: string): Promise<{ id: string }>;
  contents(): Promise<string[]>;
  /** By another index. */
  search(): Promise<number>;
  /** Resolves when the removal is made, and its bytes too, as far as they could be. */
  remove(id: string): Promise<unknown>;
  backup(options: { path: string }): Promise<unknown>;
  close(): Promise<void>;
}

/** A way to a file. */
export interface Way {
  open(options?: Partial<SqliteBackendOptions>): Promise<Kept>;
  /** One with contents. */
  table: string;
  /** Of the schema. */
  version: number;
}

export const openRows = async (options?: Partial<SqliteBackendOptions>) => {
  const rows = closing(sqliteRows({ path, ...options }));
  await rows.open(noteTables);
  return rows;
};

/** Both use the file of the running test, if no other is given, and close it after the test. */
export const ways: Record<string, Way> = {
  'a memory': {
    table: 'records',
    version: 4,
    async open(options) {
      const backend = closing(sqliteBackend({ path, ...options }));
      const memory = closing(await createMemory({ backend, embedder: firstEmbedder }));
      const ada = memory.scope('ada');
      return {
        add: (content) => ada.store({ content }),
        async contents() {
          const { memories } = await ada.list({ limit: 1000 });
          return memories.map(({ content }) => content).sort();
        },
        search: async () => (await ada.retrieve('tea')).memories.length,
        remove: (id) => ada.delete(id),
        backup: (to) => backend.backup(to),
        close: () => memory.close(),
      };
    },
  },
  'a store of rows': {
    table: 'notes',
    version: 5,
    async open(options) {
      const rows = await openRows(options);
      return {
        async add(content) {
          const id = randomUUID();
          await rows.write('ada', { put: { notes: [{ scope: 'ada', id, at: 1, content }] } });
          return { id };
        },
        async contents() {
          const [notes = []] = await rows.read('ada', [{ table: 'notes', is: ['ada'] }]);
          return notes.map(({ content }) => String(content)).sort();
        },
        async search() {
          const question = { table: 'notes', index: 'by_at', any: [['ada', 1]] };
          const [found = []] = await rows.read('ada', [question]);
          return found.length;
        },
        async remove(id) {
          await rows.write('ada', { remove: { notes: [['ada', id]] } });
          return rows.remains({ wait: true });
        },
        backup: (to) => rows.backup(to),
        close: () => rows.close(),
      };
    },
  },
};

export const eachWay = Object.entries(ways);
