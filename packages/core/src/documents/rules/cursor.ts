import { MnemeError } from '../../contract/index.ts';

/**
 * Cursors are base64url of a JSON array: the name of the list they belong to, then where to go on. They hold
 * positions, never offsets, so that writes between two pages neither repeat nor hide an item.
 */
export function encodeCursor(list: string, position: string | number): string {
  const bytes = new TextEncoder().encode(JSON.stringify([list, position]));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function decodeCursor(
  list: string,
  cursor: string | undefined,
): string | number | undefined {
  if (cursor === undefined) return undefined;
  const position = parse(cursor);
  if (!Array.isArray(position) || position.length !== 2 || position[0] !== list) throw unreadable();
  const [, at] = position;
  if (typeof at !== 'string' && !Number.isSafeInteger(at)) throw unreadable();
  return at as string | number;
}

function parse(cursor: string): unknown {
  try {
    const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw unreadable(cause);
  }
}

function unreadable(cause?: unknown): MnemeError {
  const problem = 'is not one that this list gave: start again without it';
  return new MnemeError('invalid_input', [{ field: 'cursor', problem }], { cause });
}
