import type { MemoryRecord } from '@mneme/contract';
import { analyse } from '@mneme/language/text';
import { recallLimits } from './limits.ts';

/**
 * Whether facts learned from a turn say all of it: `I live in Porto, and I sing` is not all said by `I live in Porto`.
 */
export function wholeBy(learned: readonly MemoryRecord[]): (turn: MemoryRecord) => boolean {
  const made = new Map<string, MemoryRecord[]>();
  for (const fact of learned)
    for (const id of fact.evidence ?? []) made.set(id, [...(made.get(id) ?? []), fact]);
  return ({ id, content }) => {
    const facts = made.get(id);
    if (facts === undefined) return false;
    const said = new Set(facts.flatMap((fact) => analyse(fact.content)));
    const words = [...new Set(analyse(content))];
    const both = words.filter((word) => said.has(word)).length;
    return both >= recallLimits.wholeShare * words.length;
  };
}

/** Whether one of these facts already says what a turn says: the fact rests on the turn, or has its words. */
export function saidBy(facts: readonly MemoryRecord[]): (turn: MemoryRecord) => boolean {
  const restedOn = new Set(facts.flatMap(({ evidence = [] }) => evidence));
  const asked = new Map<string, boolean>();
  let words: Set<string>[] | undefined;
  const hasWordsOf = (content: string) => {
    words ??= facts.map((fact) => new Set(analyse(fact.content)));
    if (words.length === 0) return false;
    const said = new Set(analyse(content));
    return words.some((known) => {
      let both = 0;
      for (const word of known) if (said.has(word)) both += 1;
      return both >= recallLimits.saidWords && both >= recallLimits.saidShare * known.size;
    });
  };
  return ({ id, content }) => {
    const isSaid = asked.get(id) ?? (restedOn.has(id) || hasWordsOf(content));
    asked.set(id, isSaid);
    return isSaid;
  };
}
