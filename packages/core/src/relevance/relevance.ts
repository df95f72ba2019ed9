import { sumOfTrees, treesFrom } from '@mneme/language/trees';
import { blockEvidence, blockLines, blockNames } from './block-evidence.ts';
import { type EvidenceRequest, evidenceFor, evidenceNames } from './evidence.ts';
import tables from './relevance-tables.json' with { type: 'json' };

/** Whether a block holds an answer. */
const blockTrees = treesFrom(tables.block);
/** Which memory of a block it is. */
const lineTrees = treesFrom(tables.line);

/** Evidence for it (above zero) or against it, in logarithms of odds. */
export interface RelevancePart {
  name: string;
  value: number;
}

/** The parts of a relevance: `chance` times `share`. */
export interface RelevanceExplanation {
  /** The probability that the first ten memories contain the answer, 0..1. */
  chance: number;
  /** This memory's own probability relative to the best one's, 0..1. */
  share: number;
  /** The parts of the logarithm of the odds of `chance`; `usual` is the part before any evidence. */
  parts: RelevancePart[];
}

export interface Relevance {
  value: number;
  explanation(): RelevanceExplanation;
}

/**
 * The probability that each memory answers, by its place in the ranking. The best one's relevance is the probability
 * that the first ten contain the answer; another memory's is that times its own relative to the best one's. So a
 * minimum for the best decides about the whole block. 0 if neither arm found a memory and no neighbour led to it.
 */
export function relevanceOf(request: EvidenceRequest): (place: number) => Relevance {
  const rowAt = evidenceFor(request);
  const lines: number[][] = [];
  for (let place = 0; place < request.ranked.length && lines.length < blockLines; place++) {
    const row = rowAt(place);
    if (row !== undefined) lines.push(row);
  }
  const block = blockEvidence(lines);
  const chance = block === undefined ? 0 : logistic(sumOfTrees(blockTrees, block));
  const own = (place: number) => {
    const row = rowAt(place);
    return row === undefined ? 0 : logistic(sumOfTrees(lineTrees, row));
  };
  const first = [...request.ranked.slice(0, blockLines).keys()].map(own);
  const most = Math.max(...first, Number.MIN_VALUE);
  return (place) => {
    const share = Math.min(1, (first[place] ?? own(place)) / most);
    return {
      value: chance * share,
      explanation: () => ({ chance, share, parts: block === undefined ? [] : partsOf(block) }),
    };
  };
}

function partsOf(block: readonly number[]): RelevancePart[] {
  const steps: number[] = [];
  const sum = sumOfTrees(blockTrees, block, steps);
  const heads = new Map<string, number>();
  for (const [place, name] of blockNames.entries()) {
    const head = evidenceNames[name];
    heads.set(head, (heads.get(head) ?? 0) + (steps[place] ?? 0));
  }
  const parts = [...heads].map(([name, value]) => ({ name, value }));
  const known = parts.reduce((total, { value }) => total + value, 0);
  return [{ name: 'usual', value: sum - known }, ...parts];
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
