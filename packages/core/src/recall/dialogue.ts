import { invalid, isChatMessage, listOf, readChatMessage, show } from '@mneme/contract/input';
import { isAssistant } from '@mneme/language/text';
import type { RecallOptions } from './api.ts';
import { withinBytes } from './within-bytes.ts';

type Said = NonNullable<RecallOptions['dialogue']>[number];

/** Messages before the one that is asked about: texts, or messages of a chat API. */
export const parseDialogue = listOf((value, field): Said => {
  if (typeof value === 'string' || isChatMessage(value)) return value as Said;
  throw invalid(field, `is ${show(value)}: give a text, or { role, content }`);
});

/** A longer message stands alone. */
const longest = 60;
/** Words that point to something that was named before, or compare with it. */
const refersBack =
  /(?<!\p{L})(?:it|that|this|those|these|they|them|he|she|him|her|ones?|others?|another|else|better|cheaper|bigger|smaller|same|similar|instead|again|more|andere[rsn]?|besser\p{L}*|günstiger\p{L}*|otr[oa]s?|mejor\p{L}*|más|autres?|meilleure?s?|moins|plus|altr[oiae]|miglior\p{L}*|outr[oa]s?|melhor\p{L}*|друг\p{L}*|лучше|дешевле|этот|эта|это|его|её|их|das|dies\p{L}*|ihn|ese|esa|eso|ça|cela|celui)(?!\p{L})|别的|其他|另外|换|更|再|还有|同样|它|那个|这个|他们|她|他|他の|別の|もっと|それ|あの|다른|더 |그거/iu;

/** The text to search for: a message that does not stand alone comes with the user's last one. */
export function searchText(message: string, dialogue: readonly Said[] = []): string {
  if (!refersBack.test(message) || message.length > longest) return message;
  const before = dialogue.map(textOf).findLast((text) => text !== '');
  return before === undefined ? message : withinBytes(`${before}\n${message}`);
}

/** What the user says in it; empty if it is of a model or a program. */
function textOf(said: Said): string {
  if (typeof said === 'string') return said;
  const read = readChatMessage(said);
  return read === undefined || isAssistant(read.speaker) ? '' : read.content;
}
