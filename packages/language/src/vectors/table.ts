import { readFileSync } from 'node:fs';
import { Units } from './units.ts';

/** A table file that is unreadable (with its cause), or not a table. */
export class TableError extends Error {}

/** The header of a table file. See lab/static-embedder/FORMAT.md. */
export interface TableHeader {
  name: string;
  revision: string;
  dimensions: number;
  rows: number;
  pooling: string;
  blocks: Record<'scales' | 'rows' | 'vocabulary' | 'fold', { offset: number; length: number }>;
}

const magic = 'MNEMEVEC';
const formatVersion = 1;

/** A table of int8 rows, one for each unit of text, with a scale for each row that includes the unit's weight. */
export class Table {
  readonly header: TableHeader;
  readonly #units: Units;
  readonly #scales: Float32Array;
  readonly #rows: Int8Array;

  /** Rejects bytes that are not a table with `invalid_input`. */
  constructor(bytes: Buffer, path: string) {
    this.header = readHeader(bytes, path);
    const block = (name: keyof TableHeader['blocks']) => {
      const { offset, length } = this.header.blocks[name];
      return bytes.subarray(offset, offset + length);
    };
    const [source = '', target = ''] = block('fold').toString('utf8').split('\n');
    const targets = [...target];
    const fold = new Map(
      [...source].map((character, index) => [character, targets[index] ?? character]),
    );
    this.#units = new Units(block('vocabulary').toString('utf8'), fold);
    const scales = Uint8Array.from(block('scales')); // A copy, so that four bytes are aligned.
    this.#scales = new Float32Array(scales.buffer);
    const rows = block('rows');
    this.#rows = new Int8Array(rows.buffer, rows.byteOffset, rows.length);
  }

  /** Throws `TableError` if the file is unreadable or not a table. */
  static read(path: string | URL): Table {
    let bytes: Buffer;
    try {
      bytes = readFileSync(path);
    } catch (cause) {
      const problem = `cannot be read (${(cause as Error).message}): check the path; if this application is bundled, leave @mneme/language out of the bundle`;
      throw new TableError(`the embedding table ${path} ${problem}`, { cause });
    }
    return new Table(bytes, String(path));
  }

  /** The rows whose sum is the text's vector, in the order of the text. */
  rows(text: string): number[] {
    return this.#units.rows(text);
  }

  /** A vector of length 1; all zeros if no unit of the text has a row. */
  encode(text: string): Float32Array {
    const { vector, length } = this.sum(text);
    if (length > 0)
      for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] as number) / length;
    return vector;
  }

  /** The sum of a text's rows, its length (small for common words), and the number of rows. */
  sum(text: string): { vector: Float32Array; length: number; rows: number } {
    const { dimensions } = this.header;
    const vector = new Float32Array(dimensions);
    const table = this.#rows;
    const rows = this.rows(text);
    for (const row of rows) {
      const scale = this.#scales[row] as number;
      const start = row * dimensions;
      for (let index = 0; index < dimensions; index++) {
        vector[index] = (vector[index] as number) + scale * (table[start + index] as number);
      }
    }
    let squares = 0;
    for (const value of vector) squares += value * value;
    return { vector, length: Math.sqrt(squares), rows: rows.length };
  }
}

function readHeader(bytes: Buffer, path: string): TableHeader {
  if (bytes.subarray(0, 8).toString('latin1') !== magic)
    throw new TableError(`${path} is no static embedding table`);
  const version = bytes.readUInt32LE(8);
  if (version !== formatVersion)
    throw new TableError(
      `${path} has format version ${version}, this reader knows ${formatVersion}`,
    );
  return JSON.parse(
    bytes.subarray(16, 16 + bytes.readUInt32LE(12)).toString('utf8'),
  ) as TableHeader;
}
