import type { Cell } from '../rows/rows.ts';

/** Checksums are smaller. */
export const limit = 2 ** 48;

const bytes = new DataView(new ArrayBuffer(8));

/**
 * A checksum from 0 to 2^48 - 1 against damage, not against people. In two halves, which each word of 32 bits turns and
 * multiplies: a hash of cryptography takes five times as long, with the text that it needs.
 */
export function sumOf(cells: readonly Cell[]): number {
  let one = 0x2545f491;
  let other = 0x6c078965;
  const add = (word: number) => {
    one = Math.imul(((one << 5) | (one >>> 27)) ^ word, 0x9e3779b1);
    other = Math.imul(((other << 13) | (other >>> 19)) ^ word, 0x85ebca77);
  };
  for (const cell of cells) {
    if (typeof cell === 'number') {
      // Stores have one zero.
      bytes.setFloat64(0, cell + 0);
      add(marks.number);
      add(bytes.getInt32(0));
      add(bytes.getInt32(4));
    } else if (typeof cell === 'string') {
      // As a store of texts in UTF-8 returns it.
      const text = cell.isWellFormed() ? cell : cell.toWellFormed();
      add(marks.text);
      add(text.length);
      for (let at = 0; at < text.length; at++) add(text.charCodeAt(at));
    } else if (cell === null) add(marks.none);
    else {
      add(marks.bytes);
      add(cell.length);
      for (let at = 0; at < cell.length; at++) add(cell[at] as number);
    }
  }
  return (mixed(other ^ one) % 2 ** 16) * 2 ** 32 + mixed(one);
}

/** Of each type of cell. */
const marks = { none: 1, number: 2, text: 3, bytes: 4 };

/** Each bit changes half of all bits, as at the end of MurmurHash3. */
function mixed(given: number): number {
  let word = Math.imul(given ^ (given >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
}
