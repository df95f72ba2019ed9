import { isStopWord } from '@mneme/language/text';
import { isChosen } from './chosen.ts';
import type { Firmness } from './connectors.ts';
import type { SecretLabel } from './labels.ts';
import {
  isCommonInEurope,
  isCommonWord,
  isSaidOfPasswords,
  isTechnicalName,
} from './not-secret-words.ts';
import { isCodeName, isPlaceholder } from './placeholders.ts';
import { barrier } from './plain-view.ts';
import { entropy, hasDigit, hasLetter, isRandom } from './strength.ts';
import type { Value } from './values.ts';

const unit =
  /^(?:\s?[-~]\s?\d+)?\s{0,2}(?:characters?|chars?|digits?|letters?|symbols?|words?|days?|weeks?|months?|years?|hours?|minutes?|times?|bits?|bytes?|percent|per|%|people|tokens?|(?:zeichen|stellen|ziffern|tage|minuten|caracteres|dígitos|letras|días|dias|minutos|vezes|veces|caractères|chiffres|lettres|jours|fois)(?![a-z])|[到至]\s?\d|位|个|個|字|天|年|月|日|号|次|岁|歲|块|元|分|小时|种|文字|桁|回|자|년|월|일|번|개|회|분|글자)/i;
const clauseEnd =
  /^\s{0,2}(?:$|'(?=[,;)\]}]|\s*$)|[\n.,;:!?)\]}"。，；！？、）」]|[-(/]\s|(?:and|but|or|so|please|thanks|if|when|with|user|username|login|for|in case|i (?:think|believe|guess)|now|btw|by the way|don't|do not|you can|because|since|until|right|today|too|as well|instead|though|everywhere|just|und|aber|bitte|danke|falls|für|y|pero|por favor|gracias|para|si|et|mais|merci|pour|s'il|e|mas|obrigad[oa]|se)(?![A-Za-z])|[\u3000-\uffff])/i;
const endsLine = /^[`*_"']{0,3}[ \t]*(?:$|\r?\n)/;
/** `created_at_2`, `local.theme.v2`: words, with at most a number after them. */
const isName = /^[a-z]+(?:[_.-][a-z]+)*[_.-]?v?\d{0,2}$/i;
const isFilePath = /^(?:~|\.{0,2})\/[\w.-]+\/|^[A-Za-z]:\\/;
/** Digits, `12-34-8`, `45A89`, `2468#`, `G-482913`. */
const shortCode =
  /^(?:\d{3,10}|(?=[A-Za-z\u0400-\u04ff]*\d[A-Za-z\u0400-\u04ff]*\d)[A-Z\u0410-\u042f\d]{4,8}|\d{1,3}(?:[-. ]\d{1,3}){2,4}|\d{3,4}(?:[ -]\d{3,4}){1,2}|[A-Z]-\d{4,8})[#*]{0,2}$/;

/** Whether a value is a secret of the kind that its label announces. */
export function accepts(label: SecretLabel, value: Value, firmness: Firmness): boolean {
  const { text, after } = value;
  if (isPlaceholder(text) || text.includes(barrier) || /^ ?\}\}/.test(after)) return false;
  if (firmness !== 'said' && isCodeName(text)) return false;
  if (label.ambiguous && firmness === 'adjacent' && !hasDigit(text)) return false;
  switch (label.value) {
    case 'password':
      return text.includes(' ') && !value.quoted
        ? !label.ambiguous &&
            /^(?:assigned|said|dashed)$/.test(firmness) &&
            isWordList(text, firmness)
        : isPassword(value, { firmness, label });
    case 'phrase':
      return firmness === 'dashed'
        ? isWordList(text, 'phrase')
        : firmness !== 'adjacent' && firmness !== 'asked' && isPhrase(value);
    case 'pin':
      return shortCode.test(text) && !unit.test(after) && (firmness !== 'adjacent' || isPin(value));
    case 'login':
      return isChosen(text);
    case 'codes':
    case 'spelled':
      return false;
    case 'key':
      return isKey(value, firmness);
  }
}

/** Whether a sentence or a part of one may end there. */
export function endsClause(after: string): boolean {
  return clauseEnd.test(after);
}

/** Directly after its label a code of at least four digits: `PIN code 2291`, but not `pin 13`, `PIN 0000 is usual`. */
function isPin({ text, after }: Value): boolean {
  return (
    /^(?:\d{4,8}[#*]?|\d{1,2}(?:-\d{1,2}){2,4})$/.test(text) &&
    !/^ (?:is|was|are|means|ist|es|est|é) /.test(after)
  );
}

function isPassword(
  value: Value,
  { firmness, label }: { firmness: Firmness; label: SecretLabel },
): boolean {
  const { text, after, quoted, afterCjk } = value;
  if (/^(?:https?:|::?[a-z]+$|--?[A-Za-z]+[-=]|-[a-z]+\}?$)/i.test(text)) return false;
  if (isFilePath.test(text) || isTechnicalName(text)) return false;
  if (isAmount(value) || (firmness === 'said' && /^[A-Z]{1,2}\d{2,4}$/.test(text))) return false;
  const minimum = { assigned: 3, said: 4, asked: 4, line: 5, announced: 5, dashed: 5, adjacent: 4 }[
    firmness
  ];
  if (text.length < minimum) return false;
  if (firmness === 'adjacent') return isBeside(value);
  if (firmness === 'dashed' && /^[a-z]+$/.test(text) && endsLine.test(after))
    return (
      !isWordOfProse(text) && !isSaidOfPasswords(text, true) && !isSaidOfPasswords(text, false)
    );
  if (firmness === 'asked' || firmness === 'dashed')
    return isChosen(text) || /^\d{4,8}$/.test(text);
  if (firmness === 'line')
    return endsLine.test(after) && isMadeUp(text) && hasLetter(text) && !/['"|]/.test(text);
  if (quoted) return !text.split(' ').every(isWordOfProse) && !/\s.*\s.*\s.*\s.*\s/.test(text);
  if (isMadeUp(text) || /^\d{1,3}(?:-\d{1,3}){2,4}$/.test(text)) return true;
  if (isWordOfProse(text)) return false;
  if (label.ambiguous && !(firmness === 'assigned' && endsLine.test(after))) return false;
  const isWord = /^[A-Za-z\u00c0-\u024f]+$/.test(text);
  if (!isWord) {
    if (afterCjk && /^[\d-]{6,}$/.test(text)) return true;
    return !isCompound(text) && !/['/]/.test(text) && hasLetter(text);
  }
  if (firmness === 'said' && isSaidOfPasswords(text, label.european === true)) return false;
  if (firmness === 'announced') return endsLine.test(after) && !isSaidOfPasswords(text, true);
  return clauseEnd.test(after);
}

/** Two words that describe something: `case-sensitive`, `user-defined`. */
function isCompound(text: string): boolean {
  return (
    /^(?:case|non|self|auto|read|write|pre|post|multi|re|well|two|one|plain|high|low|long|short|user|server|client|system|hard|time|rate|opt|built|on|off|in|so|semi|cross|e|machine|company|site|world|root|admin|per)-[a-z]+$/i.test(
      text,
    ) ||
    /^[a-z]+-(?:sensitive|insensitive|only|based|protected|generated|defined|encrypted|hashed|free|like|proof|specific|length|time|friendly|secure|safe|wide|word|words|mail|in|on|up|out|off|là|ci|même|manager|hash|reset|policy|field|stdin|file|prompt)$/i.test(
      text,
    )
  );
}

/** `--password hunter22`, `密码hunter22`, `통장 비밀번호 0724`; not the image in `-e DB_PASSWORD mysql:9`. */
function isBeside({ text, quoted, afterCjk }: Value): boolean {
  if (/^\d{4,8}[#*]?$/.test(text)) return afterCjk || /[#*]$/.test(text);
  if (/^[a-z][\w./-]*:[\d.]+[\w.-]*$/.test(text)) return false;
  if (quoted && text.length >= 5) return !isWordOfProse(text) && !text.includes(' ');
  return text.length >= 6 && hasDigit(text) && (hasLetter(text) || afterCjk);
}

/** Digits followed by a unit, or too few for a password: `8 characters`, `8-16位`. */
function isAmount({ text, after }: Value): boolean {
  if (!/^[\d.,~+-]+$/.test(text))
    return /^\d+-?(?:characters?|chars?|digits?|days?|bits?|letters?)/i.test(text);
  return text.length < 4 || unit.test(after);
}

/** Letters mixed with digits or signs, or capitals inside. */
function isMadeUp(text: string): boolean {
  if (/^\d{4,}$/.test(text)) return true;
  if (/\d/.test(text) && /[^\d.,:/-]/.test(text)) return true;
  return /[!@#$%^*+=?~|\\&]/.test(text.slice(0, -1)) && hasLetter(text);
}

function isWordOfProse(text: string): boolean {
  return isCommonWord(text) || isCommonInEurope(text) || isStopWord(text.toLowerCase());
}

/** `correct horse battery staple`: words that are rare in talk about passwords. */
function isWordList(text: string, firmness: Firmness | 'phrase'): boolean {
  const all = text.split(/[\s,]+/);
  const number = all.length > 3 && /^\d{1,4}$/.test(all.at(-1) ?? '') ? 1 : 0;
  const words = all.slice(0, all.length - number);
  if (words.length < 3 || !words.every((word) => /^[A-Za-z\u00c0-\u024f]{3,12}$/.test(word)))
    return false;
  const stopWords = words.filter((word) => isStopWord(word.toLowerCase())).length;
  // The 2,048 words of wallet phrases include some stop words; sentences have more.
  if (words.length >= 12) return stopWords * 4 < words.length;
  const said = words.filter((word) => isCommonWord(word) || isCommonInEurope(word)).length;
  if (firmness === 'said') return stopWords === 0 && said === 0 && number === 1;
  return stopWords === 0 && said <= (words.length > 3 || firmness === 'phrase' ? 1 : 0);
}

function isPhrase({ text, quoted }: Value): boolean {
  const isHan = /^[\u3400-\u9fff\s]{6,}$/.test(text);
  return quoted || isHan || isWordList(text, 'phrase') || (!/\s/.test(text) && isMadeUp(text));
}

function isKey({ text, after, quoted }: Value, firmness: Firmness): boolean {
  if (!/^[\w\-+/=.~:!@#$%^*()&]+$/.test(text) || /^https?:/i.test(text)) return false;
  if (!hasDigit(text) || !hasLetter(text) || unit.test(after)) return false;
  if (isName.test(text) || /^[A-Z_]+=/.test(text)) return false;
  const minimum = {
    assigned: quoted ? 8 : 10,
    said: 12,
    asked: 12,
    line: 12,
    announced: 12,
    dashed: 12,
    adjacent: 20,
  }[firmness];
  if ((firmness === 'line' || firmness === 'announced') && !endsLine.test(after)) return false;
  const isLong = text.length >= minimum || (text.length >= 16 && isRandom(text));
  return isLong && entropy(text) >= Math.min(3, Math.log2(text.length) * 0.7);
}
