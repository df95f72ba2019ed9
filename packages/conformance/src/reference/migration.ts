import {
  cursorCodec,
  type EmbedderIdentity,
  type EmbeddingMigration,
  type MemoryRecord,
  otherSpace,
  type PendingText,
  sameEmbedder,
} from '@mneme/core/backend';
import type { Entry, ReferenceBackend } from './backend.ts';
import { keyOf } from './table.ts';

const cursors = cursorCodec('pending', ['string']);

/** A change of the embedder: each record may have a second vector. For a store of records alone. */
export function migrationOf(backend: ReferenceBackend): EmbeddingMigration {
  const isCurrent = (next: EmbedderIdentity) => {
    const { embedder } = backend.meta;
    return embedder !== undefined && sameEmbedder(embedder, next);
  };
  const requireNext = (asked: EmbedderIdentity) => {
    const { next: building } = backend.meta;
    if (building === undefined || !sameEmbedder(building, asked))
      throw otherSpace(`the ${backend.name} store`, { building, asked });
  };
  const lacking = (next: EmbedderIdentity) => {
    if (!isCurrent(next)) requireNext(next);
    return backend
      .memories()
      .map((entry) => ({ entry, key: keyOf([entry.record.scope, entry.record.id]) }))
      .filter(({ entry }) => (isCurrent(next) ? entry.vector : entry.nextVector) === undefined)
      .sort((one, other) => (one.key < other.key ? -1 : 1));
  };
  const write = (entry: Entry<MemoryRecord>) =>
    backend.table.write(entry, 'record', entry.record.scope, entry.record.id);
  const change = async <T>(work: () => T): Promise<T> => backend.table.transaction(work);
  return {
    lateWritesMs: 0,
    begin: (next) =>
      change(() => {
        const { meta } = backend;
        if (!isCurrent(next) && meta.next === undefined)
          backend.table.write({ ...meta, next }, 'meta');
        const pending = lacking(next).length;
        if (isCurrent(next)) return { switched: true, done: 0, pending };
        return { switched: false, done: backend.memories().length - pending, pending };
      }),
    async pending({ next, cursor, limit }) {
      const [after] = cursors.decode(cursor, []) ?? [''];
      const behind = lacking(next).filter(({ key }) => key > after);
      const texts = behind.slice(0, limit).map(
        ({ key, entry: { record } }): PendingText => ({
          key,
          kind: 'record',
          record,
        }),
      );
      const last = texts.at(-1);
      if (last === undefined || behind.length <= limit) return { texts };
      return { texts, nextCursor: cursors.encode([last.key], []) };
    },
    fill: ({ next, vectors }) =>
      change(() => {
        const entries = new Map(lacking(next).map(({ key, entry }) => [key, entry]));
        const taken = vectors.filter(({ text }) => {
          const { content } = entries.get(text.key)?.record ?? {};
          return text.kind === 'record' && text.record.content === content;
        });
        for (const { text, vector } of taken) {
          const field = isCurrent(next) ? 'vector' : 'nextVector';
          write({ ...(entries.get(text.key) as Entry<MemoryRecord>), [field]: [...vector] });
        }
        return taken.length;
      }),
    finish: (next) =>
      change(() => {
        if (isCurrent(next)) return true;
        if (lacking(next).length > 0) return false;
        for (const { nextVector, ...entry } of backend.memories())
          write({ ...entry, vector: nextVector });
        backend.table.write({ ...backend.meta, embedder: next, next: undefined }, 'meta');
        return true;
      }),
    async clear() {
      backend.table.read('meta');
    },
    abandon: (next) =>
      change(() => {
        const { meta } = backend;
        if (meta.next === undefined || !sameEmbedder(meta.next, next)) return;
        backend.table.write({ ...meta, next: undefined }, 'meta');
        for (const { nextVector: _, ...entry } of backend.memories()) write(entry);
      }),
  };
}
