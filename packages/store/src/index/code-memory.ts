import { kernelBytes } from './kernel-bytes.ts';

/** Rows of a chunk: few, because most scopes are small, and the last chunk of each is half empty. */
export const chunkRows = 8;
const pageBytes = 64 * 1024;
const lane = 16;
/** Largest step of a quantised query, so that no sum of products exceeds 32 bits. */
const querySteps = 4095;

/** The used part of WebAssembly, whose types come only with a browser's. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Module: new (bytes: Uint8Array) => object;
    Memory: new (size: { initial: number }) => Memory;
    Instance: new (
      module: object,
      imports: Record<string, Record<string, Memory>>,
    ) => { exports: Record<string, unknown> };
  };
};

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

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
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  readonly #scan: Scan;
  #end = 0;
  /** Free chunks by size in bytes. */
  readonly #free = new Map<number, number[]>();

  constructor() {
    const module = new WebAssembly.Module(Buffer.from(kernelBytes, 'base64'));
    const { exports } = new WebAssembly.Instance(module, { '': { memory: this.#memory } });
    this.#scan = exports.scan as Scan;
  }

  get bytes(): ArrayBuffer {
    return this.#memory.buffer;
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
    // Scratch space after the chunks, valid during the call.
    const query = this.#end;
    const out = query + 2 * width;
    const list = out + 4 * rows;
    this.#grow(list + 4 * chunks.length);
    new Int16Array(this.bytes, query, width).set(steps);
    new Int32Array(this.bytes, list, chunks.length).set(chunks);
    if (rows > 0) this.#scan(list, rows, chunkRows, width, query, scale, out);
    return new Float32Array(this.bytes, out, rows).slice();
  }

  #grow(bytes: number): void {
    const missing = bytes - this.bytes.byteLength;
    // Grows by a quarter, because each growth may copy it.
    if (missing > 0)
      this.#memory.grow(Math.ceil((missing + this.bytes.byteLength / 4) / pageBytes));
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
