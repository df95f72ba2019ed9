/**
 * What steers a terminal or a reader of a log: control characters of both sets (C1 has an escape of its own, U+009B),
 * the order of writing, and the characters that no terminal draws but a paste carries on. A line break and a tab stay.
 */
const steering =
  /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u206a-\u206f\ufff9-\ufffb\u2028\u2029\u{e0000}-\u{e007f}]/gu;

/**
 * A text that steers no terminal: what is left of an escape sequence is its harmless letters. It works character by
 * character, so a sequence that comes in pieces is taken apart as well. A carriage return counts as a line break.
 *
 * @example
 * process.stdout.write(terminalText(memory.content));
 */
export function terminalText(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(steering, '');
}

/** JSON of exactly this value, with what steers a terminal written as escapes, which JSON itself leaves as it is. */
export function terminalJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(steering, (character) =>
    character.replace(
      /[\s\S]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}
