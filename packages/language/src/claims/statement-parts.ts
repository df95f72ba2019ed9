import { attributes, changes, endings, fillers, frames, unsettled, verbs } from './fact-words.ts';
import type { Statement, Token } from './read-statement.ts';
import { questionWords } from './statement-words.ts';

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

/** The words that tell what it is about, each once, without numbers. */
export function topicsOf(tokens: readonly Token[]): Token[] {
  const topics = new Map<string, Token>();
  for (const token of tokens) {
    if (token.kind === 'word' && !fillers.has(token.key) && !changes.has(token.key))
      topics.set(token.key, token);
  }
  return [...topics.values()];
}

/** How much is said by these words. A Chinese character is about half a word. */
export function weigh(tokens: readonly Token[]): number {
  let weight = 0;
  for (const { surface } of tokens) weight += surface.length === 1 && surface > '\u2e80' ? 0.5 : 1;
  return weight;
}

/** Whether it speaks of a plan, a wish or a guess rather than of how things are. */
export function isUnsettled(tokens: readonly Token[]): boolean {
  return tokens.some(({ key, field }) => unsettled.has(key) && field !== 'month');
}

/**
 * Whether both may speak of the same one. Memories are written as `I …`, `User …`, `Ada …` or without a subject, so
 * only two different names at the head, or two different people, tell them apart.
 */
export function haveSameSubject(a: Statement, b: Statement): boolean {
  if (a.tokens.length > longestFact || b.tokens.length > longestFact) return true;
  const one = subjectOf(a);
  const other = subjectOf(b);
  return one === undefined || other === undefined || one === other;
}

/** Longer texts are turns of a conversation, and what they begin with is not what they are about. */
const longestFact = 25;

function subjectOf({ tokens }: Statement): string | undefined {
  const first = tokens[0];
  if (first === undefined || tokens.length < 2) return undefined;
  if (first.kind === 'person') return first.key;
  const verb = [frames, changes, endings, attributes, verbs].some((list) => list.has(first.key));
  return first.head && !verb && !questionWords.has(first.surface) ? first.key : undefined;
}
