import type { EmbeddingMigration, PendingText } from '@mneme/core/contract';
import { MnemeError } from '@mneme/core/contract';
import type { Ciphers } from './ciphers.ts';
import { openChunk, scopeOfPiece } from './documents/pieces.ts';
import { openRecord } from './records.ts';

/** Texts are opened for embedding, and passed back in the store's form. */
export function sealedMigration(
  migration: EmbeddingMigration,
  ciphers: Ciphers,
): EmbeddingMigration {
  const sealedOf = new WeakMap<PendingText, PendingText>();
  const openText = async (sealed: PendingText): Promise<PendingText> => {
    const name = sealed.kind === 'record' ? sealed.record.scope : scopeOfPiece(sealed.text);
    const scope = await ciphers.openScope(name);
    const cipher = await ciphers.reading(scope);
    const text: PendingText =
      sealed.kind === 'record'
        ? { ...sealed, record: openRecord(sealed.record, scope, cipher) }
        : { ...sealed, text: openChunk(sealed.text, { cipher, sealedScope: name }) };
    sealedOf.set(text, sealed);
    return text;
  };
  return {
    lateWritesMs: migration.lateWritesMs,
    begin: (next) => migration.begin(next),
    async pending(request) {
      const { texts, ...more } = await migration.pending(request);
      return { texts: await Promise.all(texts.map(openText)), ...more };
    },
    fill({ next, vectors }) {
      return migration.fill({
        next,
        vectors: vectors.map(({ text, vector }) => {
          const sealed = sealedOf.get(text);
          if (sealed !== undefined) return { text: sealed, vector };
          const message = `vectors holds the text ${text.key}, which pending() did not return: pass its texts unchanged`;
          throw new MnemeError('invalid_input', message, { field: 'vectors' });
        }),
      });
    },
    finish: (next) => migration.finish(next),
    clear: () => migration.clear(),
    abandon: (next) => migration.abandon(next),
  };
}
