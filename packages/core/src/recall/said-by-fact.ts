import type { MemoryRecord } from '@mneme/engine/contract';
import { analyse } from '@mneme/language/text';
import { recallLimits } from './limits.ts';

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
