import { bundledVectors } from '@mneme/language/vectors';
import { type MessageKind, messageKind } from '../messages/index.ts';
import { denseScript, quotation } from '../text/index.ts';
import { hashTrait, type SparseRow } from '../trees/index.ts';
import { languages } from './languages.ts';
import { type FoundCues, partCues, readCues } from './read-cues.ts';
import { statementsIn } from './statements-in.ts';

/** Buckets for the hashed traits of a text. */
const traitBuckets = 16_384;

/** The languages that the tables distinguish. */
export type Language = 'en' | 'zh' | 'others';

/** A turn with the properties that all its parts share. */
export interface ReadTurn {
  turn: string;
  parts: readonly string[];
  /** It is addressed to an assistant, and not to somebody by name. */
  toAssistant: boolean;
  language: Language;
  kind: MessageKind;
  meaning: Float32Array;
  traits: ReadonlySet<string>;
  places: readonly number[];
  /** Without quotations. */
  own: OwnWords;
  quotes: readonly Span[];
  isCode: boolean;
  /** Number of lines with a name before them, as in a copied conversation. */
  spokenLines: number;
}

interface OwnWords {
  text: string;
  cues: FoundCues;
  /** Number of removed quotations. */
  quotes: number;
}

interface Span {
  start: number;
  end: number;
}

/** The features of a part. */
interface PartFeatures {
  /** Features of cues and form: numbers between 0 and about 1. */
  plain: number[];
  /** The non-zero input of the tagger: meaning, form and traits, with about the same weight. */
  row: SparseRow;
}

/** A turn with one short statement is different from a longer one: each has its own minimum odds. */
export function isShort(turn: string): boolean {
  return turn.length < (denseScript.test(turn) ? 16 : 48);
}

export function readTurn(turn: string, { toAssistant }: { toAssistant: boolean }): ReadTurn {
  const traits = traitsOf(turn);
  return {
    turn,
    parts: statementsIn(turn),
    toAssistant,
    language: languageOf(turn),
    kind: messageKind(turn),
    meaning: bundledVectors().encode(turn),
    traits,
    places: placesOf(traits, ':'),
    own: ownWords(turn),
    quotes: [...turn.matchAll(quotation)].map(({ index, 0: { length } }) => ({
      start: index,
      end: index + length,
    })),
    isCode: code.test(turn),
    spokenLines: turn.match(spokenLine)?.length ?? 0,
  };
}

export function partFeatures(read: ReadTurn, place: number): PartFeatures {
  const text = read.parts[place] as string;
  const plain = plainFeatures(read, place);
  const isAll = text === read.turn;
  const traits = [placesOf(isAll ? read.traits : traitsOf(text)), read.places];
  const meaningOfPart = isAll ? read.meaning : bundledVectors().encode(text);
  const values = [meaningOfPart, read.meaning].flatMap((meaning) =>
    Array.from(meaning, (value) => 3 * value),
  );
  for (const value of plain) values.push(2 * value);
  const places = [...values.keys()];
  const start = values.length;
  for (const [of, found] of traits.entries()) {
    const value = (of === 0 ? 3 : 2) / Math.sqrt(found.length);
    for (const trait of found) {
      places.push(start + trait);
      values.push(value);
    }
  }
  return { plain, row: { places, values } };
}

