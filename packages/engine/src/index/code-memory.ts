import { kernelBytes } from './kernel-bytes.ts';
import { type Memory, type Module, webAssembly } from './web-assembly.ts';

/** Rows of a chunk. */
export const chunkRows = 64;
const pageBytes = 64 * 1024;
const lane = 16;
/** Largest step of a quantised query, so that no sum of products exceeds 32 bits. */
const querySteps = 4095;

type Scan = (
  chunks: number,
  rows: number,
  perChunk: number,
  width: number,
  query: number,
  scale: number,
  out: number,
) => void;

/**
 * Memory for codes of vectors, in chunks. The kernel can only read a WebAssembly memory, and each such memory reserves
 * gigabytes of addresses, so all scopes of a thread share one.
 */
export class CodeMemory {
  readonly #memory: Memory | undefined;
  readonly #scan: Scan | undefined;
  #bytes: ArrayBuffer;
  #end = 0;
  /** Free chunks by size in bytes. */
  readonly #free = new Map<number, number[]>();

  /** `kernel`: false computes in JavaScript, as without WebAssembly or its SIMD. */
  constructor({ kernel = true }: { kernel?: boolean } = {}) {
    const module = kernel ? compiledKernel() : undefined;
    if (module === undefined || webAssembly === undefined) {
      this.#bytes = new ArrayBuffer(pageBytes);
      return;
    }
    this.#memory = new webAssembly.Memory({ initial: 1 });
    this.#bytes = this.#memory.buffer;
    const { exports } = new webAssembly.Instance(module, { '': { memory: this.#memory } });
    this.#scan = exports.scan as Scan;
  }

  get bytes(): ArrayBuffer {
    return this.#bytes;
  }

  /** The address of a chunk. Its bytes are not cleared. */
  take(width: number): number {
    const free = this.#free.get(width)?.pop();
    if (free !== undefined) return free;
    const address = this.#end;
    this.#end += chunkBytes(width);
    this.#grow(this.#end);
    return address;
  }

  give(width: number, chunks: readonly number[]): void {
    this.#free.set(width, [...(this.#free.get(width) ?? []), ...chunks]);
  }

  /** The dot product of the query and each row, times the row's scale. */
  scan(
    vector: Float32Array,
    { chunks, rows, width }: { chunks: readonly number[]; rows: number; width: number },
  ): Float32Array {
    const { steps, scale } = inSteps(vector, width);
    if (this.#scan === undefined)
      return scanned(this.#bytes, { chunks, rows, width, steps, scale });
    // Scratch space after the chunks, valid during the call.
    const query = this.#end;
    const out = query + 2 * width;
    const list = out + 4 * rows;
    this.#grow(list + 4 * chunks.length);
    new Int16Array(this.#bytes, query, width).set(steps);
    new Int32Array(this.#bytes, list, chunks.length).set(chunks);
    if (rows > 0) this.#scan(list, rows, chunkRows, width, query, scale, out);
    return new Float32Array(this.#bytes, out, rows).slice();
  }

  #grow(bytes: number): void {
    const missing = bytes - this.#bytes.byteLength;
    if (missing <= 0) return;
    // Grows by a quarter, because each growth of an ArrayBuffer copies it.
    const pages = Math.ceil((missing + this.#bytes.byteLength / 4) / pageBytes);
    if (this.#memory === undefined) {
      const larger = new ArrayBuffer(this.#bytes.byteLength + pages * pageBytes);
      new Uint8Array(larger).set(new Uint8Array(this.#bytes));
      this.#bytes = larger;
    } else {
      this.#memory.grow(pages);
      this.#bytes = this.#memory.buffer;
    }
  }
}

/** Bytes of one code: the kernel reads 16 at a time. */
export function codeWidth(dimensions: number): number {
  return Math.ceil(dimensions / lane) * lane;
}

/** Codes of a chunk, followed by one 32-bit number for each row; all start at a multiple of 16. */
export function chunkBytes(width: number): number {
  return chunkRows * (width + 4);
}

function inSteps(query: Float32Array, width: number): { steps: Int16Array; scale: number } {
  const largest = query.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const scale = largest === 0 ? 1 : largest / querySteps;
  const steps = new Int16Array(width);
  for (let at = 0; at < query.length; at++) steps[at] = Math.round((query[at] as number) / scale);
  return { steps, scale };
}

/** The kernel in JavaScript. */
function scanned(
  bytes: ArrayBuffer,
  {
    chunks,
    rows,
    width,
    steps,
    scale: ofQuery,
  }: { chunks: readonly number[]; rows: number; width: number; steps: Int16Array; scale: number },
): Float32Array {
  const codes = new Int8Array(bytes);
  const found = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const chunk = chunks[Math.floor(row / chunkRows)] as number;
    const start = chunk + (row % chunkRows) * width;
    const scales = new Float32Array(bytes, chunk + chunkRows * width, chunkRows);
    let sum = 0;
    for (let at = 0; at < width; at++) sum += (codes[start + at] as number) * (steps[at] as number);
    found[row] = sum * ofQuery * (scales[row % chunkRows] as number);
  }
  return found;
}

function compiledKernel(): Module | undefined {
  try {
    return webAssembly && new webAssembly.Module(Buffer.from(kernelBytes, 'base64'));
  } catch {
    // No SIMD available: slower, with the same results.
    return undefined;
  }
}
