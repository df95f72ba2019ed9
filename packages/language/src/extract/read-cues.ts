import { type LanguageCues, languages } from './languages/index.ts';

export type Cue = Exclude<keyof LanguageCues, 'short'>;

/** Cues of lasting and temporary statements, of questions, games and reports. */
export const partCues = [
  'states',
  'first',
  'people',
  'lasting',
  'passing',
  'reported',
  'supposed',
  'made',
  'irony',
  'requests',
  'asks',
] as const satisfies readonly Cue[];

/** Cues of the kinds of facts. */
export const kindCues = [
  'answers',
  'health',
  'people',
  'plan',
  'project',
  'home',
  'work',
  'likes',
] as const satisfies readonly Cue[];

/** The cues in a text. */
export interface FoundCues {
  /** How often each occurs. */
  counts: ReadonlyMap<Cue, number>;
  /** How many characters of the text's beginning each uses. */
  starts: ReadonlyMap<Cue, number>;
}

/** The rest of a cue's word or phrase, after its first word. */
interface Entry {
  cue: Cue;
  rest: readonly string[];
}

/** In a language without spaces between words. */
interface Piece {
  cue: Cue;
  piece: string;
  /** It counts only at the end of the text. */
  closes: boolean;
}

const word = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const clauseEnd = /^[\s。！？!?，,；;]*$/;

/** Finds all cues of all languages at once: words are looked up instead of trying every cue. */
export function readCues(given: string): FoundCues {
  const { words, beginnings, longestBeginning, pieces } = index();
  const text = given.toLowerCase().replaceAll('’', "'");
  const counts = new Map<Cue, number>();
  const starts = new Map<Cue, number>();
  const note = (cue: Cue, at: number, end: number) => {
    counts.set(cue, (counts.get(cue) ?? 0) + 1);
    if (at === 0) starts.set(cue, Math.max(end, starts.get(cue) ?? 0));
  };
  const found = [...text.matchAll(word)];
  for (const [place, { 0: token, index: at }] of found.entries()) {
    for (const { cue, rest } of words.get(token) ?? []) {
      const last = found[place + rest.length];
      if (last !== undefined && rest.every((next, step) => found[place + step + 1]?.[0] === next))
        note(cue, at, last.index + last[0].length);
    }
    const most = Math.min(longestBeginning, token.length);
    for (let length = 2; length <= most; length++)
      for (const cue of beginnings.get(token.slice(0, length)) ?? [])
        note(cue, at, at + token.length);
  }
  const start = text.search(unspaced);
  for (let at = start < 0 ? text.length : start; at < text.length; at++)
    for (const { cue, piece, closes } of pieces.get(text.charAt(at)) ?? []) {
      const end = at + piece.length;
      if (text.startsWith(piece, at) && (!closes || clauseEnd.test(text.slice(end))))
        note(cue, at, end);
    }
  return { counts, starts };
}

interface CueIndex {
  words: Map<string, Entry[]>;
  /** Words with any ending. */
  beginnings: Map<string, Cue[]>;
  longestBeginning: number;
  /** By their first character. */
  pieces: Map<string, Piece[]>;
}

let made: CueIndex | undefined;

function index(): CueIndex {
  if (made !== undefined) return made;
  made = {
    words: new Map(),
    beginnings: new Map(),
    longestBeginning: 0,
    pieces: new Map(),
  };
  const { words, beginnings, pieces } = made;
  for (const { short: _, ...lists } of Object.values(languages))
    for (const [cue, list] of Object.entries(lists) as [Cue, string][])
      for (const entry of list.split(' ').filter((item) => item !== '')) {
        const text = entry.replaceAll('_', ' ');
        const [first = '', ...rest] = text.match(word) ?? [];
        if (unspaced.test(entry)) {
          const piece = text.replace('$', '');
          const known = pieces.get(piece.charAt(0)) ?? [];
          known.push({ cue, piece, closes: piece !== text });
          pieces.set(piece.charAt(0), known);
        } else if (entry.endsWith('*') && rest.length === 0) {
          beginnings.set(first, [...(beginnings.get(first) ?? []), cue]);
          made.longestBeginning = Math.max(made.longestBeginning, first.length);
        } else words.set(first, [...(words.get(first) ?? []), { cue, rest }]);
      }
  return made;
}
