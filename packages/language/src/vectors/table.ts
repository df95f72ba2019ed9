import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { RowFile } from './row-file.ts';
import { UnitIndex } from './unit-index.ts';
import { Units } from './units.ts';

/** A table file that is unreadable (with its cause), or not a table. */
export class TableError extends Error {}

/** The header of a table file. See lab/static-embedder/FORMAT.md. */
interface TableHeader {
  name: string;
  revision: string;
  dimensions: number;
  rows: number;
  pooling: string;
  blocks: Record<'scales' | 'rows' | 'vocabulary' | 'fold', { offset: number; length: number }>;
}

const magic = 'MNEMEVEC';
const formatVersion = 1;

/**
 * A table of int8 rows, one for each unit of text, with a scale for each row that includes the unit's weight. Rows are
 * read at first use.
 */
export class Table {
  readonly header: TableHeader;
  readonly #units: Units;
  readonly #scales: Float32Array;
  readonly #rows: RowFile;

  private constructor(file: OpenFile, index: URL | undefined) {
    this.header = readHeader(file);
    const { blocks, dimensions, revision } = this.header;
    const block = (name: keyof TableHeader['blocks']) => file.read(blocks[name]);
    const [source = '', target = ''] = block('fold').toString('utf8').split('\n');
    const targets = [...target];
    const fold = new Map(
      [...source].map((character, index) => [character, targets[index] ?? character]),
    );
    const ready = index && UnitIndex.from(readFileSync(index), revision);
    this.#units = new Units(ready ?? UnitIndex.of(block('vocabulary').toString('utf8')), fold);
    this.#scales = new Float32Array(block('scales').buffer);
    this.#rows = new RowFile(file.descriptor, { ...blocks.rows, width: dimensions });
  }

  /**
   * `index`: a file with the ready index of the units, for a table that each process opens. Throws `TableError` if a
   * file is unreadable or not a table.
   */
  static read(path: string | URL, { index }: { index?: URL } = {}): Table {
    let descriptor: number | undefined;
    try {
      descriptor = openSync(path, 'r');
      return new Table(openFile(descriptor, path), index);
    } catch (cause) {
      if (descriptor !== undefined) closeSync(descriptor);
      if (cause instanceof TableError) throw cause;
      const problem = `cannot be read (${(cause as Error).message}): check the path; if this application is bundled, leave @mneme/language out of the bundle`;
      throw new TableError(`the embedding table ${path} ${problem}`, { cause });
    }
  }

  /** The file that `read` takes as `index`. */
  indexBytes(): Buffer {
    return this.#units.index.toBytes(this.header.revision);
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
    const table = this.#rows.numbers;
    const rows = this.rows(text);
    for (const row of rows) {
      const scale = this.#scales[row] as number;
      const start = this.#rows.startOf(row);
      for (let index = 0; index < dimensions; index++) {
        vector[index] = (vector[index] as number) + scale * (table[start + index] as number);
      }
    }
    let squares = 0;
    for (const value of vector) squares += value * value;
    return { vector, length: Math.sqrt(squares), rows: rows.length };
  }
}

interface OpenFile {
  path: string | URL;
  descriptor: number;
  /** These bytes, in memory of their own. */
  read(part: { offset: number; length: number }): Buffer;
}

function openFile(descriptor: number, path: string | URL): OpenFile {
  const read = ({ offset, length }: { offset: number; length: number }) => {
    const bytes = Buffer.allocUnsafeSlow(length);
    let done = 0;
    for (let more = 1; more > 0 && done < length; done += more)
      more = readSync(descriptor, bytes, done, length - done, offset + done);
    if (done < length) throw new TableError(`${path} is not a static embedding table`);
    return bytes;
  };
  return { path, descriptor, read };
}

function readHeader({ path, read }: OpenFile): TableHeader {
  const bytes = read({ offset: 0, length: 16 });
  if (bytes.toString('latin1', 0, 8) !== magic)
    throw new TableError(`${path} is not a static embedding table`);
  const version = bytes.readUInt32LE(8);
  if (version !== formatVersion)
    throw new TableError(
      `${path} has format version ${version}, this reader knows ${formatVersion}`,
    );
  return JSON.parse(read({ offset: 16, length: bytes.readUInt32LE(12) }).toString('utf8'));
}
