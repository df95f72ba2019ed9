import { type CodeMemory, chunkBytes, chunkRows, codeWidth } from './code-memory.ts';

/** The part of a vector that is scanned. */
export interface Code {
  scale: number;
  code: Int8Array;
}

/** The codes of one scope, by place. A place without a vector has similarity NaN. */
export class Codes {
  readonly #memory: CodeMemory;
  readonly #chunks: number[] = [];
  readonly #dimensions: number;
  readonly #width: number;
  #rows = 0;

  constructor(dimensions: number, memory: CodeMemory) {
    this.#memory = memory;
    this.#dimensions = dimensions;
    this.#width = codeWidth(dimensions);
  }

  /** Makes room for this many rows; new ones have no vector. */
  reserve(rows: number): void {
    this.#rows = Math.max(this.#rows, rows);
    while (this.#chunks.length * chunkRows < rows) {
      const chunk = this.#memory.take(this.#width);
      this.#chunks.push(chunk);
      new Uint8Array(this.#memory.bytes, chunk, chunkBytes(this.#width)).fill(0);
      new Float32Array(this.#memory.bytes, chunk + chunkRows * this.#width, chunkRows).fill(
        Number.NaN,
      );
    }
  }

  /** Copies the rows of a block, and puts them from `row` on: their codes, followed by their scales, 0 without a vector. */
  read(bytes: Uint8Array, row: number, rows: number): void {
    const end = rows * this.#dimensions;
    const scaleOf = new DataView(bytes.buffer, bytes.byteOffset + end);
    for (let at = 0; at < rows; ) {
      const { codes, scales } = this.#chunkOf(row + at);
      do {
        const scale = scaleOf.getFloat32(at * 4, true);
        const place = (row + at) % chunkRows;
        scales[place] = scale === 0 ? Number.NaN : scale;
        const start = at * this.#dimensions;
        codes.set(bytes.subarray(start, start + this.#dimensions), place * this.#width);
        at += 1;
      } while (at < rows && (row + at) % chunkRows !== 0);
    }
  }

  set(row: number, vector: Code | undefined): void {
    const { codes, scales } = this.#chunkOf(row);
    scales[row % chunkRows] = vector?.scale ?? Number.NaN;
    if (vector !== undefined) codes.set(vector.code, (row % chunkRows) * this.#width);
  }

  get(row: number): Code | undefined {
    const chunk = this.#chunks[Math.floor(row / chunkRows)] as number;
    const at = row % chunkRows;
    const scales = chunk + chunkRows * this.#width;
    const scale = new Float32Array(this.#memory.bytes, scales + at * 4, 1)[0] as number;
    if (Number.isNaN(scale)) return undefined;
    return {
      scale,
      code: new Int8Array(this.#memory.bytes, chunk + at * this.#width, this.#dimensions),
    };
  }

  /** The cosine of the vector and each row, or each of so many rows of whole chunks, computed from the codes. */
  near(
    vector: Float32Array,
    { from = 0, rows = this.#rows }: { from?: number; rows?: number } = {},
  ): Float32Array {
    const first = from / chunkRows;
    const isAll = rows === this.#rows;
    const chunks = isAll
      ? this.#chunks
      : this.#chunks.slice(first, first + Math.ceil(rows / chunkRows));
    return this.#memory.scan(vector, { chunks, rows, width: this.#width });
  }

  get bytes(): number {
    return this.#chunks.length * chunkBytes(this.#width);
  }

  /** Frees the memory. */
  release(): void {
    this.#memory.give(this.#width, this.#chunks.splice(0));
    this.#rows = 0;
  }

  #chunkOf(row: number): { codes: Int8Array; scales: Float32Array } {
    const chunk = this.#chunks[Math.floor(row / chunkRows)] as number;
    const bytes = chunkRows * this.#width;
    return {
      codes: new Int8Array(this.#memory.bytes, chunk, bytes),
      scales: new Float32Array(this.#memory.bytes, chunk + bytes, chunkRows),
    };
  }
}
