import { cachedByText } from '../text/index.ts';
import { normaliseContent } from './content-key.ts';

const article = /^(?:the|a|an|的)$/;
const user = /^(?:i|user|用户|用戶|我)$/;
const ofUser = /^(?:my|user's)$/;
/** `I am`, `I have`, `I do`, in the form for the user. */
const third: Record<string, string> = { am: 'is', have: 'has', do: 'does', "don't": "doesn't" };

/**
 * Whether two statements have the same words in the same order, except for articles, and with `I` or `the user` for the
 * subject. Any other word may make it another fact, and so may a capital inside a word (`userID`, `MW`) or an exponent;
 * but who writes only small letters means the same (`iphone`).
 */
export function saySameWords(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  return (
    a.length > 1 &&
    a.length === b.length &&
    a.every((word, at) => {
      const said = b[at] as string;
      return word === said || isSmallForm(word, said, one) || isSmallForm(said, word, other);
    })
  );
}

/** Whether a word of a text is written only in small letters, and is otherwise the other one. */
function isSmallForm(word: string, other: string, text: string): boolean {
  return smallWord.test(word) && other.toLowerCase() === word && text.includes(word);
}

/** Shorter ones may be another word or unit: `us`, `mw`. */
const smallWord = /^\p{Ll}{4,}$/u;

const wordsOf = cachedByText((text: string): string[] => {
  const words = normaliseContent(text)
    .replace(/[’‘]/g, "'")
    .replace(/[.!。！]+\s*$/u, '')
    .replace(/^(?:用[户戶]|我)/u, '$& ')
    .split(/[\s,，]+/u)
    .filter((word) => word !== '' && !article.test(word));
  const [first = '', second = ''] = words;
  if (ofUser.test(first)) return ['user', 'of', ...words.slice(1)];
  if (!user.test(first)) return words;
  const verb = first === 'i' ? (third[second] ?? second.replace(/(?<=[^s])$/, 's')) : second;
  return ['user', verb, ...words.slice(2)];
}, 1000);
