import {
  type ExtractedFact,
  type ExtractionTurn,
  type MemoryCategory,
  MnemeError,
} from '@mneme/engine/contract';
import { gate, type SecretPolicy } from '@mneme/engine/gate';
import type { StoreInput, StoreItem } from '@mneme/engine/input';
import { absoluteDates, pronounsIn, standsAlone } from '@mneme/language/extract';
import { isAssistant } from '@mneme/language/text';

/** Why something that an extractor answered was not stored. */
export type SkipReason =
  /** The answer as a whole is not of the agreed form, or cannot be used. */
  | 'bad_answer'
  /** A field of the fact is missing or wrong: an unknown category, importance 7. */
  | 'malformed'
  /** It names no turn. */
  | 'no_evidence'
  /** It names something that is no turn of its window. */
  | 'foreign_evidence'
  /** It rests on turns alone that an earlier call has read. */
  | 'already_read'
  /** It says something of a person, and rests on an assistant's words alone. */
  | 'assistant_only'
  /** A question, a piece of a dialogue, an account of several things. */
  | 'not_standalone'
  /** It says `she`, `it`, `this`, and not who or what. */
  | 'unresolved_pronoun'
  /** It counts a day from another one that it does not name. */
  | 'unresolved_time'
  /** It holds what looks like a secret. */
  | 'secret';

/** What a fact is held against. */
export interface FactGround {
  turns: ReadonlyMap<string, ExtractionTurn>;
  /** Throws where a field is wrong. */
  parse: (input: StoreInput) => StoreItem;
  secrets: SecretPolicy;
  /** The extractor's name. */
  extractedBy: string;
}

/** Of whom or what only a person can tell. */
const personal: ReadonlySet<MemoryCategory> = new Set([
  'user_preference',
  'relationship',
  'factual_knowledge',
]);

/** A fact ready to be stored, or why it is not to be. */
export function checkFact(
  fact: unknown,
  { turns, parse, secrets, extractedBy }: FactGround,
): StoreItem | SkipReason {
  if (typeof fact !== 'object' || fact === null) return 'malformed';
  const { evidence, ...given } = fact as ExtractedFact;
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
    // `parse` has a default for each of these; an extractor has to decide.
    if (given.category === undefined || given.importance === undefined) return 'malformed';
  } catch (error) {
    if (MnemeError.isInstance(error)) return 'malformed';
    throw error;
  }
  if (personal.has(given.category) && cited.every(({ speaker }) => isAssistant(speaker)))
    return 'assistant_only';
  const saidAt = cited
    .map(({ occurredAt }) => occurredAt)
    .sort()
    .at(-1) as string;
  if (!standsAlone(item.content)) return 'not_standalone';
  const { text: content, unresolved } = absoluteDates(item.content, saidAt);
  if (unresolved !== undefined) return 'unresolved_time';
  const pronouns = pronounsIn(content);
  const speaker = pronouns.firstPerson ? speakerOf(cited) : undefined;
  if (pronouns.unresolved !== undefined || (pronouns.firstPerson && speaker === undefined))
    return 'unresolved_pronoun';
  // Nothing has happened after it was told.
  const told = given.occurredAt !== undefined && item.occurredAt < saidAt;
  const checked: StoreItem = {
    ...item,
    content,
    occurredAt: told ? item.occurredAt : saidAt,
    timed: true,
    extractedBy,
    source: speaker === undefined ? {} : { speaker },
  };
  return isClean(checked, secrets) ? checked : 'secret';
}

/** Who says `I` in the fact: the one person whose words it rests on. */
function speakerOf(cited: readonly ExtractionTurn[]): string | undefined {
  const [speaker, ...others] = new Set(cited.map((turn) => turn.speaker));
  return others.length === 0 && !isAssistant(speaker) ? speaker : undefined;
}

function isClean(item: StoreItem, secrets: SecretPolicy): boolean {
  try {
    return gate(item, secrets).masked.length === 0;
  } catch (error) {
    if (MnemeError.isInstance(error) && error.code === 'secret_refused') return false;
    throw error;
  }
}
