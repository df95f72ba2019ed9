const closing = `["'”’」』»）)\\]]*`;
const months = 'Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez';
/**
 * Up to the end of a sentence or line. A full stop after `Dr`, an initial, a German day of the month, or a short word
 * before a lower-case letter does not end one.
 */
const sentence = new RegExp(
  `(?:[^。．！？!?；;\\n.…]|\\.(?!\\s|$|["'”’)])|(?<![\\p{L}\\p{N}]{3})\\.(?=\\s[\\p{Ll}\\d])|(?<=\\b(?:Dr|Mr|Mrs|Ms|St|Prof|approx|\\p{Lu}))\\.|(?<=\\b\\d{1,2})\\.(?=\\s(?:${months})))+[。．！？!?；;.…]*${closing}`,
  'gu',
);

/** Words in quotation marks, as a global pattern. An apostrophe is none. */
export const quotation =
  /"[^"\n]*"|“[^“”]*”|«[^«»]*»|「[^「」]*」|『[^『』]*』|„[^„“”]*[“”]|‘[^‘’]{8,}’(?!\p{L})|(?<![\p{L}\p{N}])'[^'\n]+(?:'\p{L}[^'\n]*)*'(?![\p{L}\p{N}])/gu;

/** The sentences of a text, with what ends them. */
export function sentencesIn(text: string): string[] {
  return text.match(sentence) ?? [];
}
