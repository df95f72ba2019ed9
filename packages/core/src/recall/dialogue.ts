import { invalid, listOf, show } from '@mneme/engine/input';
import { isAssistant } from '@mneme/language/text';
import type { RecallOptions } from './api.ts';
import { withinBytes } from './within-bytes.ts';

type Said = NonNullable<RecallOptions['dialogue']>[number];

/** Messages before the one that is asked about: texts, or objects with `content` as a text or as blocks of text. */
export const parseDialogue = listOf((value, field): Said => {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'content' in value) return value as Said;
  throw invalid(field, `is ${show(value)}: give a text, or { role, content }`);
});

/** A longer message stands alone. */
const longest = 60;
/** Words that point to something that was named before, or compare with it. */
const refersBack =
  /(?<!\p{L})(?:it|that|this|those|these|they|them|he|she|him|her|ones?|others?|another|else|better|cheaper|bigger|smaller|same|similar|instead|again|more|andere[rsn]?|besser\p{L}*|günstiger\p{L}*|otr[oa]s?|mejor\p{L}*|más|autres?|meilleure?s?|moins|plus|altr[oiae]|miglior\p{L}*|outr[oa]s?|melhor\p{L}*|друг\p{L}*|лучше|дешевле)(?!\p{L})|别的|其他|另外|换|更|再|还有|同样|它|那个|这个|他们|她|他|他の|別の|もっと|それ|あの|다른|더 |그거|этот|эта|это|его|её|их|das|dies\p{L}*|es|ihn|ese|esa|eso|ça|cela|celui/iu;

/** The text to search for: a message that does not stand alone comes with the user's last one. */
export function searchText(message: string, dialogue: readonly Said[] = []): string {
  if (!refersBack.test(message) || message.length > longest) return message;
  const before = dialogue.findLast((said) => typeof said === 'string' || !isAssistant(said.role));
  const text = before === undefined ? '' : textOf(before);
  return text === '' ? message : withinBytes(`${text}\n${message}`);
}

function textOf(said: Said): string {
  const content = typeof said === 'string' ? said : said.content;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((block) => (typeof block?.text === 'string' ? block.text : ''))
    .filter((text) => text !== '')
    .join('\n');
}
