/** A variant of a character stays where it belongs: an emoji, a Chinese or Mongolian character, a key cap. */
const strayVariants =
  /(?<![\p{Extended_Pictographic}\p{Script=Han}\p{Script=Mongolian}])\p{Variation_Selector}(?!\u20e3)/gu;
const unseen =
  /(?![\n\t]|\r\n)\p{Cc}|(?!\u200c|\u200d|\p{Variation_Selector})[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Joiners stay between the letters that need them. */
const strayJoiners = /(?<=[ -~])[\u200c\u200d]+(?=[ -~])/g;

/**
 * What a person sees of a text: without control characters, tags, marks of direction and all else that carries text
 * which only a model or a terminal reads. Line breaks and tabs stay.
 */
export function visibleText(text: string): string {
  return text
    .replace(/\r(?!\n)|[\u2028\u2029]/g, '\n')
    .replace(unseen, '')
    .replace(strayVariants, '')
    .replace(strayJoiners, '');
}

/** JSON of a value, each of its texts as {@link visibleText} leaves it. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    typeof entry === 'string' ? visibleText(entry) : entry,
  );
}
