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

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
const maxKeyBytes = 1024;

/**
 * Reads a JSON document part by part, so that a document of any size needs only the memory of its largest part. An
 * unreadable part, or a document that ends in the middle, is reported, and reading goes on. Throws `invalid_input` if
 * it is not a JSON list or object at all.
 */
export async function* splitJson(
  source: AsyncIterable<Uint8Array>,
  options: SplitJsonOptions = {},
): AsyncGenerator<JsonPart> {
  const splitter = new Splitter(options);
  for await (const chunk of source) yield* splitter.take(chunk);
  yield* splitter.end();
}

type State = 'start' | 'value' | 'key' | 'after key' | 'after value' | 'part' | 'done';

class Splitter {
  readonly #maxPartBytes: number;
  #state: State = 'start';
  #root: 'list' | 'object' = 'list';
  /** The current member of the object. */
  #key: string | undefined;
  /** The current index in the list. */
  #index: number | undefined;
  #partBytes = 0;
  #pieces: Uint8Array[] = [];
  /** State of the current part. */
  #depth = 0;
  #inString = false;
  #escaped = false;
  #offset = 0;

  constructor({ maxPartBytes = 32 * 1024 * 1024 }: SplitJsonOptions) {
    this.#maxPartBytes = maxPartBytes;
  }

  *take(chunk: Uint8Array): Generator<JsonPart> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#state !== 'part') {
        this.#between(chunk[at] as number, this.#offset + at);
        // The first byte of a part belongs to it.
        if ((this.#state as State) !== 'part') at += 1;
        continue;
      }
      const end = this.#scan(chunk, at);
      this.#keep(chunk.subarray(at, end.at));
      at = end.at;
      if (end.complete) yield* this.#complete();
    }
    this.#offset += chunk.length;
  }

  *end(): Generator<JsonPart> {
    if (this.#state === 'done') return;
    if (this.#state === 'start') throw notJson('is empty', this.#offset);
    yield { ...this.#place(), error: 'the file ends in the middle' };
  }

  /** A byte outside parts. */
  #between(byte: number, offset: number): void {
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return;
    switch (this.#state) {
      case 'start':
        // A byte order mark.
        if (byte === 'ï»¿'.charCodeAt(offset)) return;
        if (offset === 0 && byte >= 0xfe) throw utf16();
        if (byte !== openList && byte !== openObject)
          throw notJson('begins with neither a list nor an object', offset);
        this.#root = byte === openList ? 'list' : 'object';
        this.#index = byte === openList ? 0 : undefined;
        this.#state = byte === openList ? 'value' : 'key';
        return;
      case 'key':
        if (byte === closeObject) this.#state = 'done';
        else if (byte === quote) this.#begin('key');
        else throw notJson('has no key where one is expected', offset);
        return;
      case 'after key':
        if (byte !== colon) throw notJson('has no colon after a key', offset);
        this.#state = 'value';
        return;
      case 'value':
        if (byte === openList && this.#root === 'object' && this.#index === undefined) {
          this.#index = 0;
          return;
        }
        if (byte === closeList && this.#index !== undefined) {
          this.#closeList();
          return;
        }
        if (byte === comma || byte === colon || byte === closeObject || byte === closeList)
          throw notJson('has no value where one is expected', offset);
        this.#begin('value');
        return;
      case 'after value':
        if (byte === comma) {
          if (this.#index === undefined) this.#state = 'key';
          else {
            this.#index += 1;
            this.#state = 'value';
          }
        } else if (byte === closeList && this.#index !== undefined) this.#closeList();
        else if (byte === closeObject && this.#index === undefined) this.#state = 'done';
        else throw notJson('has no comma after a value', offset);
        return;
      default:
        throw notJson('continues after its end', offset);
    }
  }

  #closeList(): void {
    this.#index = undefined;
    this.#state = this.#root === 'list' ? 'done' : 'after value';
  }

  #reading: 'key' | 'value' = 'value';

  #begin(what: 'key' | 'value'): void {
    this.#reading = what;
    this.#state = 'part';
    this.#partBytes = 0;
    this.#pieces = [];
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
  }

  /** The end of the part in the chunk, or the chunk's end. */
  #scan(chunk: Uint8Array, from: number): { at: number; complete: boolean } {
    let at = from;
    while (at < chunk.length) {
      const byte = chunk[at] as number;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === backslash) this.#escaped = true;
        else if (byte === quote) {
          this.#inString = false;
          if (this.#depth === 0) return { at: at + 1, complete: true };
        } else {
          // Most of a document is inside strings.
          while (at + 1 < chunk.length && isPlain(chunk[at + 1] as number)) at += 1;
        }
      } else if (byte === quote) {
        // A string directly after another value: JSON.parse says what is wrong.
        this.#inString = true;
      } else if (byte === openList || byte === openObject) {
        this.#depth += 1;
      } else if (byte === closeList || byte === closeObject) {
        if (this.#depth === 0) return { at, complete: true };
        this.#depth -= 1;
        if (this.#depth === 0) return { at: at + 1, complete: true };
      } else if (byte === comma && this.#depth === 0) return { at, complete: true };
      at += 1;
    }
    return { at, complete: false };
  }

  #keep(piece: Uint8Array): void {
    this.#partBytes += piece.length;
    const bound = this.#reading === 'key' ? maxKeyBytes : this.#maxPartBytes;
    // A stream may reuse its chunk.
    if (this.#partBytes <= bound) this.#pieces.push(new Uint8Array(piece));
    else this.#pieces = [];
  }

  *#complete(): Generator<JsonPart> {
    const read = this.#parse();
    if (this.#reading === 'key') {
      if (typeof read.value !== 'string')
        throw notJson(`has a key that ${read.error ?? 'is no text'}`, this.#offset);
      this.#key = read.value;
      this.#state = 'after key';
      return;
    }
    this.#state = 'after value';
    yield { ...this.#place(), ...read };
  }

  #parse(): { value?: unknown; error?: string } {
    const bound = this.#reading === 'key' ? maxKeyBytes : this.#maxPartBytes;
    if (this.#partBytes > bound)
      return { error: `has ${this.#partBytes} bytes; at most ${bound} are read` };
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    if (!isUtf8(bytes)) return { error: 'is not valid UTF-8' };
    return boundedJson(bytes.toString('utf8'));
  }

  #place(): { key?: string; index?: number } {
    return {
      ...(this.#root === 'object' ? { key: this.#key } : {}),
      ...(this.#index === undefined ? {} : { index: this.#index }),
    };
  }
}

function isPlain(byte: number): boolean {
  return byte !== quote && byte !== backslash;
}

function utf16(): MnemeError {
  return new MnemeError('invalid_input', 'the file is UTF-16: save it as UTF-8', { field: 'file' });
}

function notJson(what: string, offset: number): MnemeError {
  return new MnemeError('invalid_input', `the file is not JSON: it ${what} (at byte ${offset})`, {
    field: 'file',
  });
}
