import { MnemeError, type PreparedChunk, type PreparedContent } from '@mneme/core/contract';
import type { About, Cipher } from '../cipher.ts';
import { type Sealing, sealTerms } from '../records.ts';

/**
 * A content is cut along its chunks, and each piece is sealed separately: so a store that knows a chunk by its start
 * and end returns the sealed pieces of that chunk without knowing about sealing. Each piece is one line, sealed with
 * its scope, document, position, and a keyed hash of the whole content, so that a piece of an earlier content is
 * refused. Lines of older versions do not have the hash.
 */
const form = /^(\S+) (\S+) (\d+) (?:(\S+) )?(\S+)$/;

interface Piece {
  scope: string;
  documentId: string;
  index: number;
  /** Absent in lines of older versions. */
  content?: string;
}

function aboutPiece({ scope, documentId, index, content }: Piece): About {
  return ['document', documentId, index, scope, ...(content === undefined ? [] : [content])];
}

/** A content of a document, identified by the hash in its authenticated summary. */
interface Content {
  documentId: string;
  contentSha256: string;
}

function hashOf(cipher: Cipher, { documentId, contentSha256 }: Content): string {
  return cipher.hash('text', `${documentId} ${contentSha256}`);
}

export function sealContent(
  { text, chunks }: PreparedContent,
  { cipher, sealedScope, ...of }: Sealing & Content,
): PreparedContent {
  const cuts = new Set([0, text.length, ...chunks.flatMap(({ start, end }) => [start, end])]);
  const places = [...cuts].sort((a, b) => a - b);
  const { documentId } = of;
  const content = hashOf(cipher, of);
  /** Positions of the cuts in the sealed text. */
  const moved = new Map([[0, 0]]);
  let sealed = '';
  for (const [index, start] of places.slice(0, -1).entries()) {
    const end = places[index + 1] as number;
    const about = aboutPiece({ scope: sealedScope, documentId, index, content });
    const piece = cipher.seal(text.slice(start, end), about);
    sealed += `${sealedScope} ${documentId} ${index} ${content} ${piece}\n`;
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

/** Opens consecutive pieces of one document; with `of`, of that content. Throws `damaged` or `wrong_key`. */
export function openChunk(
  sealed: string,
  { cipher, sealedScope, of }: Sealing & { of?: Content },
): string {
  const content = of && hashOf(cipher, of);
  let text = '';
  let before: Piece | undefined;
  for (const { line, ...piece } of piecesOf(sealed)) {
    const { documentId, index } = piece;
    const isNext =
      documentId === (before?.documentId ?? documentId) &&
      index === (before?.index ?? index - 1) + 1;
    const isOfContent =
      of === undefined ||
      (documentId === of.documentId && [content, undefined].includes(piece.content));
    if (piece.scope !== sealedScope || !isNext || !isOfContent)
      throw changed(`document ${documentId}`);
    text += cipher.open(line, aboutPiece(piece));
    before = piece;
  }
  return text;
}

/** Whether a piece does not name its content. */
export function hasOldPieces(sealed: string): boolean {
  return piecesOf(sealed).some(({ content }) => content === undefined);
}

function piecesOf(sealed: string): (Piece & { line: string })[] {
  return sealed
    .split('\n')
    .filter((line) => line !== '')
    .map((text) => {
      const [, scope = '', documentId = '', index, content, line] = form.exec(text) ?? [];
      if (line === undefined) throw changed(`document ${documentId}`);
      return { scope, documentId, index: Number(index), ...(content && { content }), line };
    });
}

/** The store's name of a chunk's scope. */
export function scopeOfPiece(sealed: string): string {
  const [scope = ''] = sealed.split(' ', 1);
  return scope;
}

/** Each part may be authentic, but of something else, or of an earlier state. */
export function changed(what: string): MnemeError {
  return new MnemeError(
    'damaged',
    `the sealed ${what} was changed in the store: restore the store from a backup, or write it again`,
  );
}
