import { closeSync, readSync } from 'node:fs';

/** A page of the file. */
const blockBytes = 4096;
const closing = new FinalizationRegistry<number>(closeSync);

/**
 * Rows of int8 numbers in an open file, each read at its first use, because a question needs a few of tens of
 * thousands. Unread rows take no memory. The file stays open, so a replaced file on disk does not matter.
 */
export class RowFile {
  readonly numbers: Int8Array;
  readonly #file: number;
  readonly #offset: number;
  readonly #width: number;
  readonly #read: Uint8Array;

  /** `offset`: where the rows begin; `length`: their bytes; `width`: the numbers of a row. */
  constructor(
    file: number,
    { offset, length, width }: Record<'offset' | 'length' | 'width', number>,
  ) {
    this.numbers = new Int8Array(length);
    this.#file = file;
    this.#offset = offset;
    this.#width = width;
    this.#read = new Uint8Array(Math.ceil(length / blockBytes));
    closing.register(this, file);
  }

  /** The position of the row in `numbers`, where it is cached from now on. Throws errors of reading the file. */
  startOf(row: number): number {
    const start = row * this.#width;
    const last = Math.floor((start + this.#width - 1) / blockBytes);
    for (let block = Math.floor(start / blockBytes); block <= last; block++)
      if (this.#read[block] === 0) this.#readBlock(block);
    return start;
  }

  #readBlock(block: number): void {
    const start = block * blockBytes;
    const length = Math.min(blockBytes, this.numbers.length - start);
    for (let done = 0; done < length; ) {
      const [at, position] = [start + done, this.#offset + start + done];
      const read = readSync(this.#file, this.numbers, at, length - done, position);
      if (read === 0) throw new Error('the file has become shorter');
      done += read;
    }
    this.#read[block] = 1;
  }
}
