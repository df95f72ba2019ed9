import { accepts } from './accepts.ts';
import { mayBeChosen } from './chosen.ts';
import type { SecretFinding } from './finding.ts';
import { labels, readings } from './labelled.ts';
import type { SecretLabel } from './labels.ts';
import { findChosen } from './nearby.ts';
import { isCommonInEurope, isCommonWord, isSaidOfPasswords } from './not-secret-words.ts';
import { readSpelled } from './spelled.ts';
import { matchEnd, readCodes, type Value } from './values.ts';

/** Only asked for: alone they announce too little. */
const askedOnly: readonly SecretLabel[] = [
  {
    kind: 'password',
    value: 'pin',
    pattern:
      /(?<![A-Za-z])(?:(?:code|number)s? (?:(?:that |which )?(?:they|we|i|you|was|were|has|he|she)(?: just| has| have| been){0,2} (?:text|sen|g[eo]t|receiv|gave)|opens|unlocks|disarms)|combination|combo|kombination|combinación|combinaison|combinação|combinazione)/gi,
  },
];
const asked = [...labels.filter(({ value }) => value !== 'spelled'), ...askedOnly];

/** Words of a request: with spaces between words, and without. */
const requests =
  'please|send|share|give|tell|paste|enter|type|need|provide|bitte|gib|schick|nenn|brauche|dime|dame|envía|pásame|necesito|donne|donnez|envoie|envoyez|indique|besoin|diga|manda|envia|preciso|dimmi|mandami|serve|скажи|скажите|пришли|пришлите|напиши|нужен|söyle|yaz|gönder|skriv|berätta|tolong|kirim';
const requestsInCjk = '请|告诉|发给|提供|教えて|送って|入力して|알려|보내|입력';
const questionEnd = '[?？؟:：;]["\')\\s]*$|[か吗呢][。.]?\\s*$';
const asks = new RegExp(
  `${questionEnd}|(?<![\\p{L}])(?:${requests})(?![\\p{L}])|${requestsInCjk}`,
  'iu',
);
/** The same without a look at what is around it, which is faster: most turns ask for nothing. */
const mayAsk = new RegExp(`[?？؟:：;か吗呢]|${requests}|${requestsInCjk}`, 'i');
/** Questions about a secret, not for it. */
const asksAbout =
  /^(?:(?:and|but|so|ok|und|aber|y|et|e)[, ]+)?(?:how|when|who|whose|why|where|wie (?:lang|viele|oft|kann|soll)|wann|wer|warum|wo|cuándo|cuántos|quién|por qué|dónde|quand|combien|qui|pourquoi|où|quando|quantos|quem|onde|perché|dove|chi|когда|кто|почему|где|сколько)(?![\p{L}])|什么时候|为什么|谁|哪里|多长|几位|いつ|なぜ|誰|どこ|何文字|何桁|언제|누가|왜|어디|몇 ?(?:자|글자)/iu;
const pronoun =
  /(?<![\p{L}])(?:it|that|this|one|es|das|lo|la|le|ça|isso|esso)(?![\p{L}])|[那它]|それ|그거/iu;
const sentences = /(?<=[.!?。！？؟])\s+|\n+/u;

/** What the end of a turn asks for. `earlier` says what `it` is. */
function askedFor(turn: string, earlier = ''): SecretLabel | undefined {
  const end = turn.slice(-400);
  if (!mayAsk.test(end)) return undefined;
  const last = end
    .split(sentences)
    .filter((one) => /\p{L}/u.test(one))
    .slice(-2);
  for (const sentence of last.reverse()) {
    if (!asks.test(sentence) || asksAbout.test(sentence.trim())) continue;
    const label = labelIn(sentence);
    if (label !== undefined) return label;
    if (pronoun.test(sentence)) return labelIn(earlier.slice(-400));
  }
  return undefined;
}

