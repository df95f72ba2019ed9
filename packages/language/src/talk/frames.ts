import { denseScript, isAssistant, quotation, sentencesIn } from '../text/index.ts';
import { findPhrase, hasPhrase } from './find-phrases.ts';
import { ownWords } from './own-words.ts';

/** A turn of a talk. */
export interface TalkTurn {
  content: string;
  speaker?: string;
  /** ISO 8601. */
  occurredAt: string;
}

/** What a turn allows. */
export interface ReadTalkTurn {
  /** The speaker's own, earnest words; empty: nothing may be learned. */
  own: string;
  /** What to store in its place, if the user has asked not to store it. */
  note?: string;
}

/**
 * `play`: a role, a story, an exercise. `work`: a text that is worked on. `private`: the user has asked not to store
 * what will be said; `answer`: not to store what he has said, and so neither what is answered.
 */
type Frame = 'play' | 'work' | 'private' | 'answer';

/**
 * What is stored in place of words that the user asked not to store. A later reading of the session knows by it whether
 * that holds for what follows.
 */
export const privateNotes = {
  answer: '[not stored, as the user asked]',
  private: '[not stored, as the user asked; nor is what follows]',
} as const;

/** After such a pause a talk is about another matter. */
const longestPauseMs = 3 * 3_600_000;
/** Longer turns of an assistant are its answers, and invite to no game. */
const longestInvitation = 300;
const letters = /[\p{L}\p{N}]/gu;
/** A text to work on has at least as many letters. */
const leastMaterial = 12;
/** A turn with no more letters beside its request not to store something only asks. */
const mostBeside = { spaced: 13, unspaced: 5 };

/**
 * Reads the turns of one session in order. A frame that the user or the assistant opens lasts until the talk turns to
 * another matter; in doubt nothing may be learned.
 */
export function readTalk(turns: readonly TalkTurn[]): ReadTalkTurn[] {
  let frame: Frame | undefined;
  let before: number | undefined;
  return turns.map(({ content, speaker, occurredAt }) => {
    const time = Date.parse(occurredAt);
    if (before !== undefined && time - before > longestPauseMs) frame = undefined;
    before = time;
    const known = noted.find((one) => privateNotes[one] === content);
    if (known !== undefined) {
      frame = known;
      return { own: '' };
    }
    if (isAssistant(speaker)) {
      const isInvitation = content.length <= longestInvitation && hasPhrase('plays', content);
      if (frame === undefined && isInvitation) frame = 'play';
      return { own: '', ...noteOf(frame) };
    }
    if (frame === 'answer') frame = undefined;
    const read = readTurn(content, { frame, speaker });
    ({ frame } = read);
    return read.turn;
  });
}

const noted = Object.keys(privateNotes) as (keyof typeof privateNotes)[];

function noteOf(frame: Frame | undefined): { note?: string } {
  return frame === 'private' || frame === 'answer' ? { note: privateNotes[frame] } : {};
}

function readTurn(
  content: string,
  { frame: given, speaker }: { frame: Frame | undefined; speaker: string | undefined },
): { turn: ReadTalkTurn; frame: Frame | undefined } {
  let frame = given;
  const text = ownWords(content, speaker === undefined ? {} : { speaker });
  const sentences = sentencesIn(text);
  const own: string[] = [];
  let opening: string | undefined;
  for (const [place, said] of sentences.entries()) {
    const plain = said.replace(quotation, (words) => '§'.padEnd(words.length));
    if (frame !== undefined && endsFrame(plain, frame)) frame = undefined;
    if (hasPhrase('keepOut', plain)) return keptOut(content, said);
    const opened = openedBy(plain);
    if (opened === undefined) {
      if (frame === undefined) own.push(said.trim());
      continue;
    }
    if (frame === undefined) own.push(clausesBefore(said, opened.start));
    if (frame !== 'private') ({ frame } = opened);
    // A game may be explained before it is named.
    if (opened.frame === 'play') own.length = 0;
    opening = sentences.slice(place).join('');
  }
  if (frame === 'work' && opening !== undefined && hasMaterial(opening, content)) frame = undefined;
  const isWhole = given === undefined && opening === undefined;
  const parts = own.filter((part) => part !== '');
  return { turn: { own: isWhole ? text : parts.join(' '), ...noteOf(frame) }, frame };
}

/** The whole clauses before a place. */
function clausesBefore(text: string, end: number): string {
  return /^[\s\S]*[,，;；]/u.exec(text.slice(0, end))?.[0].trim() ?? '';
}

/**
 * A turn that asks not to store something. If it only asks, what is asked for is about the next turns, and its own words
 * may be stored.
 */
function keptOut(content: string, request: string): { turn: ReadTalkTurn; frame: Frame } {
  const { start = 0, end = 0 } = findPhrase('keepOut', request) ?? {};
  const beside = lengthOf(content) - lengthOf(request.slice(start, end));
  const isAlone = beside <= mostBeside[denseScript.test(content) ? 'unspaced' : 'spaced'];
  const isAhead = hasPhrase('ahead', request);
  const frame = isAhead || isAlone ? 'private' : 'answer';
  return { turn: { own: '', ...(isAlone && isAhead ? {} : noteOf(frame)) }, frame };
}

function openedBy(text: string): { frame: Frame; start: number } | undefined {
  const play = findPhrase('plays', text);
  if (play !== undefined) return { frame: 'play', start: play.start };
  const work = findPhrase('works', text);
  if (work !== undefined) return { frame: 'work', start: work.start };
  const ofText = findPhrase('texts', text);
  const request = findPhrase('changes', text) ?? findPhrase('announces', text);
  if (ofText === undefined || request === undefined) return undefined;
  return { frame: 'work', start: Math.min(ofText.start, request.start) };
}

function endsFrame(text: string, frame: Frame): boolean {
  if (hasPhrase('ends', text)) return true;
  return frame === 'work' && (findPhrase('thanks', text) !== undefined || /[?？]\s*$/u.test(text));
}

/** The text to work on is in the same turn: behind the request, or in quotation marks. */
function hasMaterial(asked: string, content: string): boolean {
  const [request = '', ...behind] = sentencesIn(asked);
  const inside = /[:：]([\s\S]*)$/u.exec(request)?.[1] ?? '';
  const quotes = content.match(quotation) ?? [];
  const others = behind.filter((text) => !hasPhrase('changes', text));
  return lengthOf([inside, ...quotes, ...others].join(' ')) >= leastMaterial;
}

function lengthOf(text: string): number {
  return text.match(letters)?.length ?? 0;
}
