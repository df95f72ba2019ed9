import { compareTexts, type Disclosure, type MemoryRecord } from '@mneme/contract';
import {
  asksFor,
  factNature,
  type MessageNature,
  nearnessOf,
  openKinds,
} from '@mneme/language/disclosure';
import type { Ranked } from '../ranking/index.ts';
import { isSaid } from '../records/index.ts';
import { recallLimits } from './limits.ts';

/**
 * When a block shows a fact: as it was stored, else by what it is about. Private matters and opinions are for messages
 * about them; names, standing wishes, lasting limits, who the user is, and what is important, for every message; the
 * rest where it answers.
 */
export function disclosureOf(fact: MemoryRecord): Disclosure {
  const { disclosure, content, category, importance, extractedBy } = fact;
  if (disclosure !== undefined) return disclosure;
  const { privateFloor, importantPrivateFloor, standingFloor } = recallLimits;
  // Somebody who stores a fact with importance 5 wants it shown.
  const isTold = extractedBy === undefined;
  if (importance === 5 && isTold) return 'always';
  const nature = factNature(content);
  const floor = importance === 4 && isTold ? importantPrivateFloor : privateFloor;
  if (nature.private >= floor) return 'asked';
  const isStated = isTold && category === 'user_preference' && importance >= 3;
  const stands = isStated || importance >= 4 || nature.standing >= standingFloor;
  return stands ? 'always' : 'relevant';
}

/** The place of a fact in the profile: names first, then wishes, limits, who the user is, the rest. */
export function profilePlace({ content }: MemoryRecord): number {
  const place = openKinds.indexOf(factNature(content).kind as (typeof openKinds)[number]);
  return place < 0 ? openKinds.length : place;
}

/** A fact for a message. */
export interface FoundFact {
  record: MemoryRecord;
  /** 0 if the search did not find it. */
  relevance: number;
  /** Absent if the search did not find it. */
  found?: Ranked;
}

/** Whether a message asks for all that is known of the user. */
export function isAboutUser({ aboutUser }: MessageNature): boolean {
  return aboutUser >= recallLimits.aboutUserFloor;
}

/**
 * The facts that a message gets beside the profile, best first. Some of them the search did not find: `can I take
 * ibuprofen?` shares no word with an illness. A message that asks for all that is known of the user gets every fact, the
 * most important first, then the newest.
 */
export function factsFor(
  message: MessageNature,
  {
    standing,
    ranked,
    sure,
    chatty,
    minRelevance,
  }: {
    standing: readonly MemoryRecord[];
    ranked: readonly Ranked[];
    sure: readonly Ranked[];
    /** It may be small talk, which is near much and needs nothing. */
    chatty: boolean;
    /** The caller's own minimum: then only what the search found with it. */
    minRelevance: number | undefined;
  },
): FoundFact[] {
  const found = ranked.map((entry) => ({
    record: entry.record,
    relevance: entry.relevance,
    found: entry,
  }));
  const ids = new Set(ranked.map(({ record }) => record.id));
  const rest = standing
    .filter(({ id }) => !ids.has(id))
    .map((record) => ({ record, relevance: 0 }));
  const facts: FoundFact[] = [...found, ...rest];
  if (isAboutUser(message))
    return facts.sort(
      ({ record: a }, { record: b }) =>
        b.importance - a.importance ||
        compareTexts(b.occurredAt, a.occurredAt) ||
        compareTexts(a.id, b.id),
    );
  const few = minRelevance === undefined && facts.length < recallLimits.factsToCompare;
  const bounds = { sure: new Set(sure), few, chatty };
  return facts
    .filter((fact) => belongsTo(message, fact, bounds))
    .map((fact) => ({ fact, worth: fact.relevance + nearnessTo(message, fact.record) }))
    .sort((a, b) => b.worth - a.worth || compareTexts(a.fact.record.id, b.fact.record.id))
    .map(({ fact }) => fact);
}

function belongsTo(
  message: MessageNature,
  { record, relevance, found }: FoundFact,
  { sure, few, chatty }: { sure: ReadonlySet<Ranked>; few: boolean; chatty: boolean },
): boolean {
  const disclosure = disclosureOf(record);
  const isSure = found !== undefined && sure.has(found);
  if (disclosure === 'asked') {
    if (chatty || (!few && !isSure)) return false;
    const isAnswer = isSure && message.isPersonal && relevance >= recallLimits.askedFloor;
    return isAnswer || asksFor(message, factNature(record.content));
  }
  if (!few || chatty || (isSure && disclosure === 'always')) return isSure;
  if (relevance >= recallLimits.relevantFloor) return true;
  // For a fact in the words of a turn, the turn is found, with its day and what was said around it.
  const isRepeat = found === undefined && isSaid(record);
  return !isRepeat && nearnessTo(message, record) >= recallLimits.nearFloor;
}

function nearnessTo(message: MessageNature, { content }: MemoryRecord): number {
  return nearnessOf(message, factNature(content));
}

/** Why a message does not get a fact that its search found and that is relevant enough. */
export function whyNotFor({ record, relevance }: Ranked): string {
  return disclosureOf(record) === 'asked'
    ? `it is private (${factNature(record.content).kind}), and the message is not about that`
    : `its relevance is ${relevance.toFixed(2)}: beside few facts ${recallLimits.relevantFloor} is needed`;
}
