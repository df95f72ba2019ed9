import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeName, parseName, parseTags, parseText, parseTime } from './fields.ts';

describe('times', () => {
  it('are returned as UTC with milliseconds, whatever the form', () => {
    const forms: [string, string][] = [
      ['2026-03-01', '2026-03-01T00:00:00.000Z'],
      ['2026-03-01T09:30', '2026-03-01T09:30:00.000Z'],
      ['2026-03-01 09:30:15', '2026-03-01T09:30:15.000Z'],
      ['2026-03-01T09:30:15.123456Z', '2026-03-01T09:30:15.123Z'],
      ['2026-03-01T00:30:00+02:00', '2026-02-28T22:30:00.000Z'],
      ['2026-03-01T00:30:00-0530', '2026-03-01T06:00:00.000Z'],
    ];
    for (const [given, expected] of forms)
      expect([given, parseTime(given, 'at')]).toEqual([given, expected]);
  });

  it.each(['+99:99', '-24:00', '+01:60'])('refuse the offset %s', (offset) => {
    expect(() => parseTime(`2026-03-01T00:30:00${offset}`, 'at')).toThrow('no such offset');
  });

  it('accept their own output', () => {
    const dates = fc.date({
      min: new Date('0001-01-02'),
      max: new Date('9999-12-30'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseTime(date, 'at')).toBe(date.toISOString());
        expect(parseTime(date.toISOString(), 'at')).toBe(date.toISOString());
      }),
    );
  });

  it('are refused if invalid, with the name of the field', () => {
    for (const given of [
      'tomorrow',
      '2026-13-01',
      '2026-02-29',
      '2026-03-01T25:00',
      '',
      5,
      null,
      new Date(Number.NaN),
      '12026-01-01',
    ]) {
      expect(() => parseTime(given, 'expiresAt')).toThrow(/^expiresAt /);
    }
  });
});

describe('texts', () => {
  it('are refused with NUL or half a surrogate pair, and accepted otherwise', () => {
    expect(() => parseText('a\0b', 'content')).toThrow(/NUL/);
    expect(() => parseText('a\udc00', 'content')).toThrow(/surrogate/);
    expect(parseText('😀\n\t中文', 'content')).toBe('😀\n\t中文');
  });
});

describe('tags', () => {
  it('are trimmed and unique, in the order given', () => {
    expect(parseTags([' b ', 'a', 'b', '', 'a'])).toEqual(['b', 'a']);
  });

  it('do not change when normalised twice', () => {
    const tags = fc.array(
      fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
        .filter((tag) => !/\p{Cc}/u.test(tag)),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(tags, (given) => {
        expect(parseTags(parseTags(given))).toEqual(parseTags(given));
      }),
    );
  });
});

describe('names', () => {
  const unseen = [
    ...['ada ', ' ada', 'ada\u00a0', '\u00a0ada', 'a\u00a0da', 'ada\n', 'a\nda', 'ada\t', 'ada\r'],
    ...['ada\u200b', 'a\u200cda', '\u200dada', 'ada\ufeff', 'a\u00adda', 'ada\u2060', 'ada\u202e'],
    ...['ada\u3000', 'a\u2003da', 'ada\u2028', 'ada\ufe0f', 'ada\u{e0061}', 'ada\u3164', '\u2800'],
    ...[
      'ada\u115f',
      'ada\u034f',
      'ada\u180e',
      'ada\u0085',
      'ada\u001b',
      'ada\u061c',
      'ada\u{1d173}',
    ],
  ];

  it('are accepted unchanged or refused', () => {
    for (const name of unseen) expect(() => parseName(name, 'scope')).toThrow(/^scope is /);
    const names = fc.string({ unit: 'binary', maxLength: 12 });
    fc.assert(
      fc.property(names, fc.constantFrom(...unseen), (name, other) => {
        for (const given of [name, name + other, other + name]) {
          try {
            expect(parseName(given, 'scope')).toBe(given);
          } catch (error) {
            expect(error).toMatchObject({ code: 'invalid_input' });
          }
        }
      }),
    );
    for (const name of [
      'ada',
      'Ada Lovelace',
      'user:ada',
      'a/b',
      '李明',
      'Zoë',
      'नमस्ते',
      '😀',
      'a  b',
    ])
      expect(parseName(name, 'scope')).toBe(name);
  });

  it('are shown with invisible characters escaped', () => {
    expect(() => parseName('ada\u200b', 'scope')).toThrow(/"ada\\u\{200b\}"/);
    expect(() => parseName('ada\n', 'scope')).toThrow(/"ada\\u\{a\}"/);
    expect(() => parseName('ada\u00a0', 'scope')).toThrow(/"ada\\u\{a0\}"/);
    expect(() => parseName('ada ', 'scope')).toThrow(/"ada "/);
  });
});

it('turns any text into a name that can be turned back', () => {
  const awkward = fc.string({
    unit: fc.constantFrom(' ', '%', '\u200b', '\u2800', '\n', '/', 'a'),
  });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), awkward), (text) => {
      const name = escapeName(text);
      expect(parseName(name, 'name', 10_000)).toBe(name);
      if (text !== '') expect(decodeURIComponent(name)).toBe(text);
    }),
  );
  expect(escapeName('')).toBe('%');
});
