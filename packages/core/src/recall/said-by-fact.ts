import type { MemoryRecord } from '@mneme/engine/contract';
import { analyse } from '@mneme/language/text';
import { recallLimits } from './limits.ts';

/** Whether one of these facts already says what a turn says: it rests on the turn, or has its words. */
export function saidBy(facts: readonly MemoryRecord[]): (turn: MemoryRecord) => boolean {
  const words = facts.map(({ content }) => new Set(analyse(content)));
  const restedOn = new Set(facts.flatMap(({ evidence = [] }) => evidence));
  return ({ id, content }) => {
    if (restedOn.has(id)) return true;
    const said = new Set(analyse(content));
    return words.some((known) => {
      const both = [...known].filter((word) => said.has(word)).length;
      return both >= recallLimits.saidWords && both >= recallLimits.saidShare * known.size;
    });
  };
}
