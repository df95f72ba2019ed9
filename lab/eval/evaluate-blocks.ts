import type { MemoryScope, RetrievedMemory } from '@mneme/core';
import { estimateTextTokens, excerpt } from '@mneme/core/faces';
import type { EvaluationQuery } from './evaluation-query.ts';

/** Makes the block for a message. */
export type MakeBlock = (
  scope: MemoryScope,
  message: string,
  options: { tokenBudget: number },
) => Promise<{ memories: readonly RetrievedMemory[]; tokens: number }>;

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

/** Collects the contents of the blocks of each budget, query by query. */
export class BlockMeter {
  readonly #budgets: readonly number[];
  readonly #makeBlock: MakeBlock;
  readonly #exclude: readonly string[];
  readonly #answered = new Map<number, Omit<BlockScores, 'tokenBudget' | 'n' | 'silent'>[]>();
  readonly #excluded = new Map<number, boolean[]>();

  constructor(
    { budgets, makeBlock }: { budgets: readonly number[]; makeBlock: MakeBlock },
    { exclude }: { exclude: readonly string[] },
  ) {
    this.#budgets = budgets;
    this.#makeBlock = makeBlock;
    this.#exclude = exclude;
  }

  async measure(scope: MemoryScope, query: EvaluationQuery): Promise<void> {
    const { text, type, relevant } = query;
    const isExcluded = type !== undefined && this.#exclude.includes(type);
    if (!isExcluded && relevant.length === 0) return;
    for (const tokenBudget of this.#budgets) {
      const { memories, tokens } = await this.#makeBlock(scope, text, { tokenBudget });
      const isRight = ({ id, source }: RetrievedMemory) =>
        relevant.includes(source.externalId ?? id);
      if (isExcluded) {
        push(this.#excluded, tokenBudget, memories.length === 0);
        continue;
      }
      const right = new Set(memories.filter(isRight).map(({ id }) => id)).size;
      const noise = memories.filter((memory) => !isRight(memory));
      push(this.#answered, tokenBudget, {
        any: right > 0 ? 1 : 0,
        evidence: right / relevant.length,
        tokens,
        noiseTokens: noise.reduce(
          (sum, { content }) => sum + estimateTextTokens(excerpt(content, text)),
          0,
        ),
      });
    }
  }

  /** One row for each budget. */
  scores(): BlockScores[] {
    return this.#budgets.map((tokenBudget) => {
      const blocks = this.#answered.get(tokenBudget) ?? [];
      const mean = (name: 'any' | 'evidence' | 'tokens' | 'noiseTokens') =>
        blocks.length === 0 ? 0 : blocks.reduce((sum, one) => sum + one[name], 0) / blocks.length;
      const quiet = this.#excluded.get(tokenBudget) ?? [];
      return {
        tokenBudget,
        n: blocks.length,
        any: mean('any'),
        evidence: mean('evidence'),
        tokens: mean('tokens'),
        noiseTokens: mean('noiseTokens'),
        ...(quiet.length === 0
          ? {}
          : { silent: quiet.filter((silent) => silent).length / quiet.length }),
      };
    });
  }
}

function push<Value>(lists: Map<number, Value[]>, key: number, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
