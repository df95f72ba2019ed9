import type { Evidence, Update } from './conflict-decision.ts';
import { changes, endings, fillers } from './fact-words.ts';
import type { Statement, Token } from './read-statement.ts';
import { haveSameSubject, isContent, isUnsettled, splitClauses, weigh } from './statement-parts.ts';

/** Denied first and said later is told only of short texts: `has never been to Japan`, `went to Japan in May`. */
const longestDenied = 12;

/** `I eat meat` and `I do not eat meat`, `smokes` and `quit smoking`, `met Bob` and `has never met Bob`. */
export function findDenial(
  stored: Statement,
  incoming: Statement,
  evidence: Evidence,
): Update | undefined {
  if (!stored.question && !incoming.question && haveSameSubject(stored, incoming)) {
    const flipped = findFlip(evidence);
    if (flipped !== undefined) return flipped;
  }
  if (!haveSameSubject(stored, incoming)) return undefined;
  if (findDenied(incoming, stored)) {
    return { kind: 'contradiction', reason: 'denies what is stored' };
  }
  const { tokens } = stored;
  if (tokens.length > longestDenied || incoming.tokens.length > longestDenied || incoming.question)
    return undefined;
  if (!findDenied(stored, incoming)) return undefined;
  return { kind: 'contradiction', reason: 'says what was denied' };
}

/** The same words, and only one of the two denies them. */
export function findFlip({ differences }: Evidence): Update | undefined {
  const { onlyA, onlyB, negation, opposed, shared, values, persons } = differences;
  if (persons || values || shared === 0) return undefined;
  const rest = [...onlyA, ...onlyB].filter(
    ({ key }) => !changes.has(key) && !endings.has(key) && !fillers.has(key),
  );
  const ended = [onlyA, onlyB].some((tokens) => tokens.some(({ key }) => endings.has(key)));
  if (rest.length === 0 && (negation || ended)) {
    return { kind: 'contradiction', reason: 'one denies what the other says' };
  }
  const sentiments = opposed?.[0].field === 'sentiment' && !negation && isEmotional(opposed);
  if (sentiments && rest.every((token) => opposed.includes(token))) {
    return { kind: 'contradiction', reason: 'the opposite feeling' };
  }
  return undefined;
}

const negative = new Set(['hate', 'dislik', 'dislike', 'loath', 'detest', '讨厌', '恨', '不喜欢']);

/** One for it, one against it: `like` and `love` are no contradiction. */
function isEmotional([one, other]: [Token, Token]): boolean {
  return negative.has(one.key) !== negative.has(other.key);
}

const strong = new Set([
  'never',
  '从没',
  '从未',
  '从来没',
  '从来没有',
  '从来不',
  '从不',
  '不再',
  '再也不',
]);
/** Words that stand for what was said before: `I have never done it`. */
const pronominal = new Set(['do', 'done', 'try', 'experi', '做', '过']);

/** Whether a clause of `denier` says that something has never been or is no more, and `other` says that it is. */
function findDenied(denier: Statement, other: Statement): boolean {
  let affirmed: Set<string> | undefined;
  for (const clause of splitClauses(denier)) {
    const start = clause.findIndex((token, index) => isDenial(token, clause, index));
    if (start < 0) continue;
    affirmed ??= affirmedKeys(other);
    if (isDenied(denier, clause, { start, affirmed })) return true;
  }
  return false;
}

/** Whether enough of what the clause denies is affirmed to be the same thing. */
function isDenied(
  denier: Statement,
  clause: readonly Token[],
  { start, affirmed }: { start: number; affirmed: Set<string> },
): boolean {
  const mark = clause[start] as Token;
  let denied = clause.slice(start + 1).filter(isTopic);
  let fewest = 2;
  if (denied.every(({ key }) => pronominal.has(key))) {
    denied = denier.tokens.filter((token) => token.sentence === mark.sentence && isTopic(token));
    fewest = 3;
  }
  const found = denied.filter(({ key }) => affirmed.has(key));
  if (found.length === 0) return false;
  // `quit smoking`, `has never been to Japan`: one word may be all there is.
  const all = found.length === denied.length && denier.tokens.length <= 6 && affirmed.size <= 6;
  if (all && !denier.question) return true;
  const ended = mark.kind !== 'negation';
  return !ended && weigh(found) >= fewest && weigh(found) >= weigh(denied) * 0.4;
}

function isDenial({ kind, surface, key }: Token, clause: readonly Token[], index: number): boolean {
  if (kind === 'negation') return strong.has(surface) || clause[index + 1]?.key === 'longer';
  // `will not stop` ends nothing, and `stop it!` asks for something.
  if (!endings.has(key) || key === 'longer' || isUnsettled(clause)) return false;
  return !clause.slice(0, index).some((token) => token.kind === 'negation');
}

function isTopic(token: Token): boolean {
  return isContent(token) && !fillers.has(token.key) && !changes.has(token.key);
}

/** The words of all clauses that deny nothing. */
function affirmedKeys(statement: Statement): Set<string> {
  const keys = new Set<string>();
  for (const clause of splitClauses(statement)) {
    if (clause.some((token) => token.kind === 'negation' || endings.has(token.key))) continue;
    for (const { key } of clause) keys.add(key);
  }
  return keys;
}
