import type { PreparedChunk, PreparedContent } from '@mneme/core/contract';
import { MnemeError } from '@mneme/core/contract';
import type { About } from '../cipher.ts';
import { type Sealing, sealTerms } from '../records.ts';

/**
 * A content is cut where its chunks are cut, and each piece is sealed by itself: so a store that knows a chunk by where it
 * starts and ends answers the sealed pieces of that chunk, and needs to know nothing of this. A piece stands on a line of
 * its own behind the names of its scope and document, which it is sealed with.
 */
const form = /^(\S+) (\S+) (\d+) (\S+)$/;

function aboutPiece(documentId: string, index: number, sealedScope: string): About {
  return ['document', documentId, index, sealedScope];
}

export function sealContent(
  { text, chunks }: PreparedContent,
  { cipher, sealedScope, documentId }: Sealing & { documentId: string },
): PreparedContent {
  const cuts = new Set([0, text.length, ...chunks.flatMap(({ start, end }) => [start, end])]);
  const places = [...cuts].sort((a, b) => a - b);
  /** Where each cut is in the sealed text. */
  const moved = new Map([[0, 0]]);
  let sealed = '';
  for (const [index, start] of places.slice(0, -1).entries()) {
    const end = places[index + 1] as number;
    const piece = cipher.seal(text.slice(start, end), aboutPiece(documentId, index, sealedScope));
    sealed += `${sealedScope} ${documentId} ${index} ${piece}\n`;
    moved.set(end, sealed.length);
  }
  return {
    text: sealed,
    chunks: chunks.map(
      ({ start, end, line, terms, vector, nextVector }) =>
        ({
          start: moved.get(start) as number,
          end: moved.get(end) as number,
          line,
          terms: sealTerms(cipher, terms),
          vector,
          nextVector,
        }) satisfies Record<keyof PreparedChunk, unknown>,
    ),
  };
}

/** Pieces that follow one another, of one document of the scope. Throws `damaged` or `wrong_key`. */
export function openChunk(
  sealed: string,
  { cipher, sealedScope, documentId }: Sealing & { documentId?: string },
): string {
  let text = '';
  for (const line of sealed.split('\n')) {
    if (line === '') continue;
    const [, scope, document = '', index, piece = ''] = form.exec(line) ?? [];
    if (scope !== sealedScope || document !== (documentId ?? document)) throw misplaced(documentId);
    text += cipher.open(piece, aboutPiece(document, Number(index), sealedScope));
  }
  return text;
}

/** What the store calls the scope of a chunk. */
export function scopeOfPiece(sealed: string): string {
  const [scope = ''] = sealed.split(' ', 1);
  return scope;
}

function misplaced(documentId = ''): MnemeError {
  return new MnemeError(
    'damaged',
    `the sealed document ${documentId} was changed in the store: restore the store from a backup, or write the document again`,
  );
}