const labelIn = (text: string) => asked.find(({ pattern }) => text.search(pattern) >= 0);

/** Words before the secret in an answer. */
const leadIn =
  /(?:[\s"'`*,.:!¡>-]{1,4}|(?:sure|ok(?:ay)?|yes|yeah|of course|certainly|here(?: you (?:go|are)| it is|'s (?:it|mine))?|it(?:'s| is)|that(?:'s| is)|(?:the|my)(?: [a-z-]{1,12}){0,2} is|i (?:chose|picked|set|use|used|think|guess)(?: it(?:'s| is))?|try|use|natürlich|klar|gerne?|ja|das ist|es ist|hier|sí|claro|es|oui|bien sûr|c'est|voici|sim|é|ecco|certo|è|да|конечно|вот|это)(?![\p{L}'])|はい|是|好的|네){1,6}/iuy;
/** What may follow a plain word that is the answer. */
const rest =
  /^[\s.!,;)"'`*]{0,4}(?:i (?:think|guess|believe)|now|please|thanks|thank you|creo|glaube ich|je crois|acho|credo|です|だよ|입니다|이에요|예요|吧)?[\s.!。]{0,3}$/iu;
/** Plain words of an answer that tells nothing. */
const evasive =
  /^(?:idk|dunno|skip|pass|sorry|unsure|nvm|sure|okay|thanks|thx|cool|great|wait|hello|maybe|later|moment|keine|nada|nichts|rien|niente|nulla|olvidé|oublié|esqueci|dimenticato|why|what|which|who|where|when|how)$/i;

const nameOfFile = /\.[a-z]{2,4}\d?$/i;

/** Longer answers tell something else; without a made-up word or a digit they are shorter still. */
const longest = 300;
const longestWithoutMadeUp = 80;
const isShort = (text: string) =>
  text.length <= longestWithoutMadeUp ||
  (text.length <= longest && (/\d/.test(text) || mayBeChosen.test(text)));

/** A secret in a turn that answers the turns before it: `What's your wifi password?` `hunter2-blue`. */
export function findAnswer(text: string, before: readonly string[]): SecretFinding[] {
  if (!isShort(text)) return [];
  const [earlier = '', last = ''] = ['', ...before].slice(-2);
  const label = askedFor(last, earlier);
  if (label !== undefined) return answerTo(label, text);
  const unanswered = last.length > longestWithoutMadeUp ? undefined : askedFor(earlier);
  return unanswered === undefined ? [] : madeUp(unanswered, text);
}

function answerTo(label: SecretLabel, text: string): SecretFinding[] {
  const from = matchEnd(leadIn, text, 0) ?? 0;
  const codes = label.value === 'codes' ? readCodes(text, from) : undefined;
  const place =
    codes ??
    readSpelled(text, from) ??
    readings(text, from, label).find((value) => isAnswer(label, value));
  return place === undefined
    ? madeUp(label, text)
    : [{ kind: label.kind, start: place.start, end: place.end }];
}

function isAnswer(label: SecretLabel, value: Value): boolean {
  const isAlone = rest.test(value.after);
  if (label.value === 'phrase' && isAlone && /^\p{Lu}\p{Ll}{3,14}$/u.test(value.text))
    return !isPlain(value.text);
  if (!accepts(label, value, 'assigned') || nameOfFile.test(value.text)) return false;
  return !/^\p{L}+$/u.test(value.text) || (isAlone && !isPlain(value.text));
}

function isPlain(word: string): boolean {
  return (
    evasive.test(word) ||
    isCommonWord(word) ||
    isCommonInEurope(word) ||
    isSaidOfPasswords(word, false) ||
    isSaidOfPasswords(word, true)
  );
}

/** A made-up word anywhere in the answer. */
function madeUp(label: SecretLabel, text: string): SecretFinding[] {
  const place = findChosen(text, 0, label);
  return place === undefined ? [] : [{ kind: label.kind, ...place }];
}
