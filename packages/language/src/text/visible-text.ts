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
