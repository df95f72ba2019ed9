import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { terminalJson, terminalText } from './terminal-text.ts';

/** Independent of the implementation: code points that control a terminal or are invisible in pasted text. */
function steers(character: string): boolean {
  const code = character.codePointAt(0)!;
  const within = (from: number, to: number) => code >= from && code <= to;
  return (
    (within(0, 0x1f) && code !== 9 && code !== 10) ||
    within(0x7f, 0x9f) ||
    code === 0x61c ||
    within(0x200e, 0x200f) ||
    within(0x2028, 0x202e) ||
    within(0x2066, 0x206f) ||
    within(0xe0000, 0xe007f)
  );
}

const attacks = [
  '\u001b]52;c;cm0gLXJmIH4=\u0007',
  '\u009d52;c;cm0=\u009c',
  '\u001b[2J\u001b[H',
  '\u009b31m',
  '\u001bP$q\u001b\\',
  '\u001b]8;;http://x\u001b\\click\u001b]8;;\u001b\\',
  'safe\rEVIL',
  '\u202egnp.exe\u202c',
  '\u2066a\u2069\u061c\u200f',
  'a\b\b\u007f',
  '\u{e0041}\u{e0042}',
];
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...attacks, 'x', '\n', '👩‍💻')).map((parts) => parts.join('')),
);

describe('terminalText', () => {
  it('removes everything that controls a terminal', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect([...terminalText(given)].filter(steers)).toEqual([]);
      }),
    );
    expect(terminalText('ok\u001b]52;c;eA==\u0007\r\nnext\rline')).toBe('ok]52;c;eA==\nnext\nline');
  });

  it('removes it from a text in chunks too', () => {
    const pieces = [...attacks.join('')].map(terminalText);
    expect([...pieces.join('')].filter(steers)).toEqual([]);
  });

  it('does not change other text', () => {
    for (const plain of ['a\n\tb', '👩‍💻 ❤️ 🇨🇭', 'می‌خواهم', 'e\u0301', '漢字'])
      expect(terminalText(plain)).toBe(plain);
  });
});

describe('terminalJson', () => {
  it('returns JSON of the same value, without control characters', () => {
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text))), (value) => {
        for (const indent of [undefined, 2]) {
          const json = terminalJson(value, indent);
          expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
          expect([...json].filter(steers)).toEqual([]);
        }
      }),
    );
  });
});
