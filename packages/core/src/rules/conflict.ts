import type { EmbedderCalibration } from '../embedder.js';
import { type Differences, findDifferences } from './differences.js';
import { findUpdate } from './find-update.js';
import { isChinese, readStatement, type Statement } from './read-statement.js';
import { endings, verbs } from './statement-words.js';

export { mergeTexts } from './merge-texts.js';

export interface Evidence {
  differences: Differences;
  similarity: number | undefined;
  calibration: EmbedderCalibration;
}

export interface ConflictDecision {
  /**
   * `same`: the incoming text says what the stored one says. `update`: it gives the same fact a new value, or denies
   * it. `distinct`: two facts.
   */
  relation: 'same' | 'update' | 'distinct';
  /** A finer word for `update`: the incoming text denies what is stored. */
  kind?: 'contradiction';
  /** In words, for the audit and for `explain`. */
  reason: string;
}

/**
 * How an incoming text relates to a stored one. Losing a fact is worse than keeping one twice, so whatever is not
 * clear is `distinct`. `similarity` is the cosine of the two, by the embedder that `calibration` belongs to; without
 * it only what the words themselves show counts. `same` does not depend on which text was stored first.
 */
export function decideConflict(
  {
    stored,
    incoming,
    similarity,
  }: { stored: string; incoming: string; similarity: number | undefined },
  { calibration }: { calibration: EmbedderCalibration },
): ConflictDecision {
  const a = readStatement(stored);
  const b = readStatement(incoming);
  const differences = findDifferences(a, b);
  const evidence: Evidence = { differences, similarity, calibration };
  const same = findSame(a, b, evidence);
  if (same !== undefined) return { relation: 'same', reason: same };
  const update = findUpdate(a, b, evidence);
  if (update !== undefined) return update;
  return { relation: 'distinct', reason: 'two facts' };
}

/** Where, when and which: words of these fields are not said in passing. */
const telling: ReadonlySet<string> = new Set(
  'place compass side vertical weekday month day year season daytime frequency temperature colour kin'.split(
    ' ',
  ),
);

/** What makes two texts say different things, however near their vectors are. */
function excludesSame(a: Statement, b: Statement, differences: Differences): boolean {
  const { values, negation, persons, opposed, question, order } = differences;
  if (a.clipped || b.clipped || a.tokens.length === 0) return true;
  return (
    values || negation || persons || opposed !== undefined || question || order === 'scrambled'
  );
}

function findSame(
  a: Statement,
  b: Statement,
  { differences, similarity, calibration }: Evidence,
): string | undefined {
  if (excludesSame(a, b, differences)) return undefined;
  const { onlyA, onlyB, shared, linking, order, names } = differences;
  const most = Math.max(onlyA.length, onlyB.length);
  if (most === 0 && linking === 0 && order === 'equal') return 'the same words';
  if (similarity === undefined || similarity < calibration.duplicate) return undefined;
  if (most === 0) {
    // In a long Chinese sentence a stretch that has moved often has another role.
    if (order === 'block' && shared > 10 && a.tokens.some(({ surface }) => isChinese(surface)))
      return undefined;
    return 'the same words, arranged differently';
  }
  if (names || shared < most) return undefined;
  const only = [...onlyA, ...onlyB];
  if (only.some(({ key, field }) => endings.has(key) || telling.has(field ?? ''))) return undefined;
  if (only.some(({ surface }) => isChinese(surface))) {
    // Two characters make another word, and few embedders know Chinese well enough to tell.
    if (order !== 'equal' || only.length > 2 || shared < 12) return undefined;
    return 'the same but for a character';
  }
  // Another object of one verb is another fact: `likes tea`, `likes coffee`, `likes tea and coffee`.
  if (hasVerb(a) || hasVerb(b)) return undefined;
  return 'the same in other words';
}

function hasVerb({ tokens }: Statement): boolean {
  return tokens.some(({ key }) => verbs.has(key));
}
