import type { Evidence, Update } from './conflict-decision.ts';
import type { Differences } from './differences.ts';
import { appointments, attributes, changes } from './fact-words.ts';
import type { Statement, Token } from './read-statement.ts';
import {
  haveSameSubject,
  isUnsettled,
  splitClauses,
  splitSentences,
  topicsOf,
  weigh,
} from './statement-parts.ts';
import { units } from './statement-words.ts';

/** A number or a time together with what it counts: `dollar`, `percent`, `hour`, `date`, `weekday`. */
interface Value {
  token: Token;
  measures: Set<string>;
}

/** `the budget is $500` and `… now $600`, `meeting on Tuesday` and `… on Thursday`, `3 May` and `4 May`. */
export function findMovedValue(
  stored: Statement,
  incoming: Statement,
  { differences }: Evidence,
): Update | undefined {
  if (!haveSameSubject(stored, incoming)) return undefined;
  const known = new Set(stored.tokens.map(({ key }) => key));
  const kept = new Set(incoming.tokens.map(({ key }) => key));
  const olds = findValues(stored);
  if (olds.length === 0) return undefined;
  for (const value of findValues(incoming)) {
    if (known.has(value.token.key)) continue;
    for (const old of olds) {
      // What both say has not moved, unless the incoming text says what it was before.
      if (!areComparable(old, value)) continue;
      const why = explainMove(stored, incoming, {
        old,
        value,
        kept: kept.has(old.token.key),
        differences,
      });
      if (why !== undefined) return { reason: why };
    }
  }
  return undefined;
}

const temporal = new Set(['weekday', 'month', 'day', 'daytime', 'year']);
/** Measures of times begin with a mark, so that `a month` is no date. */
const timeMark = '@';

function findValues({ tokens }: Statement): Value[] {
  const values: Value[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'value') values.push({ token, measures: measuresOf(tokens, index) });
    else if (isTemporal(token)) values.push({ token, measures: new Set([timeMark + token.field]) });
  }
  return values;
}

function isTemporal({ field }: Token): boolean {
  return field !== undefined && temporal.has(field);
}

/** What stands beside a number tells what it is a number of: after it, or else before it. */
function measuresOf(tokens: readonly Token[], index: number): Set<string> {
  const { clause, key } = tokens[index] as Token;
  const measures = new Set<string>();
  const before = tokens[index - 1];
  const after = tokens[index + 1];
  if (before?.field === 'month' || after?.field === 'month') return measures.add(`${timeMark}date`);
  if (key.includes(':')) return measures.add(`${timeMark}time`);
  for (const token of tokens.slice(index + 1, index + 4)) {
    if (token.kind !== 'word' || token.clause !== clause) break;
    measures.add(token.field === 'daytime' ? `${timeMark}time` : token.key);
  }
  if (measures.size > 0) return measures;
  // A telephone number may be several values in a row.
  const label = tokens.slice(0, index).findLast((token) => token.kind !== 'value');
  if (label?.kind === 'word' && label.clause === clause) measures.add(label.key);
  return measures;
}

function areComparable(a: Value, b: Value): boolean {
  if (a.token.key === b.token.key) return false;
  for (const measure of a.measures) if (b.measures.has(measure)) return true;
  return false;
}

/** Why the value has moved; undefined where both may hold. */
function explainMove(
  stored: Statement,
  incoming: Statement,
  {
    old,
    value,
    kept,
    differences,
  }: { old: Value; value: Value; kept: boolean; differences: Differences },
): string | undefined {
  const [oldSentence, newSentence] = [
    sentenceOf(stored, old.token),
    sentenceOf(incoming, value.token),
  ];
  const shared = sharedTopics(oldSentence, newSentence);
  const weight = weigh(shared);
  if (weight === 0) return undefined;
  const [oldClause, newClause] = [clauseOf(stored, old.token), clauseOf(incoming, value.token)];
  const near = sharedTopics(
    withClauseBefore(oldSentence, oldClause),
    withClauseBefore(newSentence, newClause),
  );
  const attribute = shared.find(({ key }) => attributes.has(key));
  const appointment = shared.find(({ key }) => appointments.has(key));
  const timed = [...value.measures].some((measure) => measure.startsWith(timeMark));
  const cue = newClause.find((token, index) => isCue(token, newClause.slice(index + 1, index + 4)));
  const named = attribute ?? (timed ? appointment : undefined);
  const personal = isPersonal(oldSentence) && isPersonal(newSentence);
  if (cue !== undefined && weigh(near) >= 1 && weight >= 2) {
    if (named !== undefined || (personal && !timed)) return 'says that a value has changed';
  }
  if (kept || stored.question || incoming.question || isUnsettled(newSentence)) return undefined;
  if (named === undefined) {
    const all = !timed && isOnlyDifference(differences);
    return all && isState(stored) && isState(incoming) ? 'another number of the same' : undefined;
  }
  const topics = Math.max(weigh(factsOf(oldSentence)), weigh(factsOf(newSentence)));
  return topics <= 8 && weight >= topics * 0.5 ? 'another value of one attribute' : undefined;
}

function isCue({ key }: Token, next: readonly Token[]): boolean {
  if (!changes.has(key)) return false;
  // A new thing is not a new value: `the new deadline`, but not `a new phone`.
  return (
    key !== 'new' || next.some((token) => attributes.has(token.key) || appointments.has(token.key))
  );
}

function isOnlyDifference({ onlyA, onlyB, persons, negation }: Differences): boolean {
  if (persons || negation) return false;
  return [...onlyA, ...onlyB].every(({ kind, key }) => kind === 'value' || changes.has(key));
}

const past =
  /^(?:\w{2,}ed|ran|went|bought|paid|met|saw|ate|took|sold|won|lost|gave|fell|rose|hit|spent|made|was|were)$/;

/** How things are, rather than what happened: an event may happen again with another number. */
function isState({ stative, tokens }: Statement): boolean {
  return stative && !tokens.some(({ surface }) => past.test(surface));
}

function sentenceOf(statement: Statement, token: Token): Token[] {
  return splitSentences(statement).find((sentence) => sentence.includes(token)) ?? [];
}

function clauseOf(statement: Statement, token: Token): Token[] {
  return splitClauses(statement).find((clause) => clause.includes(token)) ?? [];
}

/** `my budget, it is now $350`: what a clause speaks of may stand in the one before. */
function withClauseBefore(sentence: readonly Token[], clause: readonly Token[]): Token[] {
  const number = clause[0]?.clause ?? 0;
  return sentence.filter((token) => token.clause === number || token.clause === number - 1);
}

/** Units and times are what two values are compared by, and say nothing of what they are values of. */
function factsOf(tokens: readonly Token[]): Token[] {
  return topicsOf(tokens).filter((token) => !isTemporal(token) && !units.has(token.key));
}

function sharedTopics(a: readonly Token[], b: readonly Token[]): Token[] {
  const known = new Set(factsOf(a).map(({ key }) => key));
  return factsOf(b).filter(({ key }) => known.has(key));
}

function isPersonal(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind, key }) => kind === 'person' && key === 'i');
}
