import type { Cell } from '../rows/rows.ts';

/** Checksums are smaller. */
export const limit = 2 ** 48;

/** The two halves of a sum while it is computed. In locals of long loops, since those are several times as fast. */
const halves = new Int32Array(2);
const number = new DataView(new ArrayBuffer(8));

/**
 * A checksum from 0 to 2^48 - 1 against damage, not against people. In two halves, which each word of 32 bits turns and
 * multiplies: a hash of cryptography takes five times as long, with the text that it needs.
 */
export function sumOf(cells: readonly Cell[]): number {
  halves[0] = 0x2545f491;
  halves[1] = 0x6c078965;
  for (const cell of cells) {
    if (typeof cell === 'number') {
      // Stores have one zero.
      number.setFloat64(0, cell + 0);
      add(marks.number);
      add(number.getInt32(0));
      add(number.getInt32(4));
    } else if (typeof cell === 'string') {
      // As a store of texts in UTF-8 returns it.
      const text = cell.isWellFormed() ? cell : cell.toWellFormed();
      add(marks.text);
      add(text.length);
      addText(text);
    } else if (cell === null) add(marks.none);
    else {
      add(marks.bytes);
      add(cell.length);
      addBytes(cell);
    }
  }
  const one = halves[0] as number;
  const other = halves[1] as number;
  return (mixed(other ^ one) % 2 ** 16) * 2 ** 32 + mixed(one);
}

/** Of each type of cell. */
const marks = { none: 1, number: 2, text: 3, bytes: 4 };

const turnedOne = (one: number, word: number) =>
  Math.imul(((one << 5) | (one >>> 27)) ^ word, 0x9e3779b1);
const turnedOther = (other: number, word: number) =>
  Math.imul(((other << 13) | (other >>> 19)) ^ word, 0x85ebca77);

function add(word: number): void {
  halves[0] = turnedOne(halves[0] as number, word);
  halves[1] = turnedOther(halves[1] as number, word);
}

/** Two characters a word. */
function addText(text: string): void {
  let one = halves[0] as number;
  let other = halves[1] as number;
  const whole = text.length & ~1;
  for (let at = 0; at < whole; at += 2) {
    const word = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
    one = turnedOne(one, word);
    other = turnedOther(other, word);
  }
  if (whole < text.length) {
    const word = text.charCodeAt(whole);
    one = turnedOne(one, word);
    other = turnedOther(other, word);
  }
  halves[0] = one;
  halves[1] = other;
}

/** Four bytes a word. */
function addBytes(bytes: Uint8Array): void {
  let one = halves[0] as number;
  let other = halves[1] as number;
  const whole = bytes.length & ~3;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < whole; at += 4) {
    const word = view.getInt32(at, true);
    one = turnedOne(one, word);
    other = turnedOther(other, word);
  }
  for (let at = whole; at < bytes.length; at++) {
    one = turnedOne(one, bytes[at] as number);
    other = turnedOther(other, bytes[at] as number);
  }
  halves[0] = one;
  halves[1] = other;
}

/** Each bit changes half of all bits, as at the end of MurmurHash3. */
function mixed(given: number): number {
  let word = Math.imul(given ^ (given >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
}
