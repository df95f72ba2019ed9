import { isStopWord } from '../text/index.ts';
import {
  assignment,
  changedTo,
  cjk,
  contracted,
  english,
  european,
  europeanChange,
  type Firmness,
  lineBelow,
  maybeSpace,
  ofWhat,
  space,
} from './connectors.ts';
import type { SecretFinding } from './finding.ts';
import { type SecretLabel, secretLabels } from './labels.ts';
import { isCommonWord, isTechnicalName } from './not-secret-words.ts';
import { isPlaceholder } from './placeholders.ts';
import { barrier } from './plain-view.ts';
import { entropy, hasDigit, hasLetter } from './strength.ts';

interface Value {
  text: string;
  start: number;
  end: number;
  quoted: boolean;
  /** Whether a CJK character stands directly before it, so that no space can separate it. */
  afterCjk: boolean;
  /** The text behind the value, up to 40 characters. */
  after: string;
}

/** A word of Chinese, where a password can be one: `口令：芝麻开门`. */
const spokenWord =
  /(?![请請无無没沒忘不见見问問同未需必已待空暂暫如稍联聯保重是为為要由用])[\u3400-\u9fff]{2,12}(?=\s|$|[,.;!。，；！、])/y;

const opening = /\\{0,3}["'`]/y;
/** Letters with accents too. */
const bareValue = /[!-~\u00c0-\u024f]{1,256}/y;
const closers = /[.,;:?)\]}'"`]+$/;
const unit =
  /^(?:\s?[-~]\s?\d+)?\s{0,2}(?:characters?|chars?|digits?|letters?|symbols?|words?|days?|weeks?|months?|years?|hours?|minutes?|times?|bits?|bytes?|percent|%|people|位|个|個|字|天|年|月|日|号|次|岁|歲|块|元|分|小时|种|文字|桁|자리|글자)/i;
const clauseEnd =
  /^\s{0,2}(?:$|[\n.,;:!?)\]}"。，；！？、）」]|[-(]\s|(?:and|but|or|so|please|thanks|if|when|with|user|username|login|for)(?![A-Za-z]))/i;

const endsLine = /^[ \t]*(?:$|\r?\n)/;

/** Secrets that a label announces: `password: x`, `my API key is x`, `密码是x`. */
export function findLabelledSecrets(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  for (const label of secretLabels) {
    for (const match of text.matchAll(label.pattern)) {
      const finding = findBehind(text, match.index + match[0].length, label);
      if (finding) findings.push(finding);
    }
  }
  return findings;
}

function findBehind(text: string, end: number, label: SecretLabel): SecretFinding | undefined {
  const isCjk = text.charCodeAt(end - 1) > 0x2fff;
  for (const [connector, firmness] of connectors(label, isCjk)) {
    const from = matchEnd(connector, text, end);
    if (from === undefined) continue;
    const { kind } = label;
    for (const value of readings(text, from, label)) {
      if (accepts(label, value, firmness)) return { kind, start: value.start, end: value.end };
    }
    if (firmness === 'assigned' && text.startsWith('口令', end - 2)) {
      const spoken = matchEnd(spokenWord, text, from);
      if (spoken !== undefined) return { kind, start: from, end: spoken };
    }
  }
  return undefined;
}

function connectors(label: SecretLabel, isCjk: boolean): (readonly [RegExp, Firmness])[] {
  const all: (readonly [RegExp, Firmness])[] = [
    [assignment, 'assigned'],
    [lineBelow, 'line'],
    isCjk ? [cjk, 'said'] : [english, 'said'],
    isCjk ? [english, 'said'] : [cjk, 'said'],
    [contracted, 'said'],
    [european, 'said'],
    [ofWhat, 'said'],
  ];
  if (label.value !== 'password') return all;
  const near = label.european ? europeanChange : changedTo;
  return [...all, [near, 'adjacent'], [isCjk ? maybeSpace : space, 'adjacent']];
}

