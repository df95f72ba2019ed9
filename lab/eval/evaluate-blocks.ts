import type { MemoryScope, RetrievedMemory } from '@mneme/core';
import { estimateTextTokens, excerpt } from '@mneme/core/faces';
import type { EvaluationQuery } from './evaluation-query.ts';

/** Makes the block for a message. */
export type MakeBlock = (
  scope: MemoryScope,
  message: string,
  options: { tokenBudget: number },
) => Promise<{ memories: readonly RetrievedMemory[]; tokens: number }>;

/** Which blocks are measured. */
export interface BlockOptions {
  /** In tokens. */
  budgets: readonly number[];
  makeBlock: MakeBlock;
}

/** Contents of blocks of one budget, as means over the queries with relevant memories. */
export interface BlockScores {
  tokenBudget: number;
  /** Queries that were averaged. */
  n: number;
  /** The share of queries with any relevant memory in the block. */
  any: number;
  /** The share of the relevant memories that is in the block. */
  evidence: number;
  /** Tokens of the block. */
  tokens: number;
  /** Tokens of the memories in it that are not relevant. */
  noiseTokens: number;
  /** For queries of an excluded type: the share with no memory in the block. Absent: there are none. */
  silent?: number;
}

/** What one block held. `quiet`: the query was of an excluded type, and whether the block was empty. */
export type MeasuredBlock = { tokenBudget: number } & (
  | { quiet: boolean }
  | Pick<BlockScores, 'any' | 'evidence' | 'tokens' | 'noiseTokens'>
);

/** The blocks for a query, one of each budget; none for a query without relevant memories. */
export async function measureBlocks(
  scope: MemoryScope,
  { text, type, relevant }: EvaluationQuery,
  { budgets, makeBlock, exclude }: BlockOptions & { exclude: readonly string[] },
): Promise<MeasuredBlock[]> {
  const isExcluded = type !== undefined && exclude.includes(type);
  const measured: MeasuredBlock[] = [];
  if (!isExcluded && relevant.length === 0) return measured;
  const isRight = ({ id, source }: RetrievedMemory) => relevant.includes(source.externalId ?? id);
  for (const tokenBudget of budgets) {
    const { memories, tokens } = await makeBlock(scope, text, { tokenBudget });
    if (isExcluded) {
      measured.push({ tokenBudget, quiet: memories.length === 0 });
      continue;
    }
    const right = new Set(memories.filter(isRight).map(({ id }) => id)).size;
    const noise = memories.filter((memory) => !isRight(memory));
    measured.push({
      tokenBudget,
      any: right > 0 ? 1 : 0,
      evidence: right / relevant.length,
      tokens,
      noiseTokens: noise.reduce(
        (sum, { content }) => sum + estimateTextTokens(excerpt(content, text)),
        0,
      ),
    });
  }
  return measured;
}

/** A row for each budget. */
export function blockScores(
  measured: readonly MeasuredBlock[],
  budgets: readonly number[],
): BlockScores[] {
  return budgets.map((tokenBudget) => {
    const ofBudget = measured.filter((block) => block.tokenBudget === tokenBudget);
    const quiet = ofBudget.flatMap((block) => ('quiet' in block ? Number(block.quiet) : []));
    const blocks = ofBudget.flatMap((block) => ('quiet' in block ? [] : block));
    const of = (name: 'any' | 'evidence' | 'tokens' | 'noiseTokens') =>
      mean(blocks.map((block) => block[name]));
    return {
      ...{ tokenBudget, n: blocks.length },
      ...{ any: of('any'), evidence: of('evidence') },
      ...{ tokens: of('tokens'), noiseTokens: of('noiseTokens') },
      ...(quiet.length === 0 ? {} : { silent: mean(quiet) }),
    };
  });
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
