import type { Evidence } from './conflict.js';
import type { Update } from './find-update.js';
import type { Statement, Token } from './read-statement.js';
import { haveSameSubject, isContent, isUnsettled, splitClauses } from './statement-parts.js';
import { changes, fillers, frames } from './statement-words.js';

/** Longer objects are descriptions, and two descriptions may both hold. */
const longestObject = 6;

/** `lives in Porto` and `moved to Lisbon`, `prefers tea` and `prefers coffee`, `switched from Vim to Emacs`. */
export function findReplacedObject(
  stored: Statement,
  incoming: Statement,
  evidence: Evidence,
): Update | undefined {
  if (!haveSameSubject(stored, incoming)) return undefined;
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
    const length = clause.slice(start + 1).findIndex((token) => to.has(token.surface) || isChange(token));
    if (length < 1) continue;
    const old = clause.slice(start + 1, start + 1 + length).filter(isContent);
    if (old.length > 0 && old.every(({ key }) => known.has(key))) {
      return { reason: `no longer ${old.map(({ surface }) => surface).join(' ')}` };
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
    if (young === undefined || !differ(old.object, young.object)) continue;
    if (differ(old.lead, young.lead) && old.lead.length > 0 && young.lead.length > 0) continue;
    if (old.kind === 'preference' && !arePreferencesOfOneKind(old, young, evidence)) continue;
    const [was, is] = [old, young].map(({ object }) => object.map(({ surface }) => surface).join(' '));
    return { reason: `${old.kind} was ${was}, is ${is}` };
  }
  return undefined;
}

function frameUses(statement: Statement): FrameUse[] {
  const uses: FrameUse[] = [];
  for (const clause of splitClauses(statement)) {
    if (isUnsettled(clause) || clause.some(({ kind }) => kind === 'negation')) continue;
    for (const [index, token] of clause.entries()) {
      const frame = frames.get(token.key)?.find(({ next }) => next === undefined || clause[index + 1]?.surface === next);
      if (frame === undefined) continue;
      const lead = clause.slice(0, index).filter(isContent);
      const rest = frame.before ? behindPlace(clause.slice(0, index)) : clause.slice(index + (frame.next === undefined ? 1 : 2));
      const object = rest.filter((other) => isContent(other) && !isChange(other) && !fillers.has(other.key));
      if (object.length > 0 && object.length <= longestObject) {
        uses.push({ kind: frame.kind, lead: frame.before ? [] : lead.filter((other) => !isChange(other)), object });
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

/** Nothing in common. */
function differ(a: readonly Token[], b: readonly Token[]): boolean {
  return !a.some(({ key }) => b.some((other) => other.key === key));
}

/**
 * A preference for tea gives way to one for coffee, not to one for short answers: both name a word of one field, or
 * the similarity says that they are about one thing.
 */
function arePreferencesOfOneKind(
  old: FrameUse,
  young: FrameUse,
  { similarity, calibration, differences }: Evidence,
): boolean {
  if (differences.opposed !== undefined) return true;
  if (similarity !== undefined) return similarity >= calibration.related;
  return old.object.length === 1 && young.object.length === 1;
}
