import { isAscii, isAssistant, isUser } from '../text/index.ts';
import { keysOf as chineseKeys } from './chinese-clause-reader.ts';
import { matterOfClaim, type Reading } from './claim.ts';
import { keysOf } from './english-clauses.ts';
import { isStatement } from './is-statement.ts';
import { readChinese } from './read-chinese.ts';
import { readEnglish } from './read-english.ts';
import type { Said } from './said.ts';

const chinese = /\p{Script=Han}/u;
const personal = /\b(?:i|me|my|mine|we|us|our|ours)\b|[我咱]/i;
/** Whose memory it is. */
const user = 'i';

/** What a short statement claims. `I` is who says it. */
export function readClaims({ content, speaker }: Said): Reading {
  const self = selfOf(speaker);
  return !isAscii(content) && chinese.test(content)
    ? readChinese(content, self)
    : readEnglish(content, self);
}

/** By what records are looked up that may be about the same: who and what a statement claims something of. */
export function matterOf(said: Said): string | undefined {
  if (isAssistant(said.speaker) || !isStatement(said.content)) return undefined;
  const claim = readClaims(said).claims.find(({ unsettled }) => !unsettled);
  return claim && matterOfClaim(claim);
}

/** Whether `I` in the two texts is not the same person. */
export function sayOfThemselves(a: Said, b: Said): 'yes' | 'maybe' | 'no' {
  if (selfOf(a.speaker) === selfOf(b.speaker) || !isPersonal(a.content)) return 'no';
  if (a.speaker !== undefined && b.speaker !== undefined) return 'yes';
  return personal.test(a.content) ? 'maybe' : 'no';
}

/** It says `I`, or leaves out whom it is about. */
function isPersonal(content: string): boolean {
  if (personal.test(content) || !isStatement(content)) return true;
  return readClaims({ content, speaker: ' ' }).root === selfOf(' ');
}

function selfOf(speaker: string | undefined): string {
  if (speaker === undefined || isUser(speaker)) return user;
  const keys = chinese.test(speaker)
    ? chineseKeys(speaker)
    : keysOf(speaker.toLowerCase().split(/\s+/));
  return keys.sort().join(' ') || speaker;
}
