import { cachedByText, foldText, isAssistant, isUser, lowerCase } from '../text/index.ts';
import { dot, sumOfWords } from './compare-words.ts';
import { cities, type Frame, frames, noLonger, saysNoLonger } from './frames.ts';
import { readWords } from './words.ts';

/** The claim of a statement that makes only one. */
export interface Claim {
  subject: string;
  frame: Frame;
  value: string;
  /** Two values of one kind exclude each other. */
  kind: string;
  /** The former value, if the statement names it. */
  from?: string;
}

/** The subject is the user, whoever writes it. */
const user = /^(?:the user|user|i|me|my|用[户戶]|我)$/i;
const ofUser = /^(?:my|(?:the )?user['’]s) |^(?:我|用[户戶])的?/i;
/** `the deadline` may be of anything; with two words it is of one thing. */
const specific = /[ .]|默认|的|最喜欢/u;
const numberWithUnit = /^(\D{0,2}?)(\d[\d.,]*) ?([^\d\s].*)?$/u;
const date = /\d{4}-\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d+月|day\b|周|星期/iu;
const quarter = /^市?(?:\p{Script=Han}{1,4}[区區县縣])?$/u;
/** More than a value: a condition, another person, an exception. */
const more =
  /\b(?:and|or|but|if|when|until|except|only|for|with|because|while|not|than)\b|[和或但]|如果|除/iu;
const bareVerb =
  /^(?:Lives?|Resides?|Works?|Moved|Relocated|Weighs?|Now (?:lives?|works?)|Is based in) /;
const mostWords = 4;
/** From this cosine on two words are values of one kind. */
const alike = 0.2;

/** The first frame that reads the whole statement. */
const readClaim = cachedByText((text: string): Claim | undefined => {
  const whole = withSubject(text.trim());
  for (const frame of frames) {
    const found = frame.pattern.exec(whole)?.groups;
    if (found === undefined) continue;
    // A frame that names no subject is about the user.
    const { subject = 'user', value = '', from, of } = found;
    if (value === '' || more.test(value) || value.split(/\s+/).length > mostWords) continue;
    const kind = kindOf(value, frame);
    const about = of === undefined ? subjectOf(subject) : `${subjectOf(subject)} ${of}`;
    if (kind === undefined || (frame.attribute === 'setting' && !specific.test(about))) continue;
    const claim = { subject: about, frame, value: cityOf(value) ?? plain(value), kind };
    return from === undefined ? claim : { ...claim, from: plain(from) };
  }
  return undefined;
}, 1000);

/** `Lives in Porto` is about the user, because notes about one person leave the subject out. */
function withSubject(text: string): string {
  return bareVerb.test(text) ? `User ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

/** Why the newer statement replaces the older one; undefined if that is not sure. */
export function findSureUpdate(older: string, newer: string): string | undefined {
  if (saysNoLonger.test(newer) && !saysNoLonger.test(older)) {
    const rest = bare(newer.replace(noLonger, ' '));
    return rest !== '' && rest === bare(older) ? 'says that it is no longer true' : undefined;
  }
  const [a, b] = [readClaim(older), readClaim(newer)];
  if (a === undefined || b === undefined || a.frame.attribute !== b.frame.attribute)
    return undefined;
  if (a.subject !== b.subject || a.value === b.value) return undefined;
  if (b.from !== undefined && b.from !== a.value) return undefined;
  if (a.frame.several && !b.frame.changed) return undefined;
  if (a.kind !== b.kind || (a.kind === 'word' && !areAlike(a, b))) return undefined;
  return `another ${b.frame.attribute}`;
}

/** `blue` and `green` are of one kind; `main` and `broken` are not, unless the newer statement is an assignment. */
function areAlike(older: Claim, newer: Claim): boolean {
  if (newer.frame.changed) return true;
  const [a, b] = [older, newer].map(({ value }) => sumOfWords(readWords(value, mostWords)));
  return dot(a as Float32Array, b as Float32Array) >= alike;
}

/** The key for looking up records about the same attribute of the same subject. */
export function matterOf({
  content,
  speaker,
}: {
  content: string;
  speaker?: string;
}): string | undefined {
  if (isAssistant(speaker)) return undefined;
  const claim = readClaim(content);
  return claim && matterOfClaim(claim, speaker);
}

/** The claim as one text, equal for `lives in Oslo` and `moved to Oslo`, and whether it says that it is a change. */
export function claimOf({
  content,
  speaker,
}: {
  content: string;
  speaker?: string;
}): { form: string; changed: boolean } | undefined {
  const claim = readClaim(content);
  return (
    claim && {
      form: `${matterOfClaim(claim, speaker)} = ${claim.value}`,
      changed: claim.frame.changed,
    }
  );
}

function matterOfClaim({ subject, frame }: Claim, speaker: string | undefined): string {
  const self = speaker === undefined || isUser(speaker) ? 'user' : plain(speaker);
  return `${subject.replace(/^user(?= |$)/, self)} @${frame.attribute}`;
}

/** Undefined: the frame does not accept the value. */
function kindOf(value: string, { kind }: Frame): string | undefined {
  if (kind === 'city') return cityOf(value) === undefined ? undefined : 'city';
  if (kind === 'name')
    return value.split(/\s+/).every((word) => /^\p{Lu}/u.test(word)) ? 'name' : undefined;
  const number = numberWithUnit.exec(value);
  if (number !== null && !date.test(value)) return `number ${number[1]} ${plain(number[3] ?? '')}`;
  if (kind === 'number') return undefined;
  return date.test(value) ? 'date' : 'word';
}

/** Also a quarter named with its city: 上海徐汇区. */
function cityOf(value: string): string | undefined {
  const text = plain(value);
  if (cities.has(text)) return text;
  return [text.slice(0, 2), text.slice(0, 3)].find(
    (city) => cities.has(city) && quarter.test(text.slice(city.length)),
  );
}

function subjectOf(text: string): string {
  const trimmed = text.trim();
  if (user.test(trimmed)) return 'user';
  return plain(trimmed.replace(ofUser, 'user ').replace(/^(?:the|our) /i, ''));
}

function plain(text: string): string {
  return lowerCase(foldText(text)).replace(/\s+/g, ' ').trim();
}

/** Words without articles and third-person endings, with one form for the user. */
function bare(text: string): string {
  return plain(text)
    .replace(/[.,!。！]/g, ' ')
    .replace(/\s*(\p{Script=Han})\s*/gu, '$1')
    .split(/\s+/)
    .filter((word) => word !== '' && !/^(?:the|a|an)$/.test(word))
    .map((word) => (user.test(word) ? 'user' : word.replace(/(?<=\p{L}{2})(?:es|s)$/u, '')))
    .join(' ');
}
