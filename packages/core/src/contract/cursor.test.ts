import { describe, expect, it } from 'vitest';
import { cursorCodec } from './cursor.ts';

const cursors = cursorCodec('importance', ['number', 'string']);

describe('a cursor', () => {
  it('gives back the place that it was made of', () => {
    expect(cursors.decode(cursors.encode([4, 'née/+?']))).toEqual([4, 'née/+?']);
    expect(cursors.encode([4, '>>>???'])).toMatch(/^[\w-]+$/);
  });

  it('is nothing on the first page', () => {
    expect(cursors.decode(undefined)).toBeUndefined();
  });

  it.each([
    ['nonsense', 'nonsense!'],
    ['empty', ''],
    ['JSON that is no list', Buffer.from('{"a":1}').toString('base64url')],
    ['of another list', cursorCodec('newest', ['number', 'string']).encode([4, 'a'])],
    ['of other values', cursorCodec('importance', ['string', 'string']).encode(['4', 'a'])],
    ['too long', cursorCodec('importance', ['number', 'string', 'string']).encode([4, 'a', 'b'])],
  ])('that is %s is refused', (_, cursor) => {
    expect(() => cursors.decode(cursor)).toThrowError(
      expect.objectContaining({ code: 'invalid_input', field: 'cursor' }),
    );
  });
});
