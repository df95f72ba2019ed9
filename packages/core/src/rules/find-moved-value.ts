import type { Evidence } from './conflict.js';
import type { Update } from './find-update.js';
import type { Statement, Token } from './read-statement.js';
import { haveSameSubject, isUnsettled, splitSentences } from './statement-parts.js';
import { appointments, attributes, changes, fillers, verbs } from './statement-words.js';

/** A number or a time together with what it counts: `$`, `percent`, `hours`, `date`, `weekday`. */
interface Value {
  token: Token;
  measures: Set<string>;
}

/** `the budget is $500` and `… now $600`, `meeting on Tuesday` and `… on Thursday`, `3 May` and `4 May`. */
export function findMovedValue(
  stored: Statement,
  incoming: Statement,
  _evidence: Evidence,
): Update | undefined {
  if (!haveSameSubject(stored, incoming)) return undefined;
  const storedKeys = new Set(stored.tokens.map(({ key }) => key));
  for (const young of splitSentences(incoming)) {
    const values = valuesOf(young).filter(({ token }) => !storedKeys.has(token.key));
    if (values.length === 0) continue;
    for (const old of splitSentences(stored)) {
      const context = compareContext(old, young);
      if (context.shared.length === 0) continue;
      for (const value of values) {
        const replaced = valuesOf(old).find((other) => areComparable(other, value));
        if (replaced === undefined) continue;
        const why = explain(context, {
          old,
          young,
          replaced,
          value,
          questions: stored.question || incoming.question,
        });
        if (why !== undefined) {
          return { reason: `${replaced.token.surface} was, ${value.token.surface} is (${why})` };
        }
      }
    }
  }
  return undefined;
}

const temporal = new Set(['weekday', 'month', 'day', 'daytime', 'year']);

function valuesOf(sentence: readonly Token[]): Value[] {
  const values: Value[] = [];
  for (const [index, token] of sentence.entries()) {
    if (token.kind === 'value') values.push({ token, measures: measuresOf(sentence, index) });
    else if (token.field !== undefined && temporal.has(token.field)) {
      values.push({ token, measures: new Set([token.field]) });
    }
  }
  return values;
}

/** What stands beside a number tells what it is a number of. */
function measuresOf(sentence: readonly Token[], index: number): Set<string> {
  const measures = new Set<string>();
  const { clause, key } = sentence[index] as Token;
  const before = sentence[index - 1];
  if (before?.clause === clause && before.field === 'month') measures.add('date');
  for (const after of sentence.slice(index + 1, index + 4)) {
    if (after.kind === 'value' || after.clause !== clause) break;
    if (after.field === 'month' && after === sentence[index + 1]) measures.add('date');
    if (after.kind === 'word') measures.add(after.field === 'daytime' ? 'time' : after.key);
  }
  if (key.includes(':')) measures.add('time');
  return measures;
}

function areComparable(a: Value, b: Value): boolean {
  if (a.token.key === b.token.key) return false;
  if (a.measures.size === 0 && b.measures.size === 0) return true;
  for (const measure of a.measures) if (b.measures.has(measure)) return true;
  return false;
}

interface Context {
  shared: Token[];
  /** How much of the shorter sentence, and of the longer one, is shared. */
  least: number;
  most: number;
}

function compareContext(old: readonly Token[], young: readonly Token[]): Context {
  const topicsOld = unique(old.filter(isTopic));
  const topicsYoung = unique(young.filter(isTopic));
  const known = new Set(topicsOld.map(({ key }) => key));
  const shared = topicsYoung.filter(({ key }) => known.has(key));
  const [short, long] = [topicsOld.length, topicsYoung.length].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return {
    shared,
    most: shared.length / Math.max(1, short),
    least: shared.length / Math.max(1, long),
  };
}

function unique(tokens: readonly Token[]): Token[] {
  return [...new Map(tokens.map((token) => [token.key, token])).values()];
}

function isTopic({ kind, key, field }: Token): boolean {
  return (
    kind === 'word' &&
    !fillers.has(key) &&
    !changes.has(key) &&
    !(field !== undefined && temporal.has(field))
  );
}

/** Why the value has moved; undefined where both may hold. */
function explain(
  { shared, least }: Context,
  {
    old,
    young,
    replaced,
    value,
    questions,
  }: { old: Token[]; young: Token[]; replaced: Value; value: Value; questions: boolean },
): string | undefined {
  const cue = young.find(({ key, surface }) => changes.has(key) || changes.has(surface));
  if (cue !== undefined && shared.length >= 2) return `${cue.surface}: ${shared[0]?.surface}`;
  if (questions || isUnsettled(young)) return undefined;
  const attribute = shared.find(({ key }) => attributes.has(key));
  if (attribute !== undefined && least >= 0.5) return attribute.surface;
  const appointment = shared.find(({ key }) => appointments.has(key));
  const times = [...value.measures].some(
    (measure) => measure === 'date' || measure === 'time' || temporal.has(measure),
  );
  if (appointment !== undefined && times && least >= 0.5) return appointment.surface;
  return undefined;
}
void verbs;