function matchEnd(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** What may be meant by the text at that place, the likelier first. */
function readings(text: string, from: number, { value }: SecretLabel): Value[] {
  const single = value === 'phrase' ? undefined : readValue(text, from);
  const phrase = value === 'phrase' || value === 'password' ? readPhrase(text, from) : undefined;
  if (value === 'password' && !phrase?.text.includes(' ')) return single ? [single] : [];
  return [single, phrase].filter((reading) => reading !== undefined);
}

function readValue(text: string, from: number): Value | undefined {
  const start = matchEnd(opening, text, from) ?? from;
  if (start > from) {
    const inside = text.slice(start, start + 130);
    const length = inside.indexOf(text.charAt(start - 1));
    // In escaped JSON the closing quotation mark has its backslash too.
    const value = inside.slice(0, Math.max(0, length)).replace(/\\{1,3}$/, '');
    if (value !== '' && !value.includes('\n'))
      return valueAt(text, start, { end: start + value.length, quoted: true });
  }
  const end = matchEnd(bareValue, text, start);
  if (end === undefined) return undefined;
  // A comma, a quotation mark or an ampersand inside ends the value of a list, a string, a query.
  const raw =
    text.slice(start, end).split(/["`<>&]|[,;](?=$|["']|[A-Za-z]\w*=)|'(?=s?$)|\\[nr]/, 1)[0] ?? '';
  const trimmed = raw.replace(closers, '');
  return trimmed === ''
    ? undefined
    : valueAt(text, start, { end: start + trimmed.length, quoted: false });
}

/** A phrase of several words goes to the end of its line or sentence. */
function readPhrase(text: string, from: number): Value | undefined {
  const line = /^["'`]?([^\n.,;"。，；\ufffc]{3,300})/.exec(text.slice(from, from + 301));
  if (!line?.[1]) return undefined;
  const start = from + line[0].length - line[1].length;
  return valueAt(text, start, {
    end: start + line[1].trimEnd().length,
    quoted: line[0] !== line[1],
  });
}

function valueAt(
  text: string,
  start: number,
  { end, quoted }: { end: number; quoted: boolean },
): Value {
  const afterCjk = text.charCodeAt(start - 1) > 0x2fff;
  const after = text.slice(end, end + 40);
  return { text: text.slice(start, end), start, end, quoted, afterCjk, after };
}

function accepts(label: SecretLabel, value: Value, firmness: Firmness): boolean {
  if (isPlaceholder(value.text) || value.text.includes(barrier)) return false;
  switch (label.value) {
    case 'password':
      return value.text.includes(' ') && !value.quoted
        ? firmness === 'assigned' && label.european === undefined && isWordList(value.text)
        : isPassword(value, { firmness, label });
    case 'phrase':
      return isPhrase(value);
    case 'pin':
      return /^\d{3,8}$/.test(value.text) && !unit.test(value.after) && firmness !== 'adjacent';
    case 'key':
      return isKey(value, firmness);
  }
}

function isPassword(
  value: Value,
  { firmness, label }: { firmness: Firmness; label: SecretLabel },
): boolean {
  const { text, after, quoted, afterCjk } = value;
  if (/^https?:/i.test(text) || isTechnicalName(text)) return false;
  if (isAmount(value)) return false;
  const minimum = { assigned: 3, said: 4, line: 5, adjacent: 6 }[firmness];
  if (text.length < minimum) return false;
  if (firmness === 'adjacent') return hasDigit(text) && (hasLetter(text) || afterCjk);
  if (firmness === 'line') return endsLine.test(after) && isMadeUp(text) && hasLetter(text);
  if (quoted) return !isCommonWord(text) && !/\s.*\s.*\s/.test(text);
  if (isMadeUp(text)) return true;
  // Of these languages there is no list of words here, so a word alone may be one.
  if (label.european && firmness === 'said')
    return /[a-z\u00df-\u00ff][A-Z\u00c0-\u00de]/.test(text);
  if (!/^[A-Za-z\u00c0-\u024f]+$/.test(text))
    return (text.match(/-/g)?.length ?? 0) !== 1 && !/['/]/.test(text);
  if (isWordOfProse(text)) return false;
  if (firmness === 'said' && /(?:ed|ing|ly|able|ible)$/i.test(text)) return false;
  return clauseEnd.test(after);
}

/** Digits with a unit behind them, or too few to be a password: `8 characters`, `8-16位`. */
function isAmount({ text, after }: Value): boolean {
  if (!/^[\d.,~+-]+$/.test(text))
    return /^\d+-?(?:characters?|chars?|digits?|days?|bits?|letters?)/i.test(text);
  return text.length < 4 || unit.test(after);
}

/** Letters mixed with digits or signs, or capitals inside. */
function isMadeUp(text: string): boolean {
  if (/^\d{4,}$/.test(text)) return true;
  if (/\d/.test(text) && /[^\d.,:/-]/.test(text)) return true;
  return /[!@#$%^*+=?~|\\]/.test(text.slice(0, -1)) && hasLetter(text);
}

function isWordOfProse(text: string): boolean {
  return isCommonWord(text) || isStopWord(text.toLowerCase());
}

/** `correct horse battery staple`: words, of which hardly one is needed to say something about passwords. */
function isWordList(text: string): boolean {
  const words = text.split(/\s+/);
  if (words.length < 3 || !words.every((word) => /^[A-Za-z]{3,12}$/.test(word))) return false;
  const stopWords = words.filter((word) => isStopWord(word.toLowerCase())).length;
  // The 2,048 words of wallet phrases have some stop words among them; sentences have more.
  if (words.length >= 12) return stopWords * 4 < words.length;
  return stopWords === 0 && words.filter(isCommonWord).length <= (words.length > 3 ? 1 : 0);
}

function isPhrase({ text, quoted }: Value): boolean {
  const isHan = /^[\u3400-\u9fff\s]{6,}$/.test(text);
  return quoted || isHan || isWordList(text) || (!/\s/.test(text) && isMadeUp(text));
}

function isKey({ text, after, quoted }: Value, firmness: Firmness): boolean {
  if (!/^[\w\-+/=.~:!@#$%^*]+$/.test(text) || /^https?:/i.test(text)) return false;
  if (!hasDigit(text) || !hasLetter(text) || unit.test(after)) return false;
  const minimum = firmness === 'assigned' ? (quoted ? 8 : 10) : 12;
  if (firmness === 'line' && !endsLine.test(after)) return false;
  return text.length >= minimum && entropy(text) >= Math.min(3, Math.log2(text.length) * 0.7);
}
