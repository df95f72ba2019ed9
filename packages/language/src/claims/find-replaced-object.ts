import type { Evidence, Update } from './conflict-decision.ts';
import { changes, fillers, frames } from './fact-words.ts';
import type { Statement, Token } from './read-statement.ts';
import { haveSameSubject, isContent, isUnsettled, splitClauses, weigh } from './statement-parts.ts';

/** Longer objects are descriptions, and two descriptions may both hold. */
const longestObject = 6;

/** With more words in common, another order of them is a retelling. */
const longestReordered = 10;

/** `lives in Porto` and `moved to Lisbon`, `prefers tea` and `prefers coffee`, `switched from Vim to Emacs`. */
export function findReplacedObject(
  stored: Statement,
  incoming: Statement,
  evidence: Evidence,
): Update | undefined {
  if (!haveSameSubject(stored, incoming)) return undefined;
  // Much in common and in another order: one account told twice, or with changed roles, and no news of a change.
  const { order, shared } = evidence.differences;
  if (order === 'scrambled' && shared > longestReordered) return undefined;
  return findSwitch(stored, incoming) ?? findFrame(stored, incoming, evidence);
}

const from = new Set(['from', '从']);
const to = new Set(['to', 'into', '到']);

/** The incoming text names the old value itself. */
function findSwitch(stored: Statement, incoming: Statement): Update | undefined {
  const known = new Set(stored.tokens.filter(isContent).map(({ key }) => key));
  if (stored.question || stored.tokens.some(({ kind }) => kind === 'negation')) return undefined;
  for (const clause of splitClauses(incoming)) {
    if (isUnsettled(clause) || clause.some(({ kind }) => kind === 'negation')) continue;
    const change = clause.findIndex(({ key }) => changes.has(key));
    const start = clause.findIndex(({ surface }) => from.has(surface));
    if (change < 0 || start < 0) continue;
    const length = clause
      .slice(start + 1)
      .findIndex((token) => to.has(token.surface) || isChange(token));
    if (length < 1) continue;
    const old = clause.slice(start + 1, start + 1 + length).filter(isContent);
    if (old.length > 0 && old.every(({ key }) => known.has(key))) {
      return { reason: 'changed from what is stored' };
    }
  }
  return undefined;
}

function isChange({ key, surface }: Token): boolean {
  return changes.has(key) || changes.has(surface);
}

interface FrameUse {
  kind: string;
  /** What is said before the frame's verb, but for the subject. */
  lead: Token[];
  object: Token[];
}

function findFrame(stored: Statement, incoming: Statement, evidence: Evidence): Update | undefined {
  if (stored.question || incoming.question || evidence.differences.negation) return undefined;
  const uses = frameUses(incoming);
  if (uses.length === 0) return undefined;
  for (const old of frameUses(stored)) {
    const young = uses.find(({ kind }) => kind === old.kind);
    if (young === undefined || !haveSameLead(old, young)) continue;
    if (old.kind === 'preference' ? isOtherPreference(old, young, evidence) : isOther(old, young)) {
      return { reason: `another ${old.kind}` };
    }
  }
  return undefined;
}

/** `Bob lives …` may be said without a name; `my mother lives …` may not be said without the mother. */
function haveSameLead({ lead: a }: FrameUse, { lead: b }: FrameUse): boolean {
  const [onlyA, onlyB] = [without(a, b), without(b, a)];
  if ([...onlyA, ...onlyB].some(({ field }) => field === 'kin' || field === 'person')) return false;
  return onlyA.length === 0 || onlyB.length === 0;
}

function frameUses(statement: Statement): FrameUse[] {
  const uses: FrameUse[] = [];
  for (const clause of splitClauses(statement)) {
    if (isUnsettled(clause) || clause.some(({ kind }) => kind === 'negation')) continue;
    for (const [index, token] of clause.entries()) {
      // A dog `named Rex` is not the only one.
      if (token.surface === 'named') continue;
      const frame = frames
        .get(token.key)
        ?.find(({ next }) => next === undefined || clause[index + 1]?.surface === next);
      if (frame === undefined) continue;
      const lead = clause.slice(0, index).filter(isContent);
      const rest = frame.before
        ? behindPlace(clause.slice(0, index))
        : clause.slice(index + (frame.next === undefined ? 1 : 2));
      const object = rest.filter(
        (other) => isContent(other) && !isChange(other) && !fillers.has(other.key),
      );
      if (object.length > 0 && object.length <= longestObject) {
        uses.push({
          kind: frame.kind,
          lead: frame.before ? [] : lead.filter((other) => !isChange(other)),
          object,
        });
      }
      break;
    }
  }
  return uses;
}

/** `在谷歌工作`: the place stands between 在 and the verb. */
function behindPlace(tokens: readonly Token[]): Token[] {
  const place = tokens.findIndex(({ surface }) => surface === '在');
  return place < 0 ? [] : tokens.slice(place + 1).filter(isContent);
}

function without(tokens: readonly Token[], others: readonly Token[]): Token[] {
  return tokens.filter(({ key }) => !others.some((other) => other.key === key));
}

/** The objects begin with different words; what follows may be the country, or the job. */
function isOther({ object: a }: FrameUse, { object: b }: FrameUse): boolean {
  return without(a.slice(0, 1), b).length > 0 && without(b.slice(0, 1), a).length > 0;
}

/**
 * A preference for tea gives way to one for coffee, not to one for short answers. So both name a kind (`favourite
 * colour`), or two words of one field, or hardly more than one word each that the embedder finds related.
 */
function isOtherPreference(
  old: FrameUse,
  young: FrameUse,
  { similarity, calibration, differences }: Evidence,
): boolean {
  const [was, is] = [without(old.object, young.object), without(young.object, old.object)];
  if (was.length === 0 || is.length === 0) return false;
  if (was.length < old.object.length || differences.opposed !== undefined) return true;
  const related = similarity === undefined || similarity >= calibration.related;
  return related && weigh(was) <= 1 && weigh(is) <= 1;
}
