import { invalid, listOf, show } from '@mneme/engine/input';
import { isSelfContained } from '@mneme/language/extract';
import { analyse, isAssistant } from '@mneme/language/text';
import type { RecallOptions } from './api.ts';
import { withinBytes } from './within-bytes.ts';

type Said = NonNullable<RecallOptions['dialogue']>[number];

/** Messages before the one that is asked about: texts, or objects with `content` as a text or as blocks of text. */
export const parseDialogue = listOf((value, field): Said => {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'content' in value) return value as Said;
  throw invalid(field, `is ${show(value)}: give a text, or { role, content }`);
});

/** A message with more words stands alone. */
const fewWords = 6;

/** The text to search for: a message that does not stand alone comes with the user's last one. */
export function searchText(message: string, dialogue: readonly Said[] = []): string {
  if (analyse(message).length > fewWords && isSelfContained(message)) return message;
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
