import { analyse, analyseQuery } from '@mneme/language/text';

/** A memory up to this length enters the block whole. */
const longest = 480;
/** Of a text without an end of a sentence, pieces of this length are looked at. */
const longestPiece = 240;
/** Of a longer memory only so much is looked at. */
const mostRead = 65_536;

/** A fenced block stays whole; otherwise up to the end of a sentence or line. */
const pieces =
  /(```|~~~)[\s\S]*?(?:\1|$)|(?:[^。．！？!?；;\n.`~]|\.(?!\s|$)|(?<![\p{L}\p{N}]{3})\.|`(?!``)|~(?!~~))+[。．！？!?；;.]*[”"’'）)\]】」]*\n*|[。．！？!?；;.\n]+/gu;

/**
 * What of a long memory answers the message: its sentences that share the rarest words with it, in their order, with an
 * ellipsis for what is left out; where none does, its beginning. The same text and message give the same excerpt.
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

/** The places of the pieces: those that share words first, each followed by what comes after it, then the beginning. */
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

/** Sentences, lines and fenced blocks; what has no such end, cut between words, and never inside a character. */
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
