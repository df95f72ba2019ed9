/** A piece of a document in the index. */
export interface TextChunk {
  /** Where it starts and ends (exclusive) in the content, in UTF-16 units. */
  start: number;
  end: number;
  /** The line that it starts on, from 1. */
  line: number;
}

/** Long enough to stand on its own, short enough for an encoder's window of 256 to 512 tokens. */
const chunkCharacters = 1200;

/**
 * Cuts a text into chunks that together are exactly the text. It cuts before a heading or after an empty line in the
 * second half of a chunk, else after a line, a sentence or a word, and inside a word only if the word is longer than a
 * chunk. The same text gives the same chunks.
 */
export function chunkText(text: string, size: number = chunkCharacters): TextChunk[] {
  const chunks: TextChunk[] = [];
  let start = 0;
  let line = 1;
  while (start < text.length) {
    const end = text.length - start <= size ? text.length : cutBefore(text, { start, size });
    chunks.push({ start, end, line });
    const chunk = text.slice(start, end);
    for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', at + 1)) line += 1;
    start = end;
  }
  return chunks;
}

const seams = [/\n(?=#{1,6} )/g, /\n[ \t]*\n/g, /\n/g, /[.!?。！？]\s?/g, /\s/g];

function cutBefore(text: string, { start, size }: { start: number; size: number }): number {
  const window = text.slice(start, start + size);
  for (const seam of seams) {
    let cut = -1;
    for (const match of window.matchAll(seam)) cut = match.index + match[0].length;
    if (cut >= size / 2) return start + cut;
  }
  const inside = text.charCodeAt(start + size);
  const splitsPair = inside >= 0xdc00 && inside <= 0xdfff;
  return start + size - (splitsPair && size > 1 ? 1 : 0);
}
