import { findDifferences } from './differences.ts';
import { readStatement, type Token } from './read-statement.ts';

/** The words of each text that the other one lacks, as they are written: on them a conflict was decided. */
export function differingWords(one: string, other: string): [string[], string[]] {
  const { onlyA, onlyB } = findDifferences(readStatement(one), readStatement(other));
  const surfaces = (tokens: readonly Token[]) => [...new Set(tokens.map(({ surface }) => surface))];
  return [surfaces(onlyA), surfaces(onlyB)];
}
