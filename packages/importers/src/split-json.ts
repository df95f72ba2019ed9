import { isUtf8 } from 'node:buffer';
import { MnemeError } from '@mneme/core';
import { boundedJson } from '@mneme/runtime';

/**
 * A part of a large JSON document: a member of its list or object. If a member of the object is a list, each entry is a
 * part, with the list's `key`.
 */
export interface JsonPart {
  /** Key of the object's member; absent if the document is a list. */
  key?: string;
  /** Index in the list, from 0; absent if the member is not a list. */
  index?: number;
  /** Its value, or what is wrong with it. */
  value?: unknown;
  error?: string;
}

/** Limits of a part. */
export interface SplitJsonOptions {
  /** A longer part is reported and skipped without being loaded. Default: 32 MiB. */
  maxPartBytes?: number;
}

const [quote, backslash, comma, colon] = Buffer.from('"\\,:') as unknown as Bytes;
const [openList, closeList, openObject, closeObject] = Buffer.from('[]{}') as unknown as Bytes;
type Bytes = [number, number, number, number];
const whitespace = new Set(Buffer.from(' \n\r\t'));
const byteOrderMark = Buffer.from('\uFEFF');
const maxKeyBytes = 1024;

/**
 * Reads a JSON document part by part, so that a document of any size needs only the memory of its largest part. An
 * unreadable part, or a document that ends in the middle, is reported, and reading goes on. Throws `invalid_input` if
 * it is not a JSON list or object at all.
 */
export async function* splitJson(
  source: AsyncIterable<Uint8Array>,
  { maxPartBytes = 32 * 1024 * 1024 }: SplitJsonOptions = {},
): AsyncGenerator<JsonPart> {
  const splitter = new Splitter(maxPartBytes);
  for await (const chunk of source) yield* splitter.take(chunk);
  yield* splitter.end();
}

/** Cuts at the commas and brackets around the parts; what is between them is left to `JSON.parse`. */
class Splitter {
  readonly #maxPartBytes: number;
  /** The first bracket; undefined before it. */
  #root: number | undefined;
  #depth = 0;
  #key: string | undefined;
  #index: number | undefined;
  /** The part, or the key, so far. */
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #isBlank = true;
  #inString = false;
  #isEscaped = false;
  /** Bytes of the chunks before this one. */
  #offset = 0;

  constructor(maxPartBytes: number) {
    this.#maxPartBytes = maxPartBytes;
  }

  *take(chunk: Uint8Array): Generator<JsonPart> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      const place = this.#offset + at;
      if (this.#inString) at = this.#inText(chunk, at);
      else if (whitespace.has(byte)) continue;
      else if (this.#depth === 0) {
        this.#begin(byte, place);
        from = at + 1;
      } else if (this.#isEnd(byte)) {
        this.#keep(chunk.subarray(from, at));
        from = at + 1;
        if (byte === colon) this.#readKey(place);
        else yield* this.#complete(byte, place);
      } else {
        const isBegun = !this.#isBlank || this.#key === undefined || this.#index !== undefined;
        if (byte === openList || byte === openObject) this.#depth += 1;
        if (byte === closeList || byte === closeObject) this.#depth -= 1;
        this.#inString = byte === quote;
        this.#isBlank = false;
        if (byte === openList && !isBegun) {
          this.#index = 0;
          this.#clear();
          from = at + 1;
        }
      }
    }
    if (this.#depth > 0) this.#keep(chunk.subarray(from));
    this.#offset += chunk.length;
  }

  *end(): Generator<JsonPart> {
    if (this.#root === undefined) throw notJson('is empty', this.#offset);
    if (this.#depth > 0) yield { ...this.#place(), error: 'the file ends in the middle' };
  }

  /** Most of a document is inside strings. Returns the last place that was looked at. */
  #inText(chunk: Uint8Array, from: number): number {
    let at = from;
    for (; at < chunk.length; at += 1) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (chunk[at] === backslash) this.#isEscaped = true;
      else if (chunk[at] === quote) {
        this.#inString = false;
        return at;
      }
    }
    return at;
  }

  /** A byte outside of the document. */
  #begin(byte: number, place: number): void {
    if (this.#root !== undefined) throw notJson('continues after its end', place);
    if (byte === byteOrderMark[place]) return;
    if (place === 0 && byte >= 0xfe)
      throw new MnemeError('invalid_input', 'the file is UTF-16: save it as UTF-8', {
        field: 'file',
      });
    if (byte !== openList && byte !== openObject)
      throw notJson('begins with neither a list nor an object', place);
    this.#root = byte;
    this.#depth = 1;
    this.#index = byte === openList ? 0 : undefined;
  }

  /** Whether a byte ends a part or a key. */
  #isEnd(byte: number): boolean {
    const isInner = this.#root === openObject && this.#index !== undefined;
    if (this.#depth !== (isInner ? 2 : 1)) return false;
    if (byte === colon) return this.#root === openObject && this.#key === undefined;
    return byte === comma || byte === closeList || byte === closeObject;
  }

  #readKey(place: number): void {
    const { value, error = 'is not text' } = this.#read(maxKeyBytes);
    if (typeof value !== 'string') throw notJson(`has a key that ${error}`, place);
    this.#key = value;
  }

  /** At a comma, or a closing bracket. */
  *#complete(byte: number, place: number): Generator<JsonPart> {
    const inList = this.#index !== undefined;
    const isLast = byte !== comma;
    if (isLast && byte !== (inList ? closeList : closeObject))
      throw notJson('has the wrong bracket', place);
    if (!this.#isBlank && !inList && this.#key === undefined)
      throw notJson('has no colon after a key', place);
    // Blank is the end of an empty list or object, and what follows a list in an object.
    const isPart = !this.#isBlank || (inList ? !isLast : this.#key !== undefined);
    if (isPart) yield { ...this.#place(), ...this.#read(this.#maxPartBytes) };
    if (isLast) this.#depth -= 1;
    if (inList && !isLast) this.#index = (this.#index ?? 0) + 1;
    else {
      this.#key = undefined;
      this.#index = undefined;
    }
  }

  #keep(piece: Uint8Array): void {
    this.#bytes += piece.length;
    // A stream may reuse its chunk.
    if (this.#bytes <= this.#maxPartBytes) this.#pieces.push(new Uint8Array(piece));
    else this.#pieces = [];
  }

  #clear(): void {
    this.#pieces = [];
    this.#bytes = 0;
    this.#isBlank = true;
  }

  #read(maxBytes: number): { value?: unknown; error?: string } {
    const length = this.#bytes;
    const bytes = Buffer.concat(this.#pieces);
    this.#clear();
    if (length > maxBytes) return { error: `has ${length} bytes; at most ${maxBytes} are read` };
    return isUtf8(bytes) ? boundedJson(bytes.toString()) : { error: 'is not valid UTF-8' };
  }

  #place(): Pick<JsonPart, 'key' | 'index'> {
    return {
      ...(this.#root === openObject ? { key: this.#key } : {}),
      ...(this.#index === undefined ? {} : { index: this.#index }),
    };
  }
}

function notJson(what: string, place: number): MnemeError {
  return new MnemeError('invalid_input', `the file is not JSON: it ${what} (at byte ${place})`, {
    field: 'file',
  });
}
