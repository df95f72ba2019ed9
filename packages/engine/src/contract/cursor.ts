import { createHmac, hash } from 'node:crypto';
import { MnemeError } from './mneme-error.ts';

type Kind = 'string' | 'number';
type Values<Shape extends readonly Kind[]> = {
  -readonly [Index in keyof Shape]: Shape[Index] extends 'number' ? number : string;
};

/** Turns the place where a page ends into the text of a cursor, and back. */
export interface CursorCodec<Place> {
  /** `owner`: whose list it is, such as the scope, then a store in it. */
  encode(place: Place, owner: readonly string[]): string;
  /**
   * Throws `invalid_input`, field `cursor`, where the text is no cursor of this list of this owner. `undefined` for
   * `undefined`.
   */
  decode(cursor: string | undefined, owner: readonly string[]): Place | undefined;
}

/**
 * The cursors of one list: base64url of the values by which the next page finds its start, sealed with the names of the
 * list and its owner, so that one of another tenant is refused and shows nothing. Take values of the last item, never an
 * offset: then writes between two pages neither repeat nor hide one. A value that is not the tenant's own to know, such
 * as a row number, needs a secret of the store among the names of the owner.
 *
 * @example
 * const cursors = cursorCodec('newest', ['string', 'string']);
 * cursors.encode([record.createdAt, record.id], [request.scope]);
 * const [createdAt, id] = cursors.decode(request.cursor, [request.scope]) ?? [];
 */
export function cursorCodec<const Shape extends readonly Kind[]>(
  list: string,
  shape: Shape,
): CursorCodec<Values<Shape>> {
  const keyOf = (owner: readonly string[]) =>
    hash('sha256', Buffer.from(JSON.stringify([list, ...owner])), 'buffer');
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

/** The tag is of the text itself, so equal texts have equal cursors and no number is ever used twice for two texts. */
function seal(text: Uint8Array, key: Uint8Array): string {
  const tag = tagOf(text, key);
  return Buffer.concat([tag, mask(text, key, tag)]).toString('base64url');
}

function open(cursor: string, key: Uint8Array): unknown {
  const bytes = Buffer.from(cursor, 'base64url');
  const tag = bytes.subarray(0, tagBytes);
  const text = mask(bytes.subarray(tagBytes), key, tag);
  if (!Buffer.from(tagOf(text, key)).equals(tag)) throw unreadable();
  return JSON.parse(Buffer.from(text).toString());
}

function tagOf(text: Uint8Array, key: Uint8Array): Uint8Array {
  return hmac(key, text).subarray(0, tagBytes);
}

function hmac(key: Uint8Array, text: Uint8Array): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** The text under a stream of hashes of key, tag and place; the same again takes it off. */
function mask(text: Uint8Array, key: Uint8Array, tag: Uint8Array): Uint8Array {
  const masked = new Uint8Array(text.length);
  for (let start = 0; start < text.length; start += 32) {
    const block = Buffer.from(`${start}`);
    const stream = hmac(key, Buffer.concat([tag, block]));
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
