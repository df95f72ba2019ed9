import { denseScript, sentencesIn } from '../text/index.ts';
import { findPhrase } from './find-phrases.ts';

/** Words before a request: `ok so, please remember …`. */
const opening =
  /^(?:(?:hey|hi|hello|ok|okay|so|and|also|oh|btw|right|well|now|one (?:more )?thing|por favor|bitte|und|et|y|e|а|и|那|对了|好|嗯)[\s,.!:，。]+)*/iu;
/** Asked politely, a request has a question mark; the statement in it has none. */
const politeEnd =
  /[\s,，]*(?:(?:,? ?(?:please|pls|ok|okay|thanks|bitte|stp|svp|por favor|per favore|пожалуйста)|好吗|好嗎|可以吗|行吗|吗)?[?？]|,? ?(?:please|ok)[.!]?)\s*$/iu;
const question =
  /[吗嗎呢么麼][?？。]?$|^(?:what|when|how|where|who|why|which|whether|if|was|wie|wann|wo|ob|cosa|qué|quand|comment|где|как|когда|什么|怎么|哪)(?![\p{L}])/iu;
const letters = /[\p{L}\p{N}]/gu;
/** A request with less behind it is about the next sentences. */
const leastLetters = { spaced: 8, unspaced: 3 };

/** What a speaker asks to remember, without the words of asking; and the rest of the text. */
export function askedToRemember(text: string): { asked: string[]; rest: string } {
  const asked: string[] = [];
  const rest: string[] = [];
  let isAboutNext = false;
  for (const sentence of sentencesIn(text)) {
    const said = sentence.trim();
    const { length } = opening.exec(said)?.[0] ?? '';
    // `Please remember this.` is about what follows, like `Please remember this:`.
    const request = findPhrase('remember', said.slice(length).replace(/[.!…]+$/u, ':'), 'start');
    const statement =
      request &&
      said
        .slice(length + request.end)
        .replace(/^[\s,，:：、—–-]+/u, '')
        .replace(politeEnd, '');
    if (statement === undefined || question.test(statement)) {
      if (isAboutNext && said !== '' && !/[?？]$/u.test(said)) asked.push(said);
      else rest.push(said);
    } else if (isEnough(statement)) asked.push(statement);
    else isAboutNext = true;
  }
  return asked.length === 0 && !isAboutNext
    ? { asked, rest: text }
    : { asked, rest: rest.join(' ') };
}

function isEnough(text: string): boolean {
  const isUnspaced = denseScript.test(text);
  return (text.match(letters)?.length ?? 0) >= leastLetters[isUnspaced ? 'unspaced' : 'spaced'];
}
