const newline = '\n';
/** Cost of a cut, added to the rarity of the pieces, and of a letter that is in no piece. */
const pieceCost = 4;
const skipCost = 12;

/** 256 signed numbers for each part of a row, and the widths of the parts. */
export interface Codebook {
  widths: readonly number[];
  centres: Int8Array;
}

/** One language's words: a row each, as one centre of the codebook for each part, and how common the word is. */
export class WordRows {
  readonly #rows = new Map<string, number>();
  readonly #longest: number;
  readonly #least: number;
  readonly #costs: Uint8Array;
  readonly #loudness: Uint8Array;
  readonly #codes: Uint8Array;
  readonly #codebook: Codebook;

  /** `least`: minimum letters of a piece inside a word. */
  constructor(bytes: Uint8Array, { codebook, least }: { codebook: Codebook; least: number }) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [count, length] = [view.getUint32(0, true), view.getUint32(4, true)];
    const names = new TextDecoder().decode(bytes.subarray(8, 8 + length)).split(newline);
    for (const [row, name] of names.entries()) this.#rows.set(name, row);
    this.#longest = names.reduce((most, name) => Math.max(most, name.length), 0);
    this.#least = least;
    const at = 8 + length;
    this.#costs = bytes.subarray(at, at + count);
    this.#loudness = bytes.subarray(at + count, at + 2 * count);
    this.#codes = bytes.subarray(at + 2 * count);
    this.#codebook = codebook;
  }

  /** Adds the rows of a word, whole or in its likeliest pieces; false if it has none. */
  add(word: string, sum: Float32Array): boolean {
    const whole = this.#rows.get(word);
    const rows = whole === undefined ? this.#pieces(word) : [whole];
    for (const row of rows) this.#addRow(row, sum);
    return rows.length > 0;
  }

  /** The cheapest way through the word, letter by letter. */
  #pieces(word: string): number[] {
    const best = [0];
    const back: { start: number; row?: number }[] = [{ start: 0 }];
    for (let end = 1; end <= word.length; end++) {
      best[end] = (best[end - 1] as number) + skipCost;
      back[end] = { start: end - 1 };
      for (let start = Math.max(0, end - this.#longest); start <= end - this.#least; start++) {
        const row = this.#rows.get(word.slice(start, end));
        if (row === undefined) continue;
        const cost = (best[start] as number) + (this.#costs[row] as number) / 12 + pieceCost;
        if (cost < (best[end] as number)) {
          best[end] = cost;
          back[end] = { start, row };
        }
      }
    }
    const found: number[] = [];
    for (let end = word.length; end > 0; ) {
      const { start, row } = back[end] as { start: number; row?: number };
      if (row !== undefined) found.push(row);
      end = start;
    }
    return found;
  }

  #addRow(row: number, sum: Float32Array): void {
    const { widths, centres } = this.#codebook;
    const scale = 2 ** ((this.#loudness[row] as number) / 16 - 16);
    let book = 0;
    let place = 0;
    for (let part = 0; part < widths.length; part++) {
      const width = widths[part] as number;
      const from = book + (this.#codes[row * widths.length + part] as number) * width;
      for (let at = 0; at < width; at++, place++)
        sum[place] = (sum[place] as number) + scale * (centres[from + at] as number);
      book += 256 * width;
    }
  }
}
