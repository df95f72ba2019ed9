import {
  cursorCodec,
  type EmbedderIdentity,
  type EmbeddingMigration,
  otherSpace,
  type PendingText,
  sameEmbedder,
} from '@mneme/core/contract';
import { compare, type InMemoryStore, type Row } from './in-memory-store.ts';

const cursors = cursorCodec('pending', ['string']);

/** {@link EmbeddingMigration} over plain rows: each may have a second vector. */
export function inMemoryMigration(opened: () => InMemoryStore): EmbeddingMigration {
  const isCurrent = (next: EmbedderIdentity) => {
    const { embedder } = opened();
    return embedder !== undefined && sameEmbedder(embedder, next);
  };
  const requireNext = (asked: EmbedderIdentity) => {
    const { next: building } = opened();
    if (building === undefined || !sameEmbedder(building, asked))
      throw otherSpace('the in-memory store', { building, asked });
  };
  const all = () =>
    opened()
      .names()
      .flatMap((scope) => opened().rows(scope))
      .sort((a, b) => compare(keyOf(a), keyOf(b)));
  const lacking = (next: EmbedderIdentity) =>
    all().filter(({ vector, nextVector }) => (isCurrent(next) ? vector : nextVector) === undefined);
  return {
    stragglersMs: 0,
    async begin(next) {
      const store = opened();
      if (isCurrent(next)) return { switched: true, done: 0, pending: lacking(next).length };
      store.next ??= { ...next };
      requireNext(next);
      const pending = lacking(next).length;
      return { switched: false, done: all().length - pending, pending };
    },
    async pending({ next, cursor, limit }) {
      const [after] = cursors.decode(cursor, []) ?? [''];
      if (!isCurrent(next)) requireNext(next);
      const behind = lacking(next).filter((row) => keyOf(row) > after);
      const page = behind.slice(0, limit);
      const texts = page.map(
        (row): PendingText => ({
          key: keyOf(row),
          kind: 'record',
          record: structuredClone(row.record),
        }),
      );
      const last = texts.at(-1);
      if (last === undefined || behind.length <= limit) return { texts };
      return { texts, nextCursor: cursors.encode([last.key], []) };
    },
    async fill({ next, vectors }) {
      if (!isCurrent(next)) requireNext(next);
      const rows = new Map(lacking(next).map((row) => [keyOf(row), row]));
      let taken = 0;
      for (const { text, vector } of vectors) {
        const row = rows.get(text.key);
        if (row === undefined || text.kind !== 'record') continue;
        if (row.record.content !== text.record.content) continue;
        row[isCurrent(next) ? 'vector' : 'nextVector'] = Float32Array.from(vector);
        taken += 1;
      }
      return taken;
    },
    async finish(next) {
      if (isCurrent(next)) return true;
      requireNext(next);
      if (lacking(next).length > 0) return false;
      const store = opened();
      for (const row of all()) {
        row.vector = row.nextVector;
        delete row.nextVector;
      }
      store.embedder = store.next;
      store.next = undefined;
      return true;
    },
    async clear() {
      opened();
    },
    async abandon(next) {
      const store = opened();
      if (store.next === undefined || !sameEmbedder(store.next, next)) return;
      store.next = undefined;
      for (const row of all()) delete row.nextVector;
    },
  };
}

function keyOf({ record }: Row): string {
  return JSON.stringify([record.scope, record.id]);
}
