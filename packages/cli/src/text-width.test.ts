import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { table } from './table.ts';
import { oneLine, pad, textWidth, wrap } from './text-width.ts';

describe('textWidth', () => {
  it('counts two columns for a Chinese character and none for colours and accents', () => {
    expect(textWidth('陈伟 x')).toBe(6);
    expect(textWidth('\u001b[1mé\u001b[22m')).toBe(1);
    expect(textWidth('e\u0301')).toBe(1);
  });

  it('counts an emoji as two columns, however many characters it consists of', () => {
    expect(textWidth('🚀')).toBe(2);
    expect(textWidth('👩‍👧')).toBe(2);
    expect(textWidth('🇨🇭')).toBe(2);
  });
});

describe('oneLine', () => {
  it('removes control sequences from stored text', () => {
    expect(oneLine('a\u001b[2J\nb\u0007\u202e c')).toBe('a[2J b c');
  });

  it('cuts to a width without splitting a character', () => {
    expect(oneLine('我每周三晚上去打羽毛球', 8)).toBe('我每周…');
    expect(textWidth(oneLine('我每周三晚上去打羽毛球', 8))).toBeLessThanOrEqual(8);
    expect(oneLine('short', 8)).toBe('short');
    expect(oneLine('ab👩‍👧cd', 5)).toBe('ab👩‍👧…');
  });
});

describe('wrap', () => {
  it('breaks between words, or between characters if there are no spaces', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('我每周三晚上去打羽毛球', 8)).toEqual(['我每周三', '晚上去打', '羽毛球']);
    expect(wrap('', 8)).toEqual([]);
  });

  it('splits a word that is longer than a line', () => {
    expect(wrap('see https://example.com/x', 10)).toEqual(['see', 'https://ex', 'ample.com/', 'x']);
  });
});

describe('table', () => {
  it('aligns columns by visible width', () => {
    expect(pad('陈', 4, 'left')).toBe('  陈');
    expect(
      table(
        [
          ['name', 'n'],
          ['陈伟', '10'],
          ['a', '5'],
        ],
        { right: [1] },
      ),
    ).toBe(['name   n', '陈伟  10', 'a      5'].join('\n'));
  });

  it('shortens the widest columns to fit a width, colours included', () => {
    const rows = [
      ['id', 'reason'],
      ['0198c0de-7777-7000-8000-000000000001', 'ok'],
      ['\u001b[2mshort\u001b[22m', 'because the user asked for it twice 🚀'],
    ];
    const fitted = table(rows, { width: 30 }).split('\n');
    for (const line of fitted) expect(textWidth(line)).toBeLessThanOrEqual(30);
    expect(fitted[1]).toMatch(/^0198c0de.*… {2}ok$/);
    expect(fitted[2]).toContain('\u001b[2mshort\u001b[22m');
  });

  it('wraps the last column if allowed', () => {
    const rows = [['--limit N', 'at most so many of them, 1 to 1000']];
    expect(table(rows, { indent: '  ', width: 38, wrapped: true })).toBe(
      ['  --limit N  at most so many of them,', '             1 to 1000'].join('\n'),
    );
  });
});

it('a character has the same width as in the reference library', () => {
  for (let code = 0; code < 0x3000; code++) {
    const text = `a${String.fromCodePoint(code)}b`;
    expect([code, textWidth(text)]).toEqual([code, stringWidth(text)]);
  }
});
