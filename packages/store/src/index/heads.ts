import { type MemoryCategory, type MemoryKind, memoryCategories } from '@mneme/core/backend';

/** The filter fields of a row, as numbers. Times are milliseconds. */
export interface Head {
  /** See {@link kindNumber}. 0: there is no row. */
  kind: number;
  importance: number;
  /** Number of its terms. */
  length: number;
  /** Hash of its terms, which differs if the terms differ. */
  sum: number;
  occurredAt: number;
  /** Infinity: it does not expire. */
  expiresAt: number;
  /** Infinity: it is current. */
  validTo: number;
}

const episode = memoryCategories.length + 1;
/** A passage of a document. */
export const passage = episode + 1;

/** Facts by category from 1 on, then episodes. */
export function kindNumber(category: MemoryCategory | undefined): number {
  return category === undefined ? episode : 1 + memoryCategories.indexOf(category);
}

/** The category of a record with that number; undefined: it is an episode. */
export function categoryOf(kind: number): MemoryCategory | undefined {
  return memoryCategories[kind - 1];
}

/** The numbers of a filter's kinds and categories; undefined: all. */
export function kindNumbers({
  kinds = ['episode', 'fact'],
  categories = [],
}: {
  kinds?: readonly MemoryKind[];
  categories?: readonly MemoryCategory[];
}): number[] | undefined {
  if (categories.length === 0 && kinds.length === 2) return undefined;
  const facts = categories.length > 0 ? categories : memoryCategories;
  const numbers = kinds.includes('fact') ? facts.map(kindNumber) : [];
  if (kinds.includes('episode') && categories.length === 0) numbers.push(episode);
  return numbers;
}

/** Many heads, with one array for each field. */
export class Heads {
  kind = new Uint8Array(0);
  importance = new Uint8Array(0);
  length = new Uint32Array(0);
  sum = new Uint32Array(0);
  occurredAt = new Float64Array(0);
  expiresAt = new Float64Array(0);
  validTo = new Float64Array(0);

  /** Makes room for this many rows; existing ones stay. */
  reserve(rows: number): void {
    const known = this.kind.length;
    if (rows <= known) return;
    const room = Math.max(rows, Math.min(known * 2, known + 65_536));
    for (const field of fields) {
      const Numbers = this[field].constructor as new (length: number) => Uint8Array;
      const larger = new Numbers(room);
      larger.set(this[field]);
      Object.assign(this, { [field]: larger });
    }
  }

  get(row: number): Head {
    return Object.fromEntries(fields.map((field) => [field, this[field][row]])) as unknown as Head;
  }

  set(row: number, head: Head): void {
    for (const field of fields) this[field][row] = head[field];
  }

  /** Reads the first rows of a block, and puts them from `row` on. An empty block has no rows. */
  read(block: Uint8Array, row: number, rows: number): void {
    if (block.length === 0) return void this.kind.fill(0, row, row + rows);
    // A copy is aligned for numbers.
    const { buffer, length } = new Uint8Array(block);
    const rowBytes = fields.reduce((sum, field) => sum + this[field].BYTES_PER_ELEMENT, 0);
    const inBlock = length / rowBytes;
    let at = 0;
    for (const field of fields) {
      const numbers = this[field];
      const kind = numbers.constructor as Numbers;
      numbers.set(new kind(buffer, at, rows), row);
      at += inBlock * numbers.BYTES_PER_ELEMENT;
    }
  }

  /** Writes a block of the rows from `row` on; their number is a multiple of 32. */
  write(row: number, rows: number): Uint8Array {
    const parts = fields.map((field) => {
      const { buffer, byteOffset, byteLength } = this[field].subarray(row, row + rows);
      return new Uint8Array(buffer, byteOffset, byteLength);
    });
    return new Uint8Array(Buffer.concat(parts));
  }

  get bytes(): number {
    return fields.reduce((sum, field) => sum + this[field].byteLength, 0);
  }
}

type Numbers = new (
  buffer: ArrayBufferLike,
  at: number,
  length: number,
) => Uint8Array | Uint32Array | Float64Array;

/** The fields of a block, ordered so that each is aligned to its size. */
const fields = [
  'kind',
  'importance',
  'length',
  'sum',
  'occurredAt',
  'expiresAt',
  'validTo',
] as const satisfies readonly (keyof Head)[];
