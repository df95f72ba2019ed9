import type { Statement, Token } from './read-statement.js';
import { attributes, changes, endings, frames, unsettled, verbs } from './statement-words.js';

export function isContent({ kind }: Token): boolean {
  return kind === 'word' || kind === 'value';
}

export function splitClauses({ tokens }: Statement): Token[][] {
  return group(tokens, ({ clause }) => clause);
}

export function splitSentences({ tokens }: Statement): Token[][] {
  return group(tokens, ({ sentence }) => sentence);
}

function group(tokens: readonly Token[], numberOf: (token: Token) => number): Token[][] {
  const groups: Token[][] = [];
  let current: Token[] | undefined;
  let number: number | undefined;
  for (const token of tokens) {
    if (current === undefined || numberOf(token) !== number) {
      current = [];
      groups.push(current);
      number = numberOf(token);
    }
    current.push(token);
  }
  return groups;
}

/** Whether it speaks of a plan, a wish or a guess rather than of how things are. */
export function isUnsettled(tokens: readonly Token[]): boolean {
  return tokens.some(({ surface, key }) => unsettled.has(surface) || unsettled.has(key));
}

/**
 * Whether both may speak of the same one. Memories are written as `I …`, `User …`, `Ada …` or without a subject, so
 * only two different names at the head, or two different people, tell them apart.
 */
export function haveSameSubject(a: Statement, b: Statement): boolean {
  const one = subjectOf(a);
  const other = subjectOf(b);
  return one === undefined || other === undefined || one === other;
}

function subjectOf({ tokens }: Statement): string | undefined {
  const first = tokens[0];
  if (first === undefined || tokens.length < 2) return undefined;
  if (first.kind === 'person') return first.key;
  const verb = [frames, changes, endings, attributes, verbs].some((list) => list.has(first.key));
  return first.head && !verb ? first.key : undefined;
}
