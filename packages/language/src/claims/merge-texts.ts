import { foldText, lowerCase } from '../text/index.ts';
import { readSigns } from './read-signs.ts';

/** After a full stop, a question mark or the like, and at every line break. */
const sentenceEnd = /(?<=[。！？；]|[.!?;](?=\s))\s*|\n+/u;

/** Number of words compared in one merge; later words count as new, because two long texts would take seconds. */
const mostComparisons = 100_000;

/**
 * One text with the contents of both: the longer one if it has all words of the other, otherwise the stored text
 * followed by the sentences of the incoming one that it does not have.
 */
export function mergeTexts(stored: string, incoming: string): string {
  const [first, second] = [read(stored.trim()), read(incoming.trim())];
  if (holds(first, second)) return first.text;
  if (holds(second, first)) return second.text;
  const known = sentences(first.text);
  const isKnown = holderOf(known);
  const added = sentences(second.text).filter((sentence) => !isKnown(sentence));
  // A sentence that the incoming text repeats in a longer form is dropped.
  const isAdded = holderOf(added);
  const kept = known.filter((sentence) => !isAdded(sentence));
  const merged = [...kept, ...added].map(({ text }) => text).join('\n');
  return holds(second, read(merged)) ? second.text : merged;
}

interface Read {
  text: string;
  words: readonly string[];
  question: boolean;
  denials: number;
}

/** Words, and the characters of scripts that put no spaces between them. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}'+#]+/gu;

function read(text: string): Read {
  const words = lowerCase(foldText(text)).match(word) ?? [];
  const denials = readSigns(text).counts.deny;
  return { text, words, question: /[?？]\s*$/u.test(text), denials };
}

function sentences(text: string): Read[] {
  return text
    .split(sentenceEnd)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .map(read);
}

/** Whether `text` has every word of `part`, in the same order, and no additional denial. */
function holds(text: Read, part: Read): boolean {
  if (part.question !== text.question) return text.text === part.text;
  if (text.denials !== part.denials) return false;
  let next = 0;
  for (const one of text.words) if (part.words[next] === one) next++;
  return next === part.words.length && (next > 0 || text.text.includes(part.text));
}

/** Whether one of the texts contains a part. Only texts with the part's rarest word are read. */
function holderOf(texts: readonly Read[]): (part: Read) => boolean {
  const equal = new Set(texts.map(({ text }) => text));
  const byWord = new Map<string, Read[]>();
  for (const text of texts) {
    for (const one of new Set(text.words)) {
      const bearers = byWord.get(one);
      if (bearers) bearers.push(text);
      else byWord.set(one, [text]);
    }
  }
  let left = mostComparisons;
  return (part) => {
    if (equal.has(part.text)) return true;
    let candidates = texts;
    for (const one of part.words) {
      const bearers = byWord.get(one) ?? [];
      if (bearers.length < candidates.length) candidates = bearers;
    }
    for (const text of candidates) {
      left -= text.words.length + 1;
      if (left <= 0) return false;
      if (holds(text, part)) return true;
    }
    return false;
  };
}
