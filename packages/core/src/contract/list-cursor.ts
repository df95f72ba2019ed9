import type { ListOrder } from './memory-backend.ts';
import { MnemeError } from './mneme-error.ts';

/** Where the next page of a list starts: behind the record with these values. */
export interface ListCursor {
  order: ListOrder;
  importance: number;
  createdAt: string;
  id: string;
}

export function encodeListCursor({ order, importance, createdAt, id }: ListCursor): string {
  return Buffer.from(JSON.stringify([order, importance, createdAt, id])).toString('base64url');
}

/** Throws `invalid_input`, field `cursor`, where the text is no cursor of that order. */
export function decodeListCursor(text: string, order: ListOrder): ListCursor {
  try {
    const [cursorOrder, importance, createdAt, id] = JSON.parse(
      Buffer.from(text, 'base64url').toString(),
    ) as unknown[];
    if (
      cursorOrder === order &&
      typeof importance === 'number' &&
      typeof createdAt === 'string' &&
      typeof id === 'string'
    ) {
      return { order, importance, createdAt, id };
    }
  } catch (cause) {
    throw badCursor(cause);
  }
  throw badCursor();
}

function badCursor(cause?: unknown): MnemeError {
  const fault = {
    field: 'cursor',
    problem: 'cannot be read',
    advice: 'give the nextCursor of a list with the same order, unchanged, or none to start over',
  };
  return new MnemeError('invalid_input', [fault], { cause });
}
