import {
  bm25,
  type Candidate,
  type EmbedderCalibration,
  type LexicalStatistics,
  raritiesOf,
} from '@mneme/contract';
import type { MessageKind } from '@mneme/language/messages';
import type { AnalysedQuery } from '@mneme/language/text';
import { askedPerson } from './asked-person.ts';

/**
 * The kinds of evidence for or against a memory, each with the head under which `explain` shows it. In the order of the
 * table.
 */
export const evidenceNames = {
  smallTalk: 'message',
  general: 'message',
  terms: 'message',
  asks: 'message',
  han: 'message',
  records: 'message',
  unknownNames: 'message',
  namesNobodyHere: 'message',
  unknownWords: 'words',
  jointCoverage: 'words',
  namedAheadByWords: 'speaker',
  namedAheadByCosine: 'speaker',
  aboutNamedShare: 'speaker',
  bestCoverage: 'words',
  coverage: 'words',
  covered: 'words',
  rarest: 'words',
  wordPlace: 'words',
  bestCosine: 'meaning',
  usualCosine: 'meaning',
  spread: 'meaning',
  cosine: 'meaning',
  prominence: 'meaning',
  cosinePlace: 'meaning',
  place: 'ranking',
  total: 'ranking',
  behindBest: 'ranking',
  aheadOfNext: 'ranking',
  bestAheadOfFifth: 'ranking',
  fromNeighbours: 'neighbours',
  namesSpeaker: 'speaker',
  saidByNamed: 'speaker',
  beyondName: 'speaker',
  namedAheadByTotal: 'speaker',
  aboutNamed: 'speaker',
  memoryAsks: 'form',
  memoryLength: 'form',
  otherScript: 'form',
} as const;

export type EvidenceName = keyof typeof evidenceNames;

/** A candidate of one query. */
export type FoundCandidate = Omit<Candidate, 'found'> & Candidate['found'][number];

export interface EvidenceRequest {
  query: AnalysedQuery;
  kind: MessageKind;
  /**
   * The hits in the order of the ranking, their totals, how much of that came from neighbours and session, and how much
   * from a named speaker.
   */
  ranked: readonly {
    candidate: FoundCandidate;
    total: number;
    fromNeighbours: number;
    speaker: number;
  }[];
  /** The speakers that the query names, each with the form in the query. */
  named: ReadonlyMap<string, string>;
  statistics: LexicalStatistics;
  calibration: EmbedderCalibration;
}

const han = /\p{Script=Han}/u;
const asking =
  /[?？]|^\s*(?:who|whose|what|which|when|where|why|how|did|does|do|is|are|was|were|can|has|have)\b|[吗呢]|什么|哪|谁|怎么|多少|几/iu;
/** Whether a message asks something, by its form. */
export function asks(message: string): boolean {
  return asking.test(message);
}

const endsAsking = /[?？]\s*$/;
/** Usual values are measured on this many hits, so that the limit of a caller does not change relevance. */
const mostCosines = 100;

/** Minimum number of records for word rarity, because a handful says nothing about it. */
const fewestRecords = 300;

/** Number of best hits that are judged together. */
const firstLines = 5;

/**
 * One row of numbers for each candidate, by its place in `ranked`, in the order of `evidenceNames`; undefined if no arm
 * found it.
 */
