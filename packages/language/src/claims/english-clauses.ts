import { adverbs, finiteVerbs, pastForms, sameNoun, silent } from './claim-words.ts';
import { wordKey } from './read-statement.ts';
import { numberWords } from './statement-words.ts';
import { words } from './word-list.ts';

export interface Word {
  text: string;
  capital: boolean;
}

export interface Clause {
  /** The words of the subject; empty where it is the one of the clause before. */
  subject: Word[];
  predicate: Word[];
}

const wordPattern = /[$€£¥]?\d[\d.,:/%-]*[a-z%]*|[\p{L}\p{N}][\p{L}\p{N}'_+#@.-]*|[,;]/giu;
export const self = words('i me mine we us ours user users');
export const selfOwner = words("user's users' my our");
/** `User` is whose memory it is, whoever wrote the text. */
export const user = 'i';
export const others = words('he she they his her their it its');
const owners = words('my our his her their its your');
export const chief = words('main primary current only head chief default preferred usual');
export const determiners = words(
  'no the a an this that these those new current currently now own main primary',
);
const joins = words('and but so , ; then');

export function wordsOf(text: string): Word[] {
  const plain = text
    .replace(/[’‘]/g, "'")
    .replace(/\bcan't\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not')
    .replace(/\b(i)'m\b/gi, '$1 am')
    .replace(/'re\b/gi, ' are')
    .replace(/'ve\b/gi, ' have')
    .replace(/'ll\b/gi, ' will')
    .replace(/\b(it|he|she|that|there)'s\b/gi, '$1 is')
    .replace(/\b(?:can not|cannot) stand\b/gi, 'hates')
    .replace(/\bfollows? an? (\w+) diet\b/gi, 'is $1')
    .replace(/\bthese days\b|\bfrom now on\b/gi, 'now')
    .replace(/\bwants? (?=(?!to )\w)/gi, 'wishes-for ')
    .replace(/\bwants? to be (?:called|addressed as)\b/gi, 'goes by')
    .replace(/^(?:please )?(?:call|address) (?:the )?user (?:as )?/i, 'user goes by ');
  const found = (plain.match(wordPattern) ?? []).map((word) => {
    const bare = word.length > 1 ? word.replace(/[.,:;-]+$/, '') : word;
    return { text: bare.toLowerCase(), capital: /^\p{Lu}/u.test(bare) };
  });
  for (const [index, word] of found.entries()) {
    if (word.text !== 'may') continue;
    const beside = [found[index - 1]?.text, found[index + 1]?.text];
    if (beside[0] === 'in' || beside.some((text) => text !== undefined && /^\d/.test(text)))
      word.text = 'may-month';
  }
  return found;
}

export function clausesOf(all: readonly Word[]): Clause[] {
  const clauses: Clause[] = [];
  let rest = [...all];
  while (rest[0] !== undefined && lead.has(rest[0].text)) rest.shift();
  while (rest.length > 0) {
    const end = rest.findIndex(
      (word, index) => index > 0 && joins.has(word.text) && beginsClause(rest, index + 1),
    );
    const part = (end < 0 ? rest : rest.slice(0, end)).filter(
      ({ text }) => text !== ',' && text !== ';',
    );
    rest = end < 0 ? [] : rest.slice(end + 1);
    while (rest[0] !== undefined && joins.has(rest[0].text)) rest.shift();
    const verb = verbIn(part);
    if (verb < 0) continue;
    clauses.push({ subject: part.slice(0, verb), predicate: part.slice(verb) });
  }
  return clauses;
}

const lead = words('please note also currently now today recently ,');

function beginsClause(rest: readonly Word[], from: number): boolean {
  let at = from;
  while (
    rest[at] !== undefined &&
    (joins.has(rest[at]?.text ?? '') || adverbs.has(rest[at]?.text ?? ''))
  )
    at++;
  const word = rest[at]?.text;
  if (word === undefined) return false;
  if (self.has(word) || selfOwner.has(word) || others.has(word) || word === 'the')
    return verbIn(rest.slice(at)) > 0;
  return finiteVerbs.has(word) && !adverbs.has(word);
}

/** Where the predicate begins; -1 where there is none. */
function verbIn(part: readonly Word[]): number {
  const known = part.findIndex(({ text }, index) => {
    const before = part[index - 1]?.text;
    if (index === 0) return beginsPredicate(text, part[1]?.text);
    if (
      before !== undefined &&
      (determiners.has(before) || owners.has(before) || before.endsWith("'s"))
    )
      return false;
    return finiteVerbs.has(text);
  });
  if (known >= 0) return known;
  // A verb that no list has stands behind a pronoun or a name.
  if (determiners.has(part[0]?.text ?? '')) return -1;
  const next = part.findIndex(
    ({ capital, text }) => !capital && !self.has(text) && !others.has(text),
  );
  return next > 0 && next < part.length - 1 ? next : -1;
}

/** Whom it is about may be left out: `Prefers tea`, `Moved to Porto`. `Play music` is an order. */
function beginsPredicate(text: string, next: string | undefined): boolean {
  if (
    text === 'not' ||
    text === 'never' ||
    (text === 'no' && next === 'longer') ||
    impliedBe.has(text)
  )
    return true;
  return (
    finiteVerbs.has(text) && !adverbs.has(text) && (/(?:s|ed)$/.test(text) || pastForms.has(text))
  );
}

/** `Allergic to nuts`: somebody is. */
const impliedBe = words('allergic married single vegetarian vegan based divorced engaged');

/** `He` and `his phone` are of whom the clause before speaks. */
export function withAntecedent(subject: Word[], antecedent: readonly Word[]): Word[] {
  const [first, ...rest] = subject;
  const last = antecedent.at(-1);
  if (first === undefined || last === undefined || !others.has(first.text)) return subject;
  if (rest.length === 0) return [...antecedent];
  const owner = {
    ...last,
    text: self.has(last.text) ? "user's" : `${last.text.replace(/'s?$/, '')}'s`,
  };
  return [...antecedent.slice(0, -1), owner, ...rest];
}

/** The words that say something, in the form in which they are compared. */
export function keysOf(list: readonly string[]): string[] {
  return list.flatMap((word) => {
    const plain = word.replace(/'s?$/, '');
    if (plain === '' || silent.has(plain) || silent.has(word) || /^[,;]$/.test(plain)) return [];
    return [keyOf(plain)];
  });
}

export function keyOf(plain: string): string {
  const number = numberWords.get(plain);
  if (number !== undefined) return number;
  const bare = plain.replace(/(\d),(?=\d{3})/g, '$1').replace(/^(\d+)(?:st|nd|rd|th)$/, '$1');
  const noun = sameNoun.get(bare) ?? bare;
  const key = wordKey(noun);
  return sameNoun.get(key) ?? key;
}
