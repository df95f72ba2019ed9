import { bundledVectors } from '@mneme/language/vectors';
import { askedToRemember, hasPhrase, nameIn } from '../talk/index.ts';
import { quotation, sentencesIn } from '../text/index.ts';
import {
  type Linear,
  linearFrom,
  sumOfLinear,
  sumOfSparse,
  sumOfTrees,
  treesFrom,
} from '../trees/index.ts';
import { endIn } from './ends-in.ts';
import type { ExtractedKind, FittedKind } from './extracted-kinds.ts';
import tables from './fact-tables.json' with { type: 'json' };
import { isShort, partFeatures, type ReadTurn, readTurn } from './part-features.ts';
import { kindCues, readCues } from './read-cues.ts';
import { withoutOpening } from './statements-in.ts';

/** A lasting statement of a speaker, in his own words; a name in a plain sentence. */
export interface StatedFact {
  content: string;
  kind: ExtractedKind;
  /** He asked to remember it. */
  isAsked?: true;
}

/** For each language, the minimum odds of a learned fact in short turns and in others. */
const { least } = tables;
const factTables = {
  short: decoded(tables.facts.short),
  long: decoded(tables.facts.long),
};
const kindTables = Object.fromEntries(
  Object.entries(tables.kinds).map(([kind, written]) => [kind, linearFrom(written)]),
) as Record<FittedKind, Linear>;

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
  const { asked, rest } = askedToRemember(turn);
  const names: StatedFact[] = [];
  const quotes = turn.match(quotation) ?? [];
  const withoutNames = (text: string): string => {
    const parts = sentencesIn(text).map((sentence) => {
      const isQuoted = quotes.some((words) => words.includes(sentence.trim()));
      const found = isQuoted ? undefined : nameIn(sentence.trim());
      if (found === undefined) return sentence;
      names.push({ content: found.content, kind: 'name' });
      return found.rest;
    });
    return names.length === 0 ? text : parts.join(' ').trim();
  };
  const wishes = standingWishes(withoutNames(rest));
  const remembered = asked
    .map(withoutNames)
    .filter((content) => content !== '')
    .map((content): StatedFact => ({ content, kind: kindOf(content), isAsked: true }));
  const stated = statedIn(wishes.rest, { toAssistant });
  // Of two names the last one holds.
  return [...names.slice(-1), ...remembered, ...wishes.facts, ...stated];
}

/** How the assistant is always to answer, as a request or an order: `From now on talk to me in sentences`. */
function standingWishes(text: string): { facts: StatedFact[]; rest: string } {
  const facts: StatedFact[] = [];
  const rest: string[] = [];
  const sentences = sentencesIn(text);
  for (let at = 0; at < sentences.length; at++) {
    const said = (sentences[at] as string).trim();
    const next = sentences[at + 1]?.trim() ?? '';
    // `No bullet points. Always.`
    const isFollowed = hasPhrase('always', next) && next.length <= longestAfterthought;
    const { counts } = readCues(said);
    const isAboutAnswers = counts.has('answers') && !counts.has('people') && !ofSpeaker.test(said);
    if (isAboutAnswers && (isFollowed || hasPhrase('always', said))) {
      const content = withoutOpening(said).replace(/\s*[?？]+$/u, '');
      facts.push({ content: isFollowed ? `${content} ${next}` : content, kind: 'answers' });
      if (isFollowed) at++;
    } else rest.push(sentences[at] as string);
  }
  return facts.length === 0 ? { facts, rest: text } : { facts, rest: rest.join(' ').trim() };
}

const longestAfterthought = 20;
const ofSpeaker = /^(?:i|i['’]m|we|ich|wir|je|yo|io|eu|я)(?!\p{L})/iu;

/** What the tables take for lasting statements. */
function statedIn(turn: string, { toAssistant }: { toAssistant: boolean }): StatedFact[] {
  const read = readTurn(turn, { toAssistant });
  const floor = least[read.language][lengthOf(read)];
  const chosen = [...read.parts.keys()]
    .slice(0, mostParts)
    .filter((place) => isStated(read, place, floor));
  return joined(read.parts, chosen).map((content) => ({ content, kind: kindOf(content) }));
}

function isStated(read: ReadTurn, place: number, floor: number): boolean {
  if (isShort(read.turn) && isSupposed(read, place)) return false;
  const odds = oddsOf(read, place);
  if (odds >= floor) return true;
  // What is true only for a time does no harm, if its end is said: it is gone then.
  return odds >= floor - withEnd && endIn(read.parts[place] as string, anyDay) !== undefined;
}

/** So much less sure may be what has an end. */
const withEnd = 3;
const anyDay = new Date('2026-01-01T00:00:00.000Z');

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

function decoded({ tagger, trees }: (typeof tables)['facts']['short']) {
  return { tagger: linearFrom(tagger), trees: treesFrom(trees) };
}
