import type { EmbeddingMigration, MemoryBackend } from '@mneme/core/backend';
import { type BrokenBackend, changingCommits, type SoundBackend } from './broken-backend.ts';

function withSpaces(
  sound: SoundBackend,
  changes: Partial<EmbeddingMigration>,
): Partial<MemoryBackend> {
  return { migration: { ...sound.migration, ...changes } };
}

/** Mistakes of changing the embedding model. */
export const brokenSpaces: BrokenBackend = {
  'spaces > does not switch while a text is pending': {
    'changes over with texts pending': (sound) =>
      withSpaces(sound, {
        async finish(next) {
          await sound.migration.finish(next);
          return true;
        },
      }),
  },
  'spaces > gives records without a vector one in the current space': {
    'forgets what came without a vector': (sound) =>
      withSpaces(sound, { pending: async () => ({ texts: [] }) }),
  },
  'spaces > refuses a vector of a text that was changed or removed since it was pending': {
    'fills texts that have changed': (sound, store) =>
      withSpaces(sound, {
        async fill({ vectors }) {
          let taken = 0;
          for (const { text, vector } of vectors) {
            if (text.kind !== 'record') continue;
            const row = store.row(text.record.scope, text.record.id);
            if (row === undefined) continue;
            row.nextVector = [...vector];
            taken += 1;
          }
          return taken;
        },
      }),
  },
  'spaces > a changed text is pending again, one that only changed its fields is not': {
    'keeps the new vector of an old text': (sound, store) => ({
      async commit(request) {
        const kept = request.puts.map(
          ({ record }) => store.row(request.scope, record.id)?.nextVector,
        );
        const result = await sound.commit(request);
        for (const [index, { record }] of request.puts.entries()) {
          const row = store.row(request.scope, record.id);
          if (row !== undefined && kept[index] !== undefined) row.nextVector = kept[index];
        }
        return result;
      },
    }),
  },
  'spaces > leaves out a second vector of an embedder that is not being built': {
    'takes any second vector': changingCommits((_, store) => ({
      nextEmbedder: store.meta.next,
    })),
  },
  'spaces > writes go to both spaces if the call has both vectors': {
    'drops the second vector': changingCommits(() => ({ nextEmbedder: undefined })),
  },
  'spaces > answers from the old space until the change, and from the new one after it': {
    'compares vectors of two models': (sound, store) => ({
      search: (request) => sound.search({ ...request, embedder: store.meta.embedder }),
    }),
  },
  'spaces > after the change refuses vectors of the old model from a connection that is still open':
    {
      'lets connections with the old embedder go on': (sound, store) => ({
        search: (request) => sound.search({ ...request, embedder: store.meta.embedder }),
      }),
    },
  'spaces > refuses a third embedder while a second one is being built, naming both': {
    'begins a third space in the place of the second': (sound, store) =>
      withSpaces(sound, {
        begin(next) {
          store.meta.next = undefined;
          return sound.migration.begin(next);
        },
      }),
  },
  'spaces > continues where another connection stopped, and both may finish': {
    'starts from nothing at every begin': (sound, store) =>
      withSpaces(sound, {
        begin(next) {
          for (const scope of store.names())
            for (const row of store.rows(scope)) delete row.nextVector;
          return sound.migration.begin(next);
        },
      }),
  },
  'spaces > begins with everything pending, of all scopes, page by page': {
    'shows pending texts of one scope only': (sound, store) =>
      withSpaces(sound, {
        async pending(request) {
          const { texts } = await sound.migration.pending(request);
          const [scope] = store.names();
          return {
            texts: texts.filter((text) => text.kind === 'record' && text.record.scope === scope),
          };
        },
      }),
    'repeats texts from page to page': (sound) =>
      withSpaces(sound, {
        async pending(request) {
          const page = await sound.migration.pending(request);
          if (request.cursor === undefined || page.nextCursor !== undefined) return page;
          const first = await sound.migration.pending({ ...request, cursor: undefined, limit: 1 });
          return { texts: [...page.texts, ...first.texts] };
        },
      }),
  },
  'spaces > answers the vectors of the new space after the change, zero ones too': {
    'forgets zero vectors': (sound) =>
      withSpaces(sound, {
        fill: ({ next, vectors }) =>
          sound.migration.fill({
            next,
            vectors: vectors.filter(({ vector }) => vector.some((value) => value !== 0)),
          }),
      }),
  },
  'spaces > abandons a space that is being built, and can begin again': {
    'keeps what was abandoned': (sound) => withSpaces(sound, { abandon: async () => undefined }),
  },
};
