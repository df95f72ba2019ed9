import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { MnemeError } from './mneme-error.ts';

type Kind = 'string' | 'number';
type Values<Shape extends readonly Kind[]> = {
  -readonly [Index in keyof Shape]: Shape[Index] extends 'number' ? number : string;
};

/** Encodes the end of a page as a cursor, and decodes it. */
export interface CursorCodec<Place> {
  /** `owner`: the owner of the list, such as the scope, then a store in it. */
  encode(place: Place, owner: readonly string[]): string;
  /**
   * Throws `invalid_input`, field `cursor`, if the text is not a cursor of this list and owner. `undefined` for
   * `undefined`.
   */
  decode(cursor: string | undefined, owner: readonly string[]): Place | undefined;
}

/**
 * The cursors of one list: base64url of the values at which the next page starts, sealed with the names of the list and
 * its owner, so that a cursor of another tenant is refused and reveals nothing. Use values of the last item, never an
 * offset: then writes between two pages neither repeat nor hide an item. If a value must stay secret from the tenant,
 * such as a row number, add a secret of the store to the names of the owner.
 * @example
 * const cursors = cursorCodec('newest', ['string', 'string']);
 * cursors.encode([record.createdAt, record.id], [request.scope]);
 * const [createdAt, id] = cursors.decode(request.cursor, [request.scope]) ?? [];
 */
export function cursorCodec<const Shape extends readonly Kind[]>(
  list: string,
  shape: Shape,
): CursorCodec<Values<Shape>> {
  const keyOf = (owner: readonly string[]) => sha256(Buffer.from(JSON.stringify([list, ...owner])));
  return {
    encode: (place, owner) => seal(Buffer.from(JSON.stringify(place)), keyOf(owner)),
    decode(cursor, owner) {
      if (cursor === undefined) return undefined;
      const place = open(cursor, keyOf(owner));
      if (
        !Array.isArray(place) ||
        place.length !== shape.length ||
        !place.every((value, index) => typeof value === shape[index])
      )
        throw unreadable();
      return place as Values<Shape>;
    },
  };
}

const tagBytes = 16;

/**
 * The tag is computed from the text itself, so equal texts have equal cursors, and two texts never share a key stream.
 */
function seal(text: Uint8Array, key: Uint8Array): string {
  const tag = tagOf(text, key);
  const sealed = Buffer.concat([tag, mask(text, key, tag)]).toString('base64url');
  return sealed.replace(/^-/, '.'); // A command would take it for an option.
}

function open(cursor: string, key: Uint8Array): unknown {
  const bytes = Buffer.from(cursor.replace(/^\./, '-'), 'base64url');
  const tag = bytes.subarray(0, tagBytes);
  const text = mask(bytes.subarray(tagBytes), key, tag);
  if (!Buffer.from(tagOf(text, key)).equals(tag)) throw unreadable();
  return JSON.parse(Buffer.from(text).toString());
}

function tagOf(text: Uint8Array, key: Uint8Array): Uint8Array {
  return hmac(sha256, key, text).subarray(0, tagBytes);
}

/** XOR of the text with a stream of hashes of key, tag and position; applied twice it gives the text back. */
function mask(text: Uint8Array, key: Uint8Array, tag: Uint8Array): Uint8Array {
  const masked = new Uint8Array(text.length);
  for (let start = 0; start < text.length; start += 32) {
    const block = Buffer.from(`${start}`);
    const stream = hmac(sha256, key, Buffer.concat([tag, block]));
    for (let index = start; index < Math.min(start + 32, text.length); index++)
      masked[index] = (text[index] as number) ^ (stream[index - start] as number);
  }
  return masked;
}

function unreadable(): MnemeError {
  const fault = {
    field: 'cursor',
    problem: 'cannot be read',
    advice:
      'give the nextCursor of the same list in the same order, unchanged, or none to start over',
  };
  return new MnemeError('invalid_input', [fault]);
}
