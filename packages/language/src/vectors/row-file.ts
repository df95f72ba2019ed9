import { closeSync, readSync } from 'node:fs';

/** A page of the file. */
const blockBytes = 4096;
const closing = new FinalizationRegistry<number>(closeSync);

/**
 * Rows of int8 numbers in an open file, each read when it is first asked for: a question needs a few of tens of thousands.
 * What was never read takes no memory. The file stays open, so what replaces it on disk changes nothing.
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

  /** Where the row begins in `numbers`, which hold it from now on. Throws what reading a file throws. */
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
