import { isCommonWord, isTechnicalName } from './not-secret-words.ts';
import { isPlaceholder } from './placeholders.ts';
import { hasDigit, hasLetter } from './strength.ts';

/** Characters of programs, addresses and paths. */
const ofCode =
  /[/\\(){}[\]<>;="`|\ufffc]|^[#@$-]|@[\w-]+\.|^(?:root|admin|administrator|user|ubuntu|debian|centos|fedora|ec2-user|deploy|git|pi|www-data|postgres|mysql|oracle|ftp|guest|vagrant|jenkins|core|azureuser)@|^[\da-f]*:[\da-f]*:[\da-f:.]*$|^\w+:\/|\.[a-z]\w{0,4}$|_[a-z]{2,}[A-Z][a-z]{2,}/;
/** `90days`, `3rd`, `BA2490`, `RTX4090`, `ABC-123`, `8-character`, `sha-256`, `v2.1`, `2026-03-01T10`. */
const ofPlainTalk =
  /^(?:\d+[-.,]?[A-Za-z]{1,6}|[A-Z]{1,3}-?\d+|[A-Za-z]{1,2}-?\d+|[A-Z]+-\d+|[A-Z\d]+(?:_[A-Z\d]+)+|\d+-[a-z-]+|[a-z]+-\d{1,3}|\d[\d.:,-]*(?:[TZ]|am|pm)?[\d.:+Z-]*)$/;
/** Names that end in a number of their own: `level3`, `may2024`, `user42`, `web-03`, `ip-10-0-3-17`. */
const numbered =
  /^(?:level|version|room|chapter|page|step|day|week|user|admin|server|host|model|type|class|test|area|kb|cve|rfc|iso|formula|scene|act|track|episode|season|part|slide|figure|table|jan|feb|mar|apr|may|mai|jun|june|jul|july|aug|sep|oct|okt|nov|dec|dez)[\d.-]*\w?$|^(?:ip|ec2|i|web|www|db|node|worker|build|prod|dev|staging|srv|vm|vps|gw|gateway|bastion|jump|app|api|cache|redis|proxy|lb|mx|mail|smtp|ns|dns|vpn|nas|router|switch|ap|pc|lab|server|host|ci|runner|gpu|k8s|cluster|box|machine|microsoft)(?:-[a-z]{1,8}){0,3}(?:-?\d+[a-z]?)+$/i;

/** In every word that `isChosen` accepts. */
export const signOfChoice = /[\d!#-&*+?^~]/;

/** In every text with a word that `isChosen` accepts. Most texts have none. */
export const mayBeChosen =
  /[A-Za-z][!-~\u00c0-\u024f]{0,63}(?:\d|[!#-&*+?^~][A-Za-z\d])|\d[!-~\u00c0-\u024f]{0,63}[A-Za-z]|[a-z][A-Z]/;

/**
 * Whether a word was made up as a password: letters with digits or signs between them, and not one of the usual words
 * with digits in programs and texts.
 */
export function isChosen(word: string): boolean {
  if (word.length < 6 || word.length > 64 || !signOfChoice.test(word)) return false;
  if (!hasLetter(word) || ofCode.test(word)) return false;
  if (isPlaceholder(word) || isCommonWord(word) || isTechnicalName(word)) return false;
  if (numbered.test(word) || /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(word)) return false;
  if (
    /[A-Za-z][!#$%^*~+?]+[A-Za-z\d]|\d[!@#$%^*~+?]+[A-Za-z]|[!#$%^*]\d|[a-z][A-Z].*[!#$%*]$/.test(
      word,
    )
  )
    return true;
  return hasDigit(word) && !ofPlainTalk.test(word);
}
