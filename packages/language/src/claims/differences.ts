import type { Statement, Token } from './read-statement.ts';

/** What two statements do not have in common. `a` and `b` stand for the two texts, in either order. */
export interface Differences {
  /** Words of one that the other lacks, linking words left out. */
  onlyA: Token[];
  onlyB: Token[];
  /** How many words, values and names are in both. */
  shared: number;
  /** A number, date or code of one that the other lacks. */
  values: boolean;
  /** A proper name of one that the other lacks, or two that begin with different subjects. */
  names: boolean;
  /** One denies and the other does not. */
  negation: boolean;
  /**
   * They speak of different people: `I` and `you`, `he` and `she`. The speaker may be left out (`Likes tea`), but not
   * in a question.
   */
  persons: boolean;
  /** Two words that exclude each other, one on each side: `tea` and `coffee`. */
  opposed?: [Token, Token];
  /** Linking words that one lacks. */
  linking: number;
  /** How the order of what they share differs: `block` where one stretch stands elsewhere, as in `today I …`. */
  order: 'equal' | 'block' | 'scrambled';
  /** One asks, the other says. */
  question: boolean;
}

export function findDifferences(a: Statement, b: Statement): Differences {
  const [onlyA, sharedA] = split(a.tokens, countKeys(b.tokens));
  const [onlyB, sharedB] = split(b.tokens, countKeys(a.tokens));
  const [contentA, contentB] = withoutRelatives(onlyA.filter(isContent), onlyB.filter(isContent));
  const has = (kind: Token['kind']) => (token: Token) => token.kind === kind;
  return {
    onlyA: contentA,
    onlyB: contentB,
    // What a word is may depend on where it stands; the less of both is in both.
    shared:
      Math.min(sharedA.filter(isContent).length, sharedB.filter(isContent).length) +
      onlyA.filter(isContent).length -
      contentA.length,
    values: onlyA.some(has('value')) || onlyB.some(has('value')),
    names: namesDiffer(contentA, contentB),
    negation: count(a, 'negation') !== count(b, 'negation'),
    persons: personsDiffer(onlyA, onlyB, { question: a.question, shared: sharedA.length }),
    opposed: findOpposed(onlyA, onlyB),
    linking: onlyA.filter(has('linking')).length + onlyB.filter(has('linking')).length,
    order: compareOrder(sharedA, sharedB),
    question: a.question !== b.question,
  };
}

function count({ tokens }: Statement, kind: Token['kind']): number {
  return tokens.filter((token) => token.kind === kind).length;
}

function isContent({ kind }: Token): boolean {
  return kind === 'word' || kind === 'value';
}

function countKeys(tokens: readonly Token[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of tokens) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The tokens that the other text lacks, and those that it has, counting repetitions. */
function split(tokens: readonly Token[], available: Map<string, number>): [Token[], Token[]] {
  const only: Token[] = [];
  const shared: Token[] = [];
  for (const token of tokens) {
    const count = available.get(token.key) ?? 0;
    if (count === 0) only.push(token);
    else {
      available.set(token.key, count - 1);
      shared.push(token);
    }
  }
  return [only, shared];
}

const derivation =
  /^(?:|a|e|y|i|k|n|s|ce|an|al|ic|ia|ian|ean|ese|ish|er|or|ist|ism|ity|ion|ful|ous)$/;

/** Without pairs such as `China` and `Chinese`, which a stemmer leaves apart. */
function withoutRelatives(a: readonly Token[], b: readonly Token[]): [Token[], Token[]] {
  const rest = [...b];
  const left = a.filter((token) => {
    const index = rest.findIndex((other) => areRelatives(token, other));
    if (index < 0) return true;
    rest.splice(index, 1);
    return false;
  });
  return [left, rest];
}

function areRelatives(a: Token, b: Token): boolean {
  if (a.kind !== 'word' || b.kind !== 'word') return false;
  if (a.field !== undefined || b.field !== undefined) return false;
  let common = 0;
  while (common < a.surface.length && a.surface[common] === b.surface[common]) common++;
  if (common < 4) return false;
  return derivation.test(a.surface.slice(common)) && derivation.test(b.surface.slice(common));
}

function namesDiffer(onlyA: readonly Token[], onlyB: readonly Token[]): boolean {
  const head = (tokens: readonly Token[]) => tokens.some((token) => token.head);
  if (head(onlyA) && head(onlyB)) return true;
  return onlyA.some(({ name }) => name) || onlyB.some(({ name }) => name);
}

function personsDiffer(
  onlyA: readonly Token[],
  onlyB: readonly Token[],
  { question, shared }: { question: boolean; shared: number },
): boolean {
  const isPerson = ({ kind, key }: Token) => kind === 'person' && (question || key !== 'i');
  const a = onlyA.filter(({ kind }) => kind === 'person');
  const b = onlyB.filter(({ kind }) => kind === 'person');
  if (a.length > 0 && b.length > 0) return true;
  // In a long sentence a pronoun more refers to someone who is there anyway.
  return shared < 8 && (a.some(isPerson) || b.some(isPerson));
}

function findOpposed(onlyA: readonly Token[], onlyB: readonly Token[]): [Token, Token] | undefined {
  for (const one of onlyA) {
    if (one.field === undefined) continue;
    for (const other of onlyB) {
      if (other.field === one.field && other.key !== one.key) return [one, other];
    }
  }
  return undefined;
}

/** Of the words that both have. Repetitions are matched from the left. */
function compareOrder(a: readonly Token[], b: readonly Token[]): Differences['order'] {
  let start = 0;
  while (start < a.length && a[start]?.key === b[start]?.key) start++;
  if (start === a.length) return 'equal';
  let endA = a.length;
  let endB = b.length;
  while (endA > start && a[endA - 1]?.key === b[endB - 1]?.key) {
    endA--;
    endB--;
  }
  const left = a.slice(start, endA);
  const right = b.slice(start, endB);
  // Between equal ends, one stretch stands elsewhere exactly when the rest is a rotation.
  for (let shift = 1; shift < left.length; shift++) {
    if (!left.every(({ key }, index) => right[(index + shift) % right.length]?.key === key))
      continue;
    // Two people, names or numbers that change places change roles: `I tell you`, `you tell me`.
    const split = left.length - shift;
    const roles = new Set([...left, ...right].filter(hasRole).map(({ key }) => key));
    const plays = ({ key }: Token) => roles.has(key);
    return left.slice(0, split).some(plays) && left.slice(split).some(plays)
      ? 'scrambled'
      : 'block';
  }
  return 'scrambled';
}

function hasRole({ kind, name }: Token): boolean {
  return name || kind === 'person' || kind === 'value';
}
