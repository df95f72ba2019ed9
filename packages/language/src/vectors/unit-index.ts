/**
 * Rows by unit, over the vocabulary's own text. Tens of thousands of units are read at each start, and typed arrays
 * take a fraction of the time and memory of a Map of strings.
 */
export class UnitIndex {
  readonly #vocabulary: string;
  /** The start of each unit, and the end of the last. */
  readonly #starts: Uint32Array;
  /** A hash table with linear probing: the row plus one, 0 if empty. */
  readonly #slots: Int32Array;
  /** The length of the longest unit, by a hash of its first characters. */
  readonly #longest = new Uint16Array(2 ** 16);

  /** `vocabulary`: one unit a line; unit n has row n. */
  constructor(vocabulary: string) {
    let lines = 1;
    for (let at = 0; at < vocabulary.length; at++)
      if (vocabulary.charCodeAt(at) === newline) lines++;
    const starts = new Uint32Array(lines + 1);
    // Never full: a search ends at the first empty place.
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(1.5 * lines)));
    for (let row = 0, start = 0; row < lines; row++) {
      let end = start;
      let hash = seed;
      for (; end < vocabulary.length; end++) {
        const code = vocabulary.charCodeAt(end);
        if (code === newline) break;
        hash = Math.imul(hash ^ code, prime);
      }
      let slot = spread(hash) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = row + 1;
      const head = headOf(vocabulary, start, end);
      if (end - start > (this.#longest[head] as number)) this.#longest[head] = end - start;
      start = end + 1;
      starts[row + 1] = start;
    }
    this.#vocabulary = vocabulary;
    this.#starts = starts;
    this.#slots = slots;
  }

  /** Undefined: not a unit. */
  row(unit: string): number | undefined {
    const slots = this.#slots;
    let hash = seed;
    for (let at = 0; at < unit.length; at++) hash = Math.imul(hash ^ unit.charCodeAt(at), prime);
    let slot = spread(hash) & (slots.length - 1);
    for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      const row = (slots[slot] as number) - 1;
      const start = this.#starts[row] as number;
      const sameLength = (this.#starts[row + 1] as number) - 1 - start === unit.length;
      if (sameLength && this.#vocabulary.startsWith(unit, start)) return row;
    }
    return undefined;
  }

  /** Maximum length of a unit with this beginning, so that a long word is tried no further. May be too large. */
  longest(text: string): number {
    const ofTwo = this.#longest[headOf(text, 0, text.length)] as number;
    return Math.max(ofTwo, this.#longest[headOf(text, 0, isContinued(text, 0) ? 3 : 1)] as number);
  }
}

const newline = 10;
const numberSign = 35;

// FNV-1a, one character code at a time.
const seed = 0x811c9dc5;
const prime = 0x01000193;

/** The low bits alone know little of the first characters. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}

/** Hash of the first two characters, after the `##` of a piece inside a word. */
function headOf(text: string, start: number, end: number): number {
  const continued = isContinued(text, start) ? 1 : 0;
  const at = start + 2 * continued;
  const first = at < end ? text.charCodeAt(at) : 0;
  const second = at + 1 < end ? text.charCodeAt(at + 1) : 0;
  return (2 * (31 * first + second) + continued) & 0xffff;
}

function isContinued(text: string, start: number): boolean {
  return text.charCodeAt(start) === numberSign && text.charCodeAt(start + 1) === numberSign;
}
