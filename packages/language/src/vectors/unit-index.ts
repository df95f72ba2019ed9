/**
 * The parts of an index, as stored in a file beside the table: reading them takes a hundredth of the time of making
 * them.
 */
interface Parts {
  /** One unit a line; unit n stands for row n. */
  readonly vocabulary: string;
  /** Where each unit begins, and the end of the last one. */
  readonly starts: Uint32Array;
  /** A hash table with open addressing: the row plus one, or 0 for a free place. */
  readonly slots: Int32Array;
  /** The length of the longest unit, by a hash of its first characters. */
  readonly longest: Uint16Array;
}

/**
 * Rows by unit, over the vocabulary's own text. Tens of thousands of units are read at each start, and typed arrays
 * take a fraction of the time and memory of a Map of strings.
 */
export class UnitIndex {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `vocabulary`: one unit a line; unit n has row n. */
  static of(vocabulary: string): UnitIndex {
    let lines = 1;
    for (let at = 0; at < vocabulary.length; at++)
      if (vocabulary.charCodeAt(at) === newline) lines++;
    const starts = new Uint32Array(lines + 1);
    // Never full, because a search ends at the first empty place.
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(1.5 * lines)));
    const longest = new Uint16Array(heads);
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
      if (end - start > (longest[head] as number)) longest[head] = end - start;
      start = end + 1;
      starts[row + 1] = start;
    }
    return new UnitIndex({ vocabulary, starts, slots, longest });
  }

  /** From the result of {@link toBytes}. Undefined: it was made from a table of another revision. */
  static from(bytes: Buffer, revision: string): UnitIndex | undefined {
    if (bytes.toString('latin1', 0, revisionBytes) !== revision) return undefined;
    const { buffer, byteOffset } = bytes;
    const [starts, slots] = new Uint32Array(buffer, byteOffset + revisionBytes, 2);
    const at = byteOffset + revisionBytes + 8;
    const slotsAt = at + 4 * (starts as number);
    const longestAt = slotsAt + 4 * (slots as number);
    return new UnitIndex({
      starts: new Uint32Array(buffer, at, starts),
      slots: new Int32Array(buffer, slotsAt, slots),
      longest: new Uint16Array(buffer, longestAt, heads),
      vocabulary: bytes.toString('utf16le', longestAt + 2 * heads - byteOffset),
    });
  }

  /** The file of an index: the table's revision, two counts, and the parts, all little endian. */
  toBytes(revision: string): Buffer {
    const { vocabulary, starts, slots, longest } = this.#parts;
    const parts = [Uint32Array.of(starts.length, slots.length), starts, slots, longest];
    return Buffer.concat([
      Buffer.from(revision, 'latin1'),
      ...parts.map(({ buffer, byteOffset, byteLength }) =>
        Buffer.from(buffer, byteOffset, byteLength),
      ),
      Buffer.from(vocabulary, 'utf16le'),
    ]);
  }

  /** Undefined: not a unit. */
  row(unit: string): number | undefined {
    const { slots, starts, vocabulary } = this.#parts;
    let hash = seed;
    for (let at = 0; at < unit.length; at++) hash = Math.imul(hash ^ unit.charCodeAt(at), prime);
    let slot = spread(hash) & (slots.length - 1);
    for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      const row = (slots[slot] as number) - 1;
      const start = starts[row] as number;
      const sameLength = (starts[row + 1] as number) - 1 - start === unit.length;
      if (sameLength && vocabulary.startsWith(unit, start)) return row;
    }
    return undefined;
  }

  /** Maximum length of a unit with this beginning, which limits the pieces that are tried. May be too large. */
  longest(text: string): number {
    const { longest } = this.#parts;
    const ofTwo = longest[headOf(text, 0, text.length)] as number;
    return Math.max(ofTwo, longest[headOf(text, 0, isContinued(text, 0) ? 3 : 1)] as number);
  }
}

const newline = 10;
const numberSign = 35;
const heads = 2 ** 16;
/** Hexadecimal digits of a revision. */
const revisionBytes = 16;

// FNV-1a, one character code at a time.
const seed = 0x811c9dc5;
const prime = 0x01000193;

/** The low bits alone depend little on the first characters. */
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
