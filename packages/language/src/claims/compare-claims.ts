import { type Claim, haveOneSubject, type Reading } from './claim.ts';
import type { ConflictDecision } from './conflict-decision.ts';
import { fields } from './word-relations.ts';

/**
 * What two statements say of each other by what they claim: undefined where neither has a claim of the other's matter.
 * `distinct` is said where they speak of one matter and both hold: at two times, one as a plan.
 */
export function compareClaims(stored: Reading, incoming: Reading): ConflictDecision | undefined {
  const found: ConflictDecision[] = [];
  for (const young of incoming.claims) {
    for (const old of stored.claims) {
      if (!haveOneSubject(old, young) || old.attribute !== young.attribute) continue;
      const decision = compare(old, young);
      if (decision !== undefined) found.push(decision);
    }
  }
  const first = (relation: ConflictDecision['relation']) =>
    found.find((decision) => decision.relation === relation);
  const same = first('same');
  if (same !== undefined && first('update') === undefined && addsWords(stored, incoming))
    return same.reason === 'the same number'
      ? { relation: 'contested', reason: 'the same number, and more' }
      : undefined;
  return first('update') ?? first('distinct') ?? same ?? first('contested');
}

function compare(old: Claim, young: Claim): ConflictDecision | undefined {
  const rule = ruleOf(young.attribute);
  const both = `${rule}, at two times`;
  if (young.unsettled || old.unsettled)
    return { relation: 'distinct', reason: `${rule}, as it was or may be` };
  if (!sameKeys(old.period, young.period)) {
    if (old.period.length > 0 && young.period.length > 0)
      return { relation: 'distinct', reason: both };
    return { relation: young.told ? 'contested' : 'distinct', reason: both };
  }
  if (young.from !== undefined && !young.from.some((key) => old.value.includes(key)))
    return { relation: 'distinct', reason: `${rule}, from another one` };
  const known = new Set(old.value);
  const covered = young.value.every((key) => known.has(key));
  if (old.negative !== young.negative) {
    const wider = old.value.every((key) => young.value.includes(key));
    if (!covered && !wider) return undefined;
    const sure = covered && (wider || young.negative);
    return {
      relation: sure ? 'update' : 'contested',
      kind: 'contradiction',
      reason: `denial of ${rule}`,
    };
  }
  if (covered) return { relation: 'same', reason: `the same ${rule}` };
  if (old.negative) return undefined;
  if (isCjk(old.value) !== isCjk(young.value) && !hasNumber(young.value))
    return { relation: 'contested', reason: `${rule} in two languages` };
  const wider = old.value.every((key) => young.value.includes(key));
  if (young.exclusive === 'never' && isOnlyNumber(old.value, young.value))
    return { relation: 'update', reason: `another number of ${rule}` };
  if (young.exclusive === 'never' && (!wider || young.list))
    return { relation: 'distinct', reason: 'two facts' };
  if (young.exclusive === 'told' && isAmount(old.value) && isAmount(young.value))
    return { relation: 'update', reason: `another ${rule}` };
  if (wider) return { relation: 'contested', reason: `${rule}, said more exactly` };
  if (young.exclusive === 'related')
    return related(old.value, young.value)
      ? { relation: 'update', reason: `another ${rule}` }
      : undefined;
  if (young.exclusive === 'always' || (young.exclusive === 'told' && young.told))
    return { relation: 'update', reason: `another ${rule}` };
  if (young.exclusive === 'told')
    return { relation: 'contested', reason: `likely another ${rule}` };
  return undefined;
}

/** Longer values are descriptions, and two descriptions may both hold. */
const mostOfKind = 4;

/** In words that repeat nothing of the text. */
function ruleOf(attribute: string): string {
  if (attribute.startsWith('count ')) return 'number';
  if (attribute.startsWith('preference')) return 'preference';
  return attribute.startsWith('is') ? 'value of one attribute' : attribute;
}

/** More than the words of a frame: another detail, which would be lost. */
function addsWords({ words: known }: Reading, { words, claims }: Reading): boolean {
  const values = new Set(claims.flatMap(({ value }) => value));
  const added = [...words].filter((key) => !known.has(key) && !values.has(key));
  const others = claims.filter(({ attribute }) => attribute !== 'relationship');
  return added.length > 3 || others.length > 1;
}

/** Of one kind: both end with one noun, or have two words that exclude each other. */
function related(a: readonly string[], b: readonly string[]): boolean {
  if (a.length > mostOfKind || b.length > mostOfKind) return false;
  if (a.at(-1) === b.at(-1)) return true;
  const [was, is] = [fieldsIn(a), fieldsIn(b)];
  return [...was].some(([word, field]) =>
    [...is].some(([other, same]) => same === field && other !== word),
  );
}

/** Words of closed fields, as `tea` is of drinks. In Chinese they stand inside of the pairs of characters. */
function fieldsIn(value: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const key of value) {
    for (const word of /\p{Script=Han}/u.test(key) ? [key, ...key] : [key]) {
      const field = fields.get(word);
      if (field !== undefined) found.set(word, field);
    }
  }
  return found;
}

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key) => b.includes(key));
}

function isCjk(value: readonly string[]): boolean {
  return value.some((key) => /\p{Script=Han}/u.test(key));
}

/** The same words with another number: `port 8443`, `port 8444`. */
function isOnlyNumber(a: readonly string[], b: readonly string[]): boolean {
  const words = (value: readonly string[]) => value.filter((key) => !/^[$€£¥]?\d/.test(key));
  const same = sameKeys(words(a), words(b)) && words(a).length > 0;
  return same && a.length === b.length && a.length === words(a).length + 1;
}

/** A number, perhaps with its unit. */
function isAmount(value: readonly string[]): boolean {
  return value.length <= 2 && /^[$€£¥]?\d/.test(value[0] ?? '');
}

function hasNumber(value: readonly string[]): boolean {
  return value.some((key) => /\d/.test(key));
}
