import { bundledVectors, dotProducts } from '@mneme/language/vectors';
import { isUser } from '../text/index.ts';
import { normaliseContent } from './content-key.ts';
import { isException } from './is-exception.ts';
import { isStatement } from './is-statement.ts';
import { judgePair } from './judge-pair.ts';
import { findSureUpdate, matterOf } from './read-claim.ts';
import { readSigns } from './read-signs.ts';
import { saySameWords } from './same-words.ts';
import { namesOnly } from './says-statement.ts';

/** A text with its speaker, if known. */
export interface SpokenText {
  content: string;
  speaker?: string;
}

/** How two texts relate, and why. */
export interface ConflictDecision {
  /**
   * `same`: the incoming text says what the stored one says, in the same words. `update`: it surely gives the same fact
   * a new value, or denies it. `contested`: it probably updates or repeats all or a part of the stored one. `distinct`:
   * two facts.
   */
  relation: 'same' | 'update' | 'contested' | 'distinct';
  /** The reason, without any part of either text, because audit lines contain it. */
  reason: string;
}

/**
 * How an incoming text relates to a stored one. Losing a fact is worse than storing one twice, so a probable change is
 * contested, and both stay.
 */
export function decideConflict({
  stored,
  incoming,
}: {
  stored: SpokenText;
  incoming: SpokenText;
}): ConflictDecision {
  const [older, newer] = [stored.content, incoming.content];
  const persons = compareSpeakers(stored, incoming);
  if (normaliseContent(older) === normaliseContent(newer)) {
    if (persons === 'one') return { relation: 'same', reason: 'the same text' };
    return { relation: 'contested', reason: 'the same text, perhaps of two people' };
  }
  if (persons === 'two' || !isStatement(older) || !isStatement(newer)) return distinct;
  if (persons === 'one') {
    if (saySameWords(older, newer)) return { relation: 'same', reason: 'the same words' };
    const update = findSureUpdate(older, newer);
    if (update !== undefined) return { relation: 'update', reason: update };
  }
  if (isException(older, newer)) return distinct;
  const judged = judgePair(older, newer);
  if (!judged.linked && !(persons === 'one' && areOfOneMatter(older, newer))) return distinct;
  const reason = judged.changed ? likelyChanges : 'likely says the same';
  return { relation: 'contested', reason };
}

/** Whether the incoming text surely or probably says that the stored one is no longer true. */
export function changesStored(stored: SpokenText, incoming: SpokenText): boolean {
  if (!namesOnly(incoming.content, stored.content)) return false;
  if (nearnessOf(incoming.content, stored.content) < leastNearness) return false;
  const { relation, reason } = decideConflict({ stored, incoming });
  return relation === 'update' || (relation === 'contested' && reason === likelyChanges);
}

/**
 * A short statement with a word of change (`now it may be repeated`) is linked with nearly everything by the tables; it
 * says nothing of a fact that is not near in meaning.
 */
const leastNearness = 0.4;

function nearnessOf(one: string, other: string): number {
  const vectors = bundledVectors();
  return dotProducts(vectors.encode(one), [vectors.encode(other)])[0] as number;
}

/** Words of return and of correction, which are no sign of a change for the tables. */
const again =
  /\b(?:again|mistake[n]?|wrong|actually|wieder|de nouveau|otra vez|de nuevo|di nuovo|de novo|снова|опять)(?!\p{L})|又|搞错|弄错|説错|また|間違|다시|잘못/iu;

/** Whether a text has words of a change, an end, a denial or a return. */
export function saysChange(text: string): boolean {
  const { now, change, end, deny } = readSigns(text).counts;
  return now + change + end + deny > 0 || again.test(text);
}

/** A frame reads the same attribute of `works at Siemens` and `works at Bosch`, whatever the tables say. */
function areOfOneMatter(older: string, newer: string): boolean {
  const matter = matterOf({ content: older });
  return matter !== undefined && matter === matterOf({ content: newer });
}

const likelyChanges = 'likely changes what is stored';
const distinct: ConflictDecision = { relation: 'distinct', reason: 'two facts' };

const personal = /(?<!\p{L})(?:i|me|my|mine|we|us|our|ours)(?!\p{L})|[我咱俺私僕]/iu;

/** Whether both texts speak of the same person. */
function compareSpeakers(one: SpokenText, other: SpokenText): 'one' | 'unknown' | 'two' {
  const [a, b] = [one, other].map(({ speaker }) =>
    speaker === undefined || isUser(speaker) ? '' : speaker.trim().toLowerCase(),
  ) as [string, string];
  if (a === b) return 'one';
  const ofThemselves = personal.test(one.content) || personal.test(other.content);
  if (a !== '' && b !== '') return ofThemselves ? 'two' : 'unknown';
  return ofThemselves ? 'unknown' : 'one';
}
