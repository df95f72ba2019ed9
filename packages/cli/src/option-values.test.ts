import { describe, expect, it } from 'vitest';
import { metadataValue, whereValue } from './option-values.ts';

describe('KEY=VALUE', () => {
  it('is parsed as a number, a boolean, a list or text', () => {
    expect(
      metadataValue([
        'project=heron',
        'year=2026',
        'ratio=-0.5',
        'open=true',
        'text="2026"',
        'code=007',
        'day=2026-03-01',
        'langs=["en","zh"]',
        'formula=a=b',
        'empty=',
      ]),
    ).toEqual({
      project: 'heron',
      year: 2026,
      ratio: -0.5,
      open: true,
      text: '2026',
      code: '007',
      day: '2026-03-01',
      langs: ['en', 'zh'],
      formula: 'a=b',
      empty: '',
    });
  });

  it('given twice for one key has both values', () => {
    expect(whereValue(['lang=en', 'project=heron', 'lang=zh'])).toEqual({
      lang: ['en', 'zh'],
      project: 'heron',
    });
    expect(whereValue(undefined)).toBeUndefined();
  });

  it.each(['heron', '=heron', ''])('refuses %j', (pair) => {
    expect(() => whereValue([pair])).toThrow('give KEY=VALUE');
  });
});
