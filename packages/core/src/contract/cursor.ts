import { MnemeError } from './mneme-error.ts';

type Kind = 'string' | 'number';
type Values<Shape extends readonly Kind[]> = {
  -readonly [Index in keyof Shape]: Shape[Index] extends 'number' ? number : string;
};

/** Turns the place where a page ends into the text of a cursor, and back. */
export interface CursorCodec<Place> {
  encode(place: Place): string;
  /** Throws `invalid_input`, field `cursor`, where the text is no cursor of this list. `undefined` for `undefined`. */
  decode(cursor: string | undefined): Place | undefined;
}

/**
 * The cursors of one list: base64url of a JSON array with the list's name and the values by which the next page finds
 * its start. Take values of the last item, never an offset: then writes between two pages neither repeat nor hide one.
 *
 * @example
 * const cursors = cursorCodec('newest', ['string', 'string']);
 * cursors.encode([record.createdAt, record.id]);
 * const [createdAt, id] = cursors.decode(request.cursor) ?? [];
 */
export function cursorCodec<const Shape extends readonly Kind[]>(
  list: string,
  shape: Shape,
): CursorCodec<Values<Shape>> {
  return {
    encode: (place) => Buffer.from(JSON.stringify([list, ...place])).toString('base64url'),
    decode(cursor) {
      if (cursor === undefined) return undefined;
      const [name, ...place] = parse(cursor);
      if (
        name !== list ||
        place.length !== shape.length ||
        !place.every((value, index) => typeof value === shape[index])
      )
        throw unreadable();
      return place as Values<Shape>;
    },
  };
}

function parse(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(value)) return value;
  } catch (cause) {
    throw unreadable(cause);
  }
  throw unreadable();
}

function unreadable(cause?: unknown): MnemeError {
  const fault = {
    field: 'cursor',
    problem: 'cannot be read',
    advice:
      'give the nextCursor of the same list in the same order, unchanged, or none to start over',
  };
  return new MnemeError('invalid_input', [fault], { cause });
}