export function evidenceFor({
  query,
  kind,
  ranked,
  named,
  statistics,
  calibration,
}: EvidenceRequest): (place: number) => number[] | undefined {
  const candidates = ranked.map(({ candidate }) => candidate);
  const { relevant, duplicate } = calibration;
  const scale = (cosine: number) => (cosine - relevant) / Math.max(duplicate - relevant, 0.05);
  const cosines = candidates
    .flatMap(({ similarity }) => (similarity === undefined ? [] : [scale(similarity)]))
    .sort((a, b) => b - a)
    .slice(0, mostCosines);
  const { mean, deviation } = spreadOf(cosines);
  const cosineOf = ({ similarity }: FoundCandidate, missing: number) =>
    similarity === undefined ? missing : scale(similarity);
  const { count, documentFrequencies } = statistics;
  const rarities = raritiesOf({ ...statistics, count: Math.max(count, fewestRecords) });
  const all = sum(rarities);
  const rarest = Math.max(...rarities, 0);
  const unknown = sum(rarities.filter((_, index) => documentFrequencies[index] === 0));
  // Only for the best by words, because many have a common word.
  const nobody: FoundCandidate[] = [];
  const ifFoundByWords = (candidate: FoundCandidate) =>
    candidate.arms.lexical ? [candidate] : nobody;
  const words = candidates.map((candidate) => coveredBy(ifFoundByWords(candidate), rarities));
  const coverage = (covered: number) => (all === 0 ? 0 : covered / all);
  const person = askedPerson(candidates, { query, named });
  const beyondName = candidates.map((candidate, index) =>
    person.asked
      ? coveredBy(ifFoundByWords(candidate), rarities, { without: person.nameTerms }).covered
      : (words[index] as (typeof words)[number]).covered,
  );
  const withoutSpeaker = ranked.map(({ total, speaker }) => total - speaker);
  const namedAhead = (values: readonly number[]) => {
    const best = (sign: number) =>
      Math.max(...values.filter((_, index) => sign * (person.tells[index] as number) > 0));
    const difference = best(1) - best(-1);
    return Number.isFinite(difference) ? difference : 0;
  };
  const bestAbout = [...withoutSpeaker.keys()]
    .sort((a, b) => (withoutSpeaker[b] as number) - (withoutSpeaker[a] as number))
    .slice(0, firstLines);
  const cosinePlaces = placesOf(candidates.map(({ similarity }) => similarity));
  const known = { ...statistics, rarities: raritiesOf(statistics) };
  const wordPlaces = placesOf(
    candidates.map((candidate) => (candidate.arms.lexical ? bm25(candidate, known) : undefined)),
  );
  const inHan = han.test(query.text);
  const totals = ranked.map(({ total }) => total);
  const best = totals[0] ?? 0;
  const message: Partial<Record<EvidenceName, number>> = {
    smallTalk: kind.smallTalk,
    general: kind.general,
    terms: Math.log1p(rarities.length),
    asks: asks(query.text) ? 1 : 0,
    han: inHan ? 1 : 0,
    records: Math.log1p(count),
    unknownNames: person.otherNames.filter((place) => documentFrequencies[place] === 0).length,
    namesNobodyHere: person.namesNobodyHere ? 1 : 0,
    jointCoverage: coverage(coveredBy(candidates.slice(0, firstLines), rarities).covered),
    unknownWords: all === 0 ? 0 : unknown / all,
    bestCoverage: coverage(Math.max(0, ...words.map(({ covered }) => covered))),
    bestCosine: Math.max(-2, ...cosines),
    usualCosine: mean,
    spread: deviation,
    bestAheadOfFifth: best - (totals[4] ?? totals.at(-1) ?? best),
    namesSpeaker: person.saidBy.includes(true) ? 1 : 0,
    namedAheadByWords: namedAhead(beyondName),
    namedAheadByCosine: namedAhead(candidates.map((candidate) => cosineOf(candidate, -1))),
    namedAheadByTotal: namedAhead(withoutSpeaker),
    aboutNamedShare: sum(bestAbout.map((index) => person.tells[index] as number)) / firstLines,
  };
  const ofMessage = names.map((name) => message[name] ?? 0);
  return (index) => {
    const { candidate, total, fromNeighbours } = ranked[index] as (typeof ranked)[number];
    const { arms, record } = candidate;
    if (!arms.dense && !arms.lexical && fromNeighbours === 0) return undefined;
    const cosine = cosineOf(candidate, mean - deviation);
    const { covered, rarest: rarestCovered } = words[index] as (typeof words)[number];
    const row = ofMessage.slice();
    row[placeOf.coverage] = coverage(covered);
    row[placeOf.covered] = Math.log1p(covered);
    row[placeOf.rarest] = rarest === 0 ? 0 : rarestCovered / rarest;
    row[placeOf.wordPlace] = wordPlaces[index] as number;
    row[placeOf.cosine] = cosine;
    row[placeOf.prominence] = deviation === 0 ? 0 : (cosine - mean) / deviation;
    row[placeOf.cosinePlace] = cosinePlaces[index] as number;
    row[placeOf.place] = Math.log1p(index);
    row[placeOf.total] = total;
    row[placeOf.behindBest] = best - total;
    row[placeOf.aheadOfNext] = total - (totals[index + 1] ?? total);
    row[placeOf.fromNeighbours] = fromNeighbours;
    row[placeOf.saidByNamed] = person.saidBy[index] ? 1 : 0;
    row[placeOf.beyondName] = person.saidBy[index] ? (beyondName[index] as number) : 0;
    row[placeOf.aboutNamed] = person.tells[index] as number;
    row[placeOf.memoryAsks] = endsAsking.test(record.content) ? 1 : 0;
    row[placeOf.memoryLength] = Math.log1p(candidate.length);
    row[placeOf.otherScript] = han.test(record.content) === inHan ? 0 : 1;
    return row;
  };
}

const names = Object.keys(evidenceNames) as EvidenceName[];
/** The place of each kind of evidence in a row. */
export const placeOf = Object.fromEntries(names.map((name, place) => [name, place])) as Record<
  EvidenceName,
  number
>;

/** The logarithm of each value's rank, the largest first; missing values get the last rank. */
function placesOf(values: readonly (number | undefined)[]): number[] {
  const order = [...values.keys()]
    .filter((index) => values[index] !== undefined)
    .sort((a, b) => (values[b] as number) - (values[a] as number));
  const places = values.map(() => Math.log1p(100));
  for (const [place, index] of order.entries()) places[index] = Math.log1p(place);
  return places;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function spreadOf(values: readonly number[]): { mean: number; deviation: number } {
  if (values.length === 0) return { mean: -1, deviation: 0 };
  const mean = sum(values) / values.length;
  return {
    mean,
    deviation: Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / values.length),
  };
}

/** Anything with some of the query's words. */
interface CountedWords {
  termFrequencies: readonly number[];
}

/** The share of the rarity that several cover together, and the rarest word that one of them has. */
function coveredBy(
  several: readonly CountedWords[],
  rarities: readonly number[],
  { without }: { without?: ReadonlySet<number> } = {},
): { covered: number; rarest: number } {
  let [covered, rarest] = [0, 0];
  if (several.length === 0) return { covered, rarest };
  for (let term = 0; term < rarities.length; term++) {
    if (without?.has(term)) continue;
    let isCovered = false;
    for (const { termFrequencies } of several) isCovered ||= (termFrequencies[term] ?? 0) > 0;
    if (!isCovered) continue;
    covered += rarities[term] as number;
    rarest = Math.max(rarest, rarities[term] as number);
  }
  return { covered, rarest };
}
