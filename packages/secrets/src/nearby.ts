import { endsClause } from './accepts.ts';
import { isChosen, signOfChoice } from './chosen.ts';
import type { Place } from './finding.ts';
import type { SecretLabel } from './labels.ts';
import { isSurelyRandom } from './strength.ts';

/** Characters on each side of a label in which its secret is searched, within its sentence. */
const reach = 100;
const word = /[!-~\u00c0-\u024f]+/g;
/** The word before tells what the next one is: a name, a number of something else. */
const announcesOther =
  /(?:^|[^A-Za-z])(?:user(?:name)?|login|account|e?mail|id|usuario|usuário|benutzer(?:name)?|nutzer|utilisateur|compte|konto|conta|cuenta|ticket|issue|order|version|room|flight|ssid|network|netz|named|called|server|host|by|from|at|on|model|commit|build|release|ref|using|via|log-?in as|with|mit|con|avec|com)["':,]?\s*$|(?:账号|用户名?|ID|ユーザー名?|아이디)[^!-~]{0,3}$/i;
const refused =
  /(?:^|[^A-Za-z])(?:not|never|n't|avoid|instead of|than|like|e\.g\.|such as|nicht|nie|niemals|nunca|jamás|jamais|pas|não|no|como|wie)\s*$|(?:不要|别|不是|比如|例如|[^一]例)[^!-~]{0,4}$/i;
const sentenceEnd = /[.!?](?=\s|$)/;

/** `root@host1`: a login name. */
const isAddress = /^[a-z][\w.-]*@[a-z][\w.-]*$/;

/** A made-up word in the same sentence after a label: `my password ended up as tulip77`. */
export function findAfter(text: string, end: number, label: SecretLabel): Place | undefined {
  return /^[\s,;\u0370-\uffff'-]/.test(text.charAt(end)) ? findChosen(text, end, label) : undefined;
}

/** The first made-up word of the sentence from there on. */
export function findChosen(text: string, end: number, { value }: SecretLabel): Place | undefined {
  const window = text.slice(end, end + reach).split(/[。\n…]/, 1)[0] ?? '';
  if (!signOfChoice.test(window)) return undefined;
  const stop = /[?](?=\s|$)|[か吗么呢까]\s*$/.test(window) ? 0 : window.length;
  for (const { 0: raw, index } of window.slice(0, stop).matchAll(word)) {
    const lead =
      (/\S/.test(window.charAt(index - 1)) ? /^["'`(*-]*/ : /^["'`(*]*/).exec(raw)?.[0].length ?? 0;
    const bare = raw.slice(lead).replace(/[.,;:?)"'`*]+$/, '');
    const before = window.slice(0, index);
    const from = end + index + lead;
    if (value === 'login' && isAddress.test(bare)) continue;
    if (isChosen(bare) && !announcesOther.test(before) && !refused.test(before))
      return { start: from, end: from + bare.length };
    if (sentenceEnd.test(raw) || (index > 0 && /[(){}=;]/.test(raw))) return undefined;
  }
  return undefined;
}

const article =
  '(?:the|my|our|your|a|an|his|her|their|das|dem|mein|unser|ein|la|mi|nuestra|una|su|le|mon|notre|un|a|o|minha|nova?|nueva|new|old|root|admin|master|wifi|wi-fi|current|shared|main|mein neues|neues|nouveau)';
/** The text between a value and a following label, read backwards from the label. */
const link = new RegExp(
  `(?<=(?:^|[\\s"'\`:,(*|]|[\\u3000-\\ud7ff\\uff00-\\uffff])["'\`*(|]{0,3}((?!["'\`*(|])[!-~\\u00c0-\\u024f]{4,64}?)["'\`*|]{0,3},?(?:(?: [-(]?|,)? ?(?:is|was|are|that's|it's|as|for|ist|war|es|era|est|c'est|é|als|como|comme|de|para la|pour le)(?: ${article}){0,3}(?: [a-z-]{2,12})? | [(\\[]|[ ]?(?:이?가|을|를|은|는|으로)[ 가-힣]{0,8}|[ ]?(?:是|就是|が|は|を|当|作为|做|当作|用作|设为)[\\u3040-\\u30ff\\u4e00-\\u9fff ]{0,8}))`,
  'diuy',
);

/** A secret before its label: `tulip77 is my password`, `4821 as the PIN`. */
export function findBefore(
  text: string,
  { start, label }: { start: number; label: SecretLabel },
): Place | undefined {
  link.lastIndex = start;
  const [first, last] = link.exec(text)?.indices?.[1] ?? [0, 0];
  if (first === last) return undefined;
  const value = text.slice(first, last);
  const before = (
    /[^\n。]*$/.exec(text.slice(Math.max(0, start - reach), first))?.[0] ?? ''
  ).replace(/["'`*(|]+$/, '');
  if (
    refused.test(before) ||
    announcesOther.test(before.replace(/\b(?:with|mit|con|avec|com|using)\s*$/i, ''))
  )
    return undefined;
  const isCode = /^\d{4,10}$/.test(value) && label.value !== 'key';
  if (!isCode && !isChosen(value)) return undefined;
  if (isCode && /(?:in|since|year|seit|en|im|em|desde|depuis|年)\s*$/i.test(before))
    return undefined;
  return { start: first, end: last };
}

/** A key right before its label, or tied to it: `… API token`, `… (api key)`, `… is my secret key`. */
const keyLink =
  /(?<=(?<![!-~])["'`(*]{0,2}([\w+/=.~|-]{20,200})["'`*]{0,2},? (?:(?:is|was|as|for|ist|es|est|é)(?: (?:the|my|our|an?|your|mein|la|mi|le|mon|meu|minha))?(?: [\w-]{2,15})? |[([]?(?:(?:the|my) )?))/diuy;
const ofHashes =
  /(?:commit|sha-?\d*|md5|hash|digest|checksum|id|etag|tx|trace|request|address)[\s:="'`]*$/i;
const keyForm = /^(?=.*\d)(?:[\da-f]{32,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

export function findKeyBefore(
  text: string,
  start: number,
  { value }: SecretLabel,
  end: number,
): Place | undefined {
  if (value !== 'key' || !endsClause(text.slice(end, end + 40))) return undefined;
  keyLink.lastIndex = start;
  const [first, last] = keyLink.exec(text)?.indices?.[1] ?? [0, 0];
  const key = text.slice(first, last);
  if (first === last || ofHashes.test(text.slice(Math.max(0, first - 24), first))) return undefined;
  return keyForm.test(key) || isSurelyRandom(key) ? { start: first, end: last } : undefined;
}
