import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTags, parseText, parseTime } from './fields.ts';

describe('times', () => {
  it('come out as UTC with milliseconds, whatever the form', () => {
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

  it('take back what they give', () => {
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

  it('refuse what is no time, naming the field', () => {
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
  it('are refused with NUL or half a surrogate pair, and taken with anything else', () => {
    expect(() => parseText('a\0b', 'content')).toThrow(/NUL/);
    expect(() => parseText('a\udc00', 'content')).toThrow(/surrogate/);
    expect(parseText('😀\n\t中文', 'content')).toBe('😀\n\t中文');
  });
});

describe('tags', () => {
  it('are trimmed and unique, in the order given', () => {
    expect(parseTags([' b ', 'a', 'b', '', 'a'])).toEqual(['b', 'a']);
  });

  it('stay as they are the second time', () => {
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
