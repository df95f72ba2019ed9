/**
 * Characters that control a terminal or mislead a reader of a log: control characters of both sets (C1 has an escape of
 * its own, U+009B), the order of writing, and invisible characters that a paste would copy. Line breaks and tabs stay.
 */
const steering =
  /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u206a-\u206f\ufff9-\ufffb\u2028\u2029\u{e0000}-\u{e007f}]/gu;

/**
 * A text that cannot control a terminal: only the harmless letters of an escape sequence remain. It works character by
 * character, so it also removes sequences that arrive in pieces. A carriage return becomes a line break.
 * @example
 * process.stdout.write(terminalText(memory.content));
 */
export function terminalText(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(steering, '');
}

/** JSON of exactly this value, with terminal controls as escapes, which JSON itself would leave unchanged. */
export function terminalJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(steering, (character) =>
    character.replace(
      /[\s\S]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

/** Scripts that need joiners within words; emoji need them between two pictures. */
const joining = [
  ...[
    'Arab',
    'Syrc',
    'Mong',
    'Nkoo',
    'Mand',
    'Adlm',
    'Rohg',
    'Deva',
    'Beng',
    'Guru',
    'Gujr',
    'Orya',
  ],
  ...['Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Java', 'Bali'],
].map((script) => `\\p{scx=${script}}`);
const unseen =
  /(?![\n\t]|\r\n)\p{Cc}|(?!\u200c|\u200d|\p{Variation_Selector})[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
/** Variation selectors stay after an emoji, a Chinese or Mongolian character, or in a key cap. */
const stray = new RegExp(
  [
    '(?<![\\p{Extended_Pictographic}\\p{sc=Han}\\p{sc=Mong}])\\p{Variation_Selector}(?!\\u20e3)',
    `(?<![${joining.join('')}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]|\\p{Extended_Pictographic}\\ufe0f)[\\u200c\\u200d]`,
  ].join('|'),
  'gu',
);
const anyUnusual = /[^\n\t -~]/;

/**
 * Replaces each character that people do not see: control characters, tags, direction marks, and joiners and variation
 * selectors that change nothing. Line breaks and tabs stay.
 */
export function replaceUnseen(text: string, replacement: (character: string) => string): string {
  if (!anyUnusual.test(text)) return text;
  return text.replace(unseen, replacement).replace(stray, replacement);
}

/** The visible part of a text, without all that {@link replaceUnseen} finds. Line breaks stay. */
export function visibleText(text: string): string {
  return replaceUnseen(text.replace(/\r(?!\n)|[\u2028\u2029]/g, '\n'), () => '');
}

/** JSON of a value, with {@link visibleText} applied to each of its texts. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    typeof entry === 'string' ? visibleText(entry) : entry,
  );
}
