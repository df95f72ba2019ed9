import { bundledVectors } from '@mneme/language/vectors';
import { askedToRemember, nameIn } from '../talk/index.ts';
import { sentencesIn } from '../text/index.ts';
import { sumOfLinear, sumOfSparse, sumOfTrees } from '../trees/index.ts';
import type { ExtractedKind, FittedKind } from './extracted-kinds.ts';
import { factTables, kindTables, least } from './fact-tables.ts';
import { isShort, partFeatures, type ReadTurn, readTurn } from './part-features.ts';
import { kindCues, readCues } from './read-cues.ts';

/** A lasting statement of a speaker, in his own words; a name in a plain sentence. */
export interface StatedFact {
  content: string;
  kind: ExtractedKind;
  /** He asked to remember it. */
  isAsked?: true;
}

/** Longer turns are pasted texts. */
const longest = 1500;
/** Each part is judged together with the whole turn. */
const mostParts = 50;

/**
 * The lasting facts in a turn: what its speaker asks to remember, his name, and other statements. Not from questions,
 * requests, quotations, fiction, reports of others, or what is true only now.
 */
export function factsIn(turn: string, { toAssistant }: { toAssistant: boolean }): StatedFact[] {
  if (turn.length > longest) return [];
  const { asked, rest } = toAssistant ? askedToRemember(turn) : { asked: [], rest: turn };
  const names = new Map<string, StatedFact>();
  for (const sentence of [...asked, ...sentencesIn(rest)]) {
    const { content } = (toAssistant && nameIn(sentence.trim())) || {};
    if (content !== undefined) names.set(content, { content, kind: 'name' });
  }
  const facts = [
    ...asked.map((content): StatedFact => ({ content, kind: kindOf(content), isAsked: true })),
    ...statedIn(rest, { toAssistant }),
  ];
  return [...names.values(), ...facts.filter(({ content }) => !saysOnlyName(content))];
}

/** More letters than these beside a name say something else. */
const mostBesideName = { spaced: 24, unspaced: 6 };

/** `My name is Priya` as it was said. */
function saysOnlyName(content: string): boolean {
  const found = nameIn(content);
  if (found === undefined) return false;
  const script = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(
    content,
  )
    ? 'unspaced'
    : 'spaced';
  return content.length - found.name.length <= mostBesideName[script];
}

function statedIn(turn: string, { toAssistant }: { toAssistant: boolean }): StatedFact[] {
  const read = readTurn(turn, { toAssistant });
  const floor = least[read.language][lengthOf(read)];
  const chosen = [...read.parts.keys()]
    .slice(0, mostParts)
    .filter((place) => oddsOf(read, place) >= floor && !(isShort(turn) && isSupposed(read, place)));
  return joined(read.parts, chosen).map((content) => ({ content, kind: kindOf(content) }));
}

/** A part that depends on the one before it comes with it; without one, it says nothing. */
export function joined(parts: readonly string[], chosen: readonly number[]): string[] {
  const facts: { text: string; last: number }[] = [];
  for (const place of chosen) {
    const text = parts[place] as string;
    const before = facts.at(-1);
    if (!leansBack(text)) facts.push({ text, last: place });
    else if (before?.last === place - 1)
      facts.push({ text: `${facts.pop()?.text} ${text}`, last: place });
    else if (place > 0) facts.push({ text: `${parts[place - 1]} ${text}`, last: place });
    else if (readCues(text).counts.has('first')) facts.push({ text, last: place });
  }
  return facts.map(({ text }) => text);
}

function leansBack(text: string): boolean {
  const size = /\p{Script=Han}/u.test(text)
    ? [...text].length / 2
    : (text.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0);
  return size < 3 || readCues(text).starts.has('points');
}

/** The logarithm of the odds that a part states a lasting fact. */
function oddsOf(read: ReadTurn, place: number): number {
  const { plain, row } = partFeatures(read, place);
  const { tagger, trees } = factTables[lengthOf(read)];
  return sumOfTrees(trees, [sumOfSparse(tagger, row), ...plain]);
}

/** In a short turn nothing else shows that it is only hypothetical. */
function isSupposed({ parts }: ReadTurn, place: number): boolean {
  return readCues(parts[place] as string).counts.has('supposed');
}

function lengthOf({ turn }: ReadTurn): keyof typeof factTables {
  return isShort(turn) ? 'short' : 'long';
}

/** Features of a fact for the table of kinds. */
export function kindRow(content: string): number[] {
  const meaning = bundledVectors().encode(content);
  const { counts } = readCues(content);
  return [
    ...meaning.map((value) => 4 * value),
    ...kindCues.map((cue) => Math.min(2, counts.get(cue) ?? 0)),
  ];
}

function kindOf(content: string): ExtractedKind {
  const row = kindRow(content);
  const kinds = Object.keys(kindTables) as FittedKind[];
  const odds = kinds.map((kind) => sumOfLinear(kindTables[kind], row));
  return kinds[odds.indexOf(Math.max(...odds))] as FittedKind;
}
