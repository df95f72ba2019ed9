import {
  type ExtractedFact,
  type Extraction,
  type ExtractionTurn,
  type MemoryCategory,
  MnemeError,
} from '@mneme/contract';
import { gate, type SecretPolicy } from '@mneme/contract/gate';
import type { StoreInput, StoreItem } from '@mneme/contract/input';
import { absoluteDates, endIn, isSelfContained, pronounsIn } from '@mneme/language/extract';
import { nameStated } from '@mneme/language/talk';
import { analyse, isAssistant, isoDay, shifted } from '@mneme/language/text';

/** Why an extractor's fact was not stored. */
export type SkipReason =
  /** The whole answer has the wrong form or cannot be used. */
  | 'bad_answer'
  /** A field of the fact is missing or wrong: an unknown category, importance 7. */
  | 'malformed'
  /** It names no turn. */
  | 'no_evidence'
  /** It names something that is not a turn of its window. */
  | 'foreign_evidence'
  /** It rests only on turns that an earlier call has read. */
  | 'already_read'
  /** It is about a person and rests only on an assistant's words. */
  | 'assistant_only'
  /** It is a question, a piece of a dialogue, or an account of several things. */
  | 'not_standalone'
  /** It says `she`, `it`, `this`, without who or what is meant. */
  | 'unresolved_pronoun'
  /** It has a day relative to another one that it does not name. */
  | 'unresolved_time'
  /** It was forgotten in this scope: see `scope.delete`. */
  | 'forgotten'
  /** It contains something like a secret. */
  | 'secret';

/** What a fact is checked with. */
export interface FactGround {
  turns: ReadonlyMap<string, ExtractionTurn>;
  parse: (input: StoreInput) => StoreItem;
  secrets: SecretPolicy;
  extractedBy: string;
}

/** Categories of facts that only a person can tell. */
const personal: ReadonlySet<MemoryCategory> = new Set([
  'user_preference',
  'relationship',
  'factual_knowledge',
]);

/** A fact ready to be stored, or the reason why it is not. */
export function checkFact(
  fact: unknown,
  { turns, parse, secrets, extractedBy }: FactGround,
): StoreItem | SkipReason {
  if (typeof fact !== 'object' || fact === null) return 'malformed';
  const { evidence, inOwnWords = false, ...given } = fact as ExtractedFact;
  if (typeof inOwnWords !== 'boolean') return 'malformed';
  if (evidence === undefined || (Array.isArray(evidence) && evidence.length === 0))
    return 'no_evidence';
  if (!Array.isArray(evidence)) return 'malformed';
  const cited: ExtractionTurn[] = [];
  for (const id of new Set(evidence)) {
    const turn = turns.get(id);
    if (turn === undefined) return 'foreign_evidence';
    cited.push(turn);
  }
  if (cited.every(({ context }) => context)) return 'already_read';
  let item: StoreItem;
  try {
    item = parse({ ...given, evidence: cited.map(({ id }) => id) });
    // `parse` has a default for each of these, but an extractor must decide them.
    if (given.category === undefined || given.importance === undefined) return 'malformed';
  } catch (error) {
    if (MnemeError.isInstance(error)) return 'malformed';
    throw error;
  }
  if (personal.has(given.category) && cited.every(({ speaker }) => isAssistant(speaker)))
    return 'assistant_only';
  const newest = cited.toSorted(byTime).at(-1) as ExtractionTurn;
  const saidAt = newest.occurredAt;
  const day = localTime(newest);
  if (!isSelfContained(item.content)) return 'not_standalone';
  const { text: content, unresolved } = absoluteDates(item.content, day, {
    keepWords: inOwnWords,
  });
  if (unresolved !== undefined) return 'unresolved_time';
  if (inOwnWords && !isSaid(item.content, cited)) return 'malformed';
  const pronouns = inOwnWords ? { firstPerson: true } : pronounsIn(content);
  const speaker = pronouns.firstPerson
    ? (speakerOf(cited) ?? (inOwnWords ? 'user' : undefined))
    : undefined;
  const isOpen = pronouns.firstPerson && speaker === undefined;
  if (pronouns.unresolved !== undefined || isOpen) return 'unresolved_pronoun';
  // A fact cannot be dated later than the turn that states it.
  const isEarlier = given.occurredAt !== undefined && item.occurredAt < saidAt;
  const checked: StoreItem = {
    ...item,
    content,
    occurredAt: isEarlier ? item.occurredAt : saidAt,
    timed: true,
    extractedBy,
    source: speaker === undefined ? {} : { speaker },
    ...(inOwnWords && item.expiresAt === undefined && expiryOf(item.content, day)),
  };
  return isClean(checked, secrets) ? checked : 'secret';
}

function byTime(a: ExtractionTurn, b: ExtractionTurn): number {
  return a.occurredAt < b.occurredAt ? -1 : Number(a.occurredAt > b.occurredAt);
}

/** The speaker's own time, written as if it was UTC: the days of a text are counted from it. */
function localTime({ occurredAt, utcOffset }: ExtractionTurn): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(utcOffset ?? '') ?? [];
  if (hours === undefined) return occurredAt;
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000;
  const time = Date.parse(occurredAt) + (sign === '-' ? -shift : shift);
  return new Date(time).toISOString();
}

/** A state that is said to end is over at noon of the next day, when its last day is over everywhere. */
function expiryOf(content: string, saidAt: string): { expiresAt?: string } {
  const end = endIn(content, new Date(saidAt));
  if (end === undefined) return {};
  const noon = `${isoDay(shifted(end, 1, 'day'))}T12:00:00.000Z`;
  return { expiresAt: noon };
}

/** The person who says `I` in the fact: the one speaker of its turns. */
function speakerOf(cited: readonly ExtractionTurn[]): string | undefined {
  const [speaker, ...others] = new Set(cited.map((turn) => turn.speaker));
  return others.length === 0 && !isAssistant(speaker) ? speaker : undefined;
}

/** Whether one person says the fact in these words. */
function isSaid(content: string, cited: readonly ExtractionTurn[]): boolean {
  const [first] = cited;
  const said = new Set(cited.flatMap((turn) => analyse(turn.content)));
  const isOnes = cited.every(({ speaker }) => speaker === first?.speaker && !isAssistant(speaker));
  return isOnes && analyse(nameStated(content) ?? content).every((word) => said.has(word));
}

function isClean(item: StoreItem, secrets: SecretPolicy): boolean {
  try {
    return gate(item, secrets).masked.length === 0;
  } catch (error) {
    if (MnemeError.isInstance(error) && error.code === 'secret_refused') return false;
    throw error;
  }
}

/** Maximum number of facts in a window; an answer with more is unusable. */
const mostFacts = 200;

/** The extractor's answer about a window, or why it cannot be used. */
export function readAnswer(answer: unknown): { facts: readonly unknown[] } | { unusable: string } {
  if (typeof answer !== 'object' || answer === null) return { unusable: 'it is not an object' };
  const { facts, unusable } = answer as Partial<Extraction>;
  if (unusable !== undefined) return { unusable };
  if (!Array.isArray(facts)) return { unusable: 'it has no list of facts' };
  return facts.length > mostFacts
    ? { unusable: `it has ${facts.length} facts` }
    : { facts: facts as unknown[] };
}