const code =
  /```|[{};=]{2}|\(\)|<\/?\w+>|\w\.\w+\(|^[^\S\n\r]*(?:import|const|def|class|function|SELECT|\/\/|#)\b/m;
const spokenLine = /^[^\n:：]{1,20}[:：]\s*\S/gm;
const name = /(?<=\p{L}[\s,]+)\p{Lu}\p{Ll}+/gu;
const quoted = '§';
const openingQuote = /["'“‘「『«„]$/u;
const lineEnd = /[\n.。！？!?]/u;

function plainFeatures(read: ReadTurn, place: number): number[] {
  const { parts, turn, toAssistant, language } = read;
  const { smallTalk, general } = read.kind;
  const text = parts[place] as string;
  const { text: own, cues: ownCues, quotes } = ownWords(text);
  const isUnspaced = denseScript.test(text);
  const length = Math.log(1 + text.length) / 5;
  const flags = [
    place === 0,
    place === parts.length - 1,
    parts.length === 1,
    parts.length > 2,
    /[?？]/.test(own + read.own.text),
    /[!！]/.test(own),
    /\d/.test(own),
    /\n/.test(turn),
    read.isCode,
    /[()（）]/.test(own),
    /[:：]/.test(own),
    quotes > 0,
    read.own.quotes > quotes,
    isInsideQuote(read, text),
    ownCues.starts.has('first') && peopleBehind(own),
    ...textBehindColon(turn, text),
    read.spokenLines > 1,
    /(?:19|20)\d\d/.test(own),
    /^[("“'‘「『«（【<]/.test(text),
    /…|\.\.\./.test(own),
    turn.length > 300,
    isShort(turn),
    text.length < 0.5 * turn.length,
    toAssistant,
    isUnspaced,
    isUnspaced && toAssistant,
    language === 'en',
    language === 'zh',
  ];
  return [
    ...partCues.flatMap((cue) => {
      const count = ownCues.counts.get(cue) ?? 0;
      const beside = Math.max(0, (read.own.cues.counts.get(cue) ?? 0) - count);
      return [Math.min(3, count) / 3, Number(ownCues.starts.has(cue)), Math.min(3, beside) / 3];
    }),
    ...flags.map(Number),
    length,
    isUnspaced ? length : 0,
    Math.log(1 + turn.length) / 6,
    (own.match(name)?.length ?? 0) / 3,
    Math.tanh(smallTalk / 3),
    Math.tanh(general / 3),
    1 - own.replaceAll(quoted, '').length / text.length,
  ];
}

/** With a mark for each quotation, and one kind of apostrophe. */
function ownWords(given: string): OwnWords {
  let quotes = 0;
  const text = given
    .replace(quotation, () => {
      quotes++;
      return quoted;
    })
    .replaceAll('’', "'");
  return { text, cues: readCues(text), quotes };
}

/**
 * Whether the words before it end with a colon and announce a text or a task: `Translate into German: I live in Rome.`
 */
function textBehindColon(turn: string, text: string): boolean[] {
  const lead = turn.slice(0, Math.max(0, turn.indexOf(text)));
  const line = lead.replace(openingQuote, '').trimEnd().split(lineEnd).at(-1) as string;
  if (!/[:：]$/u.test(line)) return [false, false];
  const { counts, starts } = readCues(line.trim());
  return [counts.has('made'), starts.has('requests')];
}

/** `My dad hates…`: the subject is somebody in the speaker's life. */
function peopleBehind(own: string): boolean {
  const [, second = ''] = own.split(/\s+/u);
  const next = denseScript.test(own) ? own.slice(1) : second;
  return readCues(next.replace(/^的/u, '')).starts.has('people');
}

function isInsideQuote({ turn, quotes }: ReadTurn, text: string): boolean {
  const at = turn.indexOf(text);
  return quotes.some(({ start, end }) => start <= at && at + text.length <= end);
}

/** Words, pairs of words and pieces of words; for a text without spaces its characters, pairs and threes. */
function traitsOf(text: string): Set<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/\p{N}+/gu, '0')
      .match(/[\p{L}\p{M}\p{N}']+|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];
  const traits = new Set([`^${words[0]}`, `^${words[0]} ${words[1]}`, `$${words.at(-1)}`]);
  for (const [index, word] of words.entries()) {
    const isUnspaced = denseScript.test(word);
    const characters = [...(isUnspaced ? word : `_${word}_`)];
    const [least, most] = isUnspaced ? [1, 3] : [2, 4];
    for (let start = 0; start + least <= characters.length; start++) {
      const end = Math.min(characters.length, start + most);
      let piece = '';
      for (let at = start; at < end; at++) {
        piece += characters[at];
        if (at - start + 1 >= least) traits.add(piece);
      }
    }
    if (isUnspaced) continue;
    traits.add(`=${word}`);
    if (index > 0) traits.add(`${words[index - 1]} ${word}`);
  }
  return traits;
}

/** Places in a table, different for a part and for its turn. */
function placesOf(traits: ReadonlySet<string>, before = ''): number[] {
  return Array.from(traits, (trait) => hashTrait(trait, before) % traitBuckets);
}

const kanaOrHangul = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const han = /\p{Script=Han}/u;
const otherScripts = /[\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Arabic}]/u;
/** The most common words of the languages in Latin letters, English first. */
let common: readonly ReadonlySet<string>[] | undefined;

/** The most likely language of a text; English by default. */
function languageOf(text: string): Language {
  if (kanaOrHangul.test(text)) return 'others';
  if (han.test(text)) return 'zh';
  if (otherScripts.test(text)) return 'others';
  common ??= Object.values(languages).flatMap(({ short }) =>
    short === undefined ? [] : [new Set(short.split(' '))],
  );
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}']+/gu) ?? [];
  const [english = 0, ...others] = common.map(
    (list) => words.filter((word) => list.has(word)).length,
  );
  return others.some((count) => count > english) ? 'others' : 'en';
}
