/** The part of a vector that is scanned. */
export interface Code {
  scale: number;
  code: Int8Array;
}

/** Rows of a block. A write of one row writes its whole block, so a block has only some kilobytes. */
export function codeRows(dimensions: number): number {
  return Math.min(32, Math.max(4, 2 ** Math.floor(Math.log2(8192 / (dimensions + 4)))));
}

/** The codes of {@link codeRows} rows, followed by their scales: 0 if a row has no vector. */
export class CodeBlock {
  readonly rows: number;
  readonly bytes: Uint8Array;
  readonly #dimensions: number;

  constructor(dimensions: number, bytes?: Uint8Array) {
    this.rows = codeRows(dimensions);
    this.#dimensions = dimensions;
    // A copy is aligned for numbers and may be written to.
    this.bytes = new Uint8Array(this.rows * (dimensions + 4));
    if (bytes !== undefined) this.bytes.set(bytes);
  }

  get(row: number): Code | undefined {
    const scale = this.#scales.getFloat32(row * 4, true);
    return scale === 0 ? undefined : { scale, code: this.#codeOf(row) };
  }

  set(row: number, vector: Code | undefined): void {
    if (vector === undefined) this.#codeOf(row).fill(0);
    else this.#codeOf(row).set(vector.code);
    this.#scales.setFloat32(row * 4, vector?.scale ?? 0, true);
  }

  #codeOf(row: number): Int8Array {
    return new Int8Array(this.bytes.buffer, row * this.#dimensions, this.#dimensions);
  }

  get #scales(): DataView {
    return new DataView(this.bytes.buffer, this.rows * this.#dimensions);
  }
}
