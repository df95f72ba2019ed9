import { matterOfClaim, type Reading } from './claim.ts';
import type { ConflictDecision, Evidence } from './conflict-decision.ts';
import { findUpdate } from './find-update.ts';
import type { Statement } from './read-statement.ts';

/** Of shared words to the words of the shorter text: less is another matter. */
const leastShared = 0.34;

/** What two statements of one subject likely have to do with each other, where no claim tells. */
export function findContest(
  { a, b, old, young }: { a: Statement; b: Statement; old: Reading; young: Reading },
  evidence: Evidence,
): ConflictDecision | undefined {
  const { similarity = 0, calibration, differences } = evidence;
  const update = findUpdate(a, b, evidence);
  const two = speakOfTwo(old, young);
  if (update !== undefined && !two && !old.unsettled && !young.unsettled)
    return { ...update, relation: 'contested', reason: `likely ${update.reason}` };
  const shared = [...young.words].filter((key) => old.words.has(key)).length;
  const share = shared / Math.max(1, Math.min(young.words.size, old.words.size));
  const alike = share >= leastShared || (shared > 0 && similarity >= calibration.related);
  if (young.told && alike && !ofOthers(old, young) && !old.unsettled && !young.unsettled)
    return { relation: 'contested', reason: 'tells of a change in what is stored' };
  const { values, negation, persons, opposed, order } = differences;
  const names = differences.names && share < 1;
  const near =
    similarity >= calibration.related &&
    !values &&
    !names &&
    !negation &&
    !persons &&
    opposed === undefined;
  const denied =
    a.tokens.some(({ kind }) => kind === 'negation') &&
    !b.tokens.some(({ kind }) => kind === 'negation');
  if (denied && (share === 1 || (shared > 1 && share >= 0.5)))
    return { relation: 'contested', reason: 'says what was denied' };
  const veryNear = similarity >= calibration.duplicate;
  const likely = similarity >= (calibration.related + calibration.duplicate) / 2 && share >= 0.5;
  if (near && order !== 'scrambled' && !two && (likely || veryNear))
    return { relation: 'contested', reason: 'possible duplicate' };
  return undefined;
}

/** Both claim one attribute, of two: neither is named more exactly than the other. */
function ofOthers({ claims }: Reading, { claims: others }: Reading): boolean {
  const within = (one: string, other: string) =>
    one.split(' ').every((key) => other.split(' ').includes(key));
  return (
    claims.some(({ attribute }) => others.some((claim) => claim.attribute === attribute)) &&
    !claims.some(({ subject }) =>
      others.some((claim) => within(subject, claim.subject) || within(claim.subject, subject)),
    )
  );
}

/** Both claim something, and not of one matter. */
function speakOfTwo(
  { claims, words }: Reading,
  { claims: others, words: otherWords }: Reading,
): boolean {
  if (claims.length === 0 || others.length === 0) return false;
  const matters = new Set(claims.map(matterOfClaim));
  if (others.some((claim) => matters.has(matterOfClaim(claim)))) return false;
  const said = (list: Reading['claims'], known: ReadonlySet<string>) =>
    list.some(({ value }) => value.every((key) => known.has(key)));
  return !said(claims, otherWords) && !said(others, words);
}
