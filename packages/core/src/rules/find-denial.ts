import type { Evidence } from './conflict.js';
import type { Update } from './find-update.js';
import type { Statement, Token } from './read-statement.js';
import { haveSameSubject, isContent, splitClauses } from './statement-parts.js';
import { changes, endings, fillers } from './statement-words.js';

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
  const denied = findDenied(incoming, stored);
  if (denied !== undefined) {
    return { kind: 'contradiction', reason: `denies what is stored: ${denied}` };
  }
  const come =
    splitClauses(stored).length <= 2 ? findDenied(stored, incoming, { whole: true }) : undefined;
  if (come !== undefined && !incoming.question) {
    return { kind: 'contradiction', reason: `says what was denied: ${come}` };
  }
  return undefined;
}

/** The same words, and only one of the two denies them. */
function findFlip({ differences }: Evidence): Update | undefined {
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
    return { kind: 'contradiction', reason: `${opposed[0].surface} and ${opposed[1].surface}` };
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

/** What a clause of `denier` says has never been or is no more, if `other` says that it is. */
function findDenied(
  denier: Statement,
  other: Statement,
  { whole = false }: { whole?: boolean } = {},
): string | undefined {
  const affirmed = affirmedKeys(other);
  for (const clause of splitClauses(denier)) {
    const start = clause.findIndex((token, index) => deniesStrongly(token, clause[index + 1]));
    if (start < 0) continue;
    let denied = clause.slice(start + 1).filter(isTopic);
    let needed = whole ? 1 : 0.4;
    let fewest = 2;
    if (denied.every(({ key }) => pronominal.has(key))) {
      const { sentence } = clause[start] as Token;
      denied = denier.tokens.filter((token) => token.sentence === sentence && isTopic(token));
      needed = 0.4;
      fewest = 3;
    }
    if (denied.length === 0) continue;
    const found = denied.filter(({ key }) => affirmed.has(key));
    const enough = found.length >= fewest || found.length === denied.length;
    if (enough && found.length >= denied.length * needed) {
      return found.map(({ surface }) => surface).join(' ');
    }
  }
  return undefined;
}

function deniesStrongly({ kind, surface, key }: Token, next: Token | undefined): boolean {
  if (kind === 'negation') return strong.has(surface) || next?.key === 'longer';
  return endings.has(key) && key !== 'longer';
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
