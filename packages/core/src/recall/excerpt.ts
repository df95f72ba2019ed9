import { analyse, analyseQuery } from '@mneme/language/text';

/** Longer memories are shortened in the block. */
const longest = 480;
/** Size of pieces for a text without sentence ends. */
const longestPiece = 240;
/** Maximum length that is read. */
const mostRead = 65_536;

/** A fenced block is one piece; otherwise a piece ends at the end of a sentence or line. */
const pieces =
  /(```|~~~)[\s\S]*?(?:\1|$)|(?:[^。．！？!?；;\n.`~]|\.(?!\s|$)|(?<![\p{L}\p{N}]{3})\.|`(?!``)|~(?!~~))+[。．！？!?；;.]*[”"’'）)\]】」]*\n*|[。．！？!?；;.\n]+/gu;

/**
 * The part of a long memory that answers the message: the sentences that share the rarest words with it, in order, with
 * an ellipsis for what is left out; if there are none, its beginning. The same text and message give the same excerpt.
 */
export function excerpt(text: string, message: string): string {
  if (text.length <= longest) return text;
  const parts = piecesOf(text.slice(0, mostRead));
  const chosen = new Set<number>();
  let room = longest;
  for (const place of inOrderOfUse(parts, analyseQuery(message).terms)) {
    const length = parts[place]?.length ?? 0;
    if (chosen.size > 0 && length > room) continue;
    chosen.add(place);
    room -= length;
    if (room <= 0) break;
  }
  let shown = '';
  for (const [place, part] of parts.entries()) {
    if (chosen.has(place)) shown += part;
    else if (!shown.endsWith('… ')) shown = `${shown.trimEnd()}${shown === '' ? '' : ' '}… `;
  }
  return shown.trimEnd();
}

/** The order of the pieces: those with common words first, each followed by the next piece, then the beginning. */
function inOrderOfUse(parts: readonly string[], terms: readonly string[]): number[] {
  const words = parts.map((part) => new Set(analyse(part)));
  const rarity = new Map(
    terms.map((term) => {
      const holding = words.filter((known) => known.has(term)).length;
      return [term, Math.log1p(parts.length / Math.max(holding, 1))];
    }),
  );
  const worth = words.map((known) =>
    terms.reduce((sum, term) => sum + (known.has(term) ? (rarity.get(term) as number) : 0), 0),
  );
  const best = [...parts.keys()]
    .filter((place) => (worth[place] as number) > 0)
    .sort((a, b) => (worth[b] as number) - (worth[a] as number) || a - b);
  const inOrder = [...best, ...(best[0] === undefined ? [] : [best[0] + 1]), ...parts.keys()];
  return [...new Set(inOrder)].filter((place) => place < parts.length);
}

/** Sentences, lines and fenced blocks; longer pieces are cut between words, never inside a character. */
function piecesOf(text: string): string[] {
  return (text.match(pieces) ?? [text]).flatMap((piece) =>
    piece.length <= longestPiece || /^(?:```|~~~)/.test(piece) ? [piece] : cut(piece),
  );
}

function cut(piece: string): string[] {
  const found: string[] = [];
  let rest = piece;
  while (rest.length > longestPiece) {
    const space = rest.slice(0, longestPiece).search(/[\s，、,：:][^\s，、,：:]*$/u);
    let end = space > longestPiece / 2 ? space + 1 : longestPiece;
    if (/\p{M}|\u200d/u.test(rest.charAt(end)) || /[\ud800-\udbff]/.test(rest.charAt(end - 1)))
      end--;
    found.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...found, rest];
}
