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

/** Variation selectors stay after an emoji, a Chinese or Mongolian character, or a key cap. */
const strayVariants =
  /(?<![\p{Extended_Pictographic}\p{Script=Han}\p{Script=Mongolian}])\p{Variation_Selector}(?!\u20e3)/gu;
const unseen =
  /(?![\n\t]|\r\n)\p{Cc}|(?!\u200c|\u200d|\p{Variation_Selector})[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Joiners stay between letters that need them. */
const strayJoiners = /(?<=[ -~])[\u200c\u200d]+(?=[ -~])/g;

/**
 * The visible part of a text: without control characters, tags, direction marks and other characters that only a model
 * or a terminal reads. Line breaks and tabs stay.
 */
export function visibleText(text: string): string {
  return text
    .replace(/\r(?!\n)|[\u2028\u2029]/g, '\n')
    .replace(unseen, '')
    .replace(strayVariants, '')
    .replace(strayJoiners, '');
}

/** JSON of a value, with {@link visibleText} applied to each of its texts. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    typeof entry === 'string' ? visibleText(entry) : entry,
  );
}
