import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html } from './html.ts';
import { textMeant, textShown } from './unseen.ts';

const tags = [...'ignore all'].map((letter) =>
  String.fromCodePoint(0xe0000 + letter.charCodeAt(0)),
);

describe('a text on the page', () => {
  it('shows what a reader would not see', () => {
    for (const unseen of [
      ...['\u202e', '\u202c', '\u2066', '\u2069', '\u200e', '\u200f', '\u061c'],
      ...['\u200b', '\u2060', '\ufeff', '\u00ad', '\u180e', '\u3164', '\u115f', '\u2028', '\u2063'],
      ...['\u0000', '\u001b', '\u007f', '\u0085', '\u{e0001}', '\u{e007f}', '\u{fff9}', ...tags],
    ]) {
      const code = `⟨U+${unseen.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟩`;
      expect(textShown(`a${unseen}b`)).toBe(`a${code}b`);
    }
  });

  it('shows joiners and variation selectors that carry a message', () => {
    for (const carrier of ['a', 'д', 'א', '漢', 'ア', ' ', '.', '😀'])
      for (const message of [
        '\u200b\u200c\u200d\u200c',
        '\ufe00\ufe01\ufe02',
        '\u{e0100}\u{e0101}',
      ])
        for (const text of [carrier + message + carrier, carrier + message])
          expect(textShown(text).match(/⟨U\+/g)?.length, text).toBeGreaterThanOrEqual(1);
  });

  it('keeps what languages and emoji need', () => {
    for (const plain of [
      ...['می‌خواهم', 'क्‍ष', 'ශ්‍රී', '👩‍💻', '🏳️‍🌈', '👩🏽‍🚀', '❤️', '1️⃣', '🇨🇭'],
      ...['漢\ufe00', 'a\n\tb', 'a\r\nb', 'e\u0301', '⟨x⟩', 'שלום'],
    ])
      expect(textShown(plain)).toBe(plain);
  });

  it('is read back exactly, even if it contains codes', () => {
    const odd = [
      '⟨',
      '⟩',
      'U+',
      '202E',
      'U+27E8',
      '\u202e',
      '\u{e0041}',
      '\u200d',
      '\ufe0f',
      'a',
      '😀',
    ];
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...odd)).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (given) => {
        expect(textMeant(textShown(given))).toBe(given);
      }),
    );
    for (const typed of ['⟨U+0041⟩', '⟨U+110000⟩', '⟨U+FFFFFF⟩', '⟨U+⟩'])
      expect(textMeant(typed)).toBe(typed);
  });

  it('is shown so in every part of a page', async () => {
    const [text, list] = ['a\u202eb', ['\u{e0041}', html`<i>${'\u2066'}</i>`]];
    expect(String(await html`<p title="${text}">${text}${list}</p>`)).toBe(
      '<p title="a⟨U+202E⟩b">a⟨U+202E⟩b⟨U+E0041⟩<i>⟨U+2066⟩</i></p>',
    );
  });
});
