import { describe, expect, it } from 'vitest';
import { cursorCodec } from './cursor.ts';

const cursors = cursorCodec('importance', ['number', 'string']);
const ada = ['ada'];

describe('a cursor', () => {
  it('decodes to the position that was encoded', () => {
    expect(cursors.decode(cursors.encode([4, 'née/+?'], ada), ada)).toEqual([4, 'née/+?']);
    expect(cursors.encode([4, '>>>???'], ada)).toMatch(/^[\w-]+$/);
  });

  it('never begins with a dash, so that a command takes it for a value', () => {
    for (let number = 0; number < 300; number++) {
      const cursor = cursors.encode([number, 'x'], ada);
      expect(cursor).toMatch(/^[\w.][\w-]*$/);
      expect(cursors.decode(cursor, ada)).toEqual([number, 'x']);
    }
  });

  it('does not reveal the position', () => {
    const long = '/notes/private/plan.md'.repeat(9);
    const bytes = Buffer.from(cursors.encode([123_456, long], ada), 'base64url').toString('latin1');
    for (const part of ['123', 'notes', 'plan', 'ada', 'importance'])
      expect(bytes).not.toContain(part);
    const places = [7, 8].map((number) => cursors.encode([number, long], ada));
    expect(places[0]?.slice(24, 60)).not.toBe(places[1]?.slice(24, 60));
  });

  it('is undefined for the first page', () => {
    expect(cursors.decode(undefined, ada)).toBeUndefined();
  });

  it.each([
    ['nonsense', 'nonsense!'],
    ['empty', ''],
    ['JSON that is not a list', Buffer.from('{"a":1}').toString('base64url')],
    ['of another list', cursorCodec('newest', ['number', 'string']).encode([4, 'a'], ada)],
    [
      'of values with other types',
      cursorCodec('importance', ['string', 'string']).encode(['4', 'a'], ada),
    ],
    ['of another owner', cursors.encode([4, 'a'], ['bob'])],
    ['of a list within the owner', cursors.encode([4, 'a'], ['ada', 'store'])],
    ['changed', `${cursors.encode([4, 'abcdef'], ada).slice(0, -2)}AA`],
    ['cut', cursors.encode([4, 'abcdef'], ada).slice(0, -4)],
    [
      'too long',
      cursorCodec('importance', ['number', 'string', 'string']).encode([4, 'a', 'b'], ada),
    ],
  ])('that is %s is refused', (_, cursor) => {
    expect(() => cursors.decode(cursor, ada)).toThrowError(
      expect.objectContaining({ code: 'invalid_input', field: 'cursor' }),
    );
  });
});
