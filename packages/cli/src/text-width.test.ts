import { describe, expect, it } from 'vitest';
import { table } from './table.ts';
import { oneLine, pad, textWidth, wrap } from './text-width.ts';

describe('textWidth', () => {
  it('counts two columns for a Chinese character and none for colours and accents', () => {
    expect(textWidth('陈伟 x')).toBe(6);
    expect(textWidth('\u001b[1mé\u001b[22m')).toBe(1);
    expect(textWidth('e\u0301')).toBe(1);
  });
});

describe('oneLine', () => {
  it('lets no stored text steer a terminal', () => {
    expect(oneLine('a\u001b[2J\nb\u0007\u202e c')).toBe('a[2J b c');
  });

  it('cuts to a width without halving a character', () => {
    expect(oneLine('我每周三晚上去打羽毛球', 8)).toBe('我每周…');
    expect(textWidth(oneLine('我每周三晚上去打羽毛球', 8))).toBeLessThanOrEqual(8);
    expect(oneLine('short', 8)).toBe('short');
  });
});

describe('wrap', () => {
  it('breaks between words, and between characters where there are no spaces', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('我每周三晚上去打羽毛球', 8)).toEqual(['我每周三', '晚上去打', '羽毛球']);
    expect(wrap('', 8)).toEqual([]);
  });
});

describe('table', () => {
  it('aligns columns by what is seen', () => {
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
});
