import type { Reading } from './claim.ts';
import { compareClaims } from './compare-claims.ts';
import type { Calibration, ConflictDecision, Evidence } from './conflict-decision.ts';
import { normaliseContent } from './content-key.ts';
import { findDifferences } from './differences.ts';
import { findContest } from './find-contest.ts';
import { findFlip } from './find-denial.ts';
import { findEnded, findResumed } from './find-ended.ts';
import { findSame } from './find-same.ts';
import { findTemplate } from './find-template.ts';
import { isStatement } from './is-statement.ts';
import { readClaims, sayOfThemselves } from './read-claims.ts';
import { readStatement } from './read-statement.ts';
import type { Said } from './said.ts';

/**
 * How an incoming text relates to a stored one. Losing a fact is worse than keeping one twice, so `same` and `update` are
 * said only of short statements that are sure to be about one thing; what is likely is `contested`, and the rest is
 * `distinct`. `similarity` is the cosine of the two, by the embedder that `calibration` belongs to; without
 * it only what the words themselves show counts.
 */
export function decideConflict(
  {
    stored,
    incoming,
    similarity,
  }: { stored: Said; incoming: Said; similarity: number | undefined },
  { calibration }: { calibration: Calibration },
): ConflictDecision {
  const others = sayOfThemselves(stored, incoming);
  if (normaliseContent(stored.content) === normaliseContent(incoming.content)) {
    if (others === 'no') return { relation: 'same', reason: 'the same text' };
    if (others === 'maybe')
      return { relation: 'contested', reason: 'the same text, perhaps of two people' };
    return distinct;
  }
  if (!isStatement(stored.content) || !isStatement(incoming.content)) return distinct;
  const [old, young] = [readClaims(stored), readClaims(incoming)];
  const [a, b] = [readStatement(stored.content), readStatement(incoming.content)];
  const evidence: Evidence = { differences: findDifferences(a, b), similarity, calibration };
  const byClaim = withoutNewDetail(compareClaims(old, young), evidence);
  if (byClaim !== undefined && byClaim.relation !== 'contested') return byClaim;
  const ended = findEnded(old, young);
  if (ended?.relation === 'update') return ended;
  const resumed = findResumed(old, young);
  if (resumed !== undefined) return resumed;
  if (!isCompatible(old, young)) return byClaim ?? distinct;
  const template = findTemplate(
    { stored: stored.content, incoming: incoming.content },
    { old, young },
  );
  if (template?.relation === 'update') return template;
  const changed = ended !== undefined || (young.told && !old.told);
  const same = sameWords(old, young)
    ? 'the same words'
    : changed
      ? undefined
      : findSame(a, b, evidence);
  if (same !== undefined) return { relation: 'same', reason: same };
  const flip = old.unsettled || young.unsettled ? undefined : findFlip(evidence);
  if (flip !== undefined && old.root !== '' && old.root !== '?' && old.root === young.root)
    return { relation: 'update', ...flip };
  const told = byClaim ?? ended ?? template;
  // Talk is near to other talk: of what somebody said only claims count.
  const talk = stored.speaker !== undefined || incoming.speaker !== undefined;
  if (told !== undefined || (talk && (old.claims.length === 0 || young.claims.length === 0)))
    return told ?? distinct;
  return findContest({ a, b, old, young }, evidence) ?? distinct;
}

/** Whether both may speak of one: of the user and of the user’s cat where both name the cat. */
function isCompatible(old: Reading, young: Reading): boolean {
  if (old.root === young.root || old.root === '' || young.root === '') return true;
  const within = (outer: Reading, inner: Reading) =>
    inner.root.startsWith(`${outer.root} `) &&
    inner.root
      .slice(outer.root.length + 1)
      .split(' ')
      .every((key) => outer.words.has(key));
  return within(old, young) || within(young, old);
}

/** Of Chinese, whose pairs of characters keep the order that words have. */
function sameWords(old: Reading, young: Reading): boolean {
  if (old.words.size < 2 || old.words.size !== young.words.size) return false;
  return [...old.words].every((key) => young.words.has(key) && chinese.test(key));
}

const chinese = /\p{Script=Han}/u;

/** A number or a name that the other text lacks would be lost. */
function withoutNewDetail(
  decision: ConflictDecision | undefined,
  { differences: { values, names } }: Evidence,
): ConflictDecision | undefined {
  if (decision?.relation !== 'same' || !(values || names)) return decision;
  return { relation: 'contested', reason: `${decision.reason}, with another detail` };
}

const distinct: ConflictDecision = { relation: 'distinct', reason: 'two facts' };
