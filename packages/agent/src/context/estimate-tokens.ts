import { estimateTextTokens } from '@mneme/core/faces';
import { blocksOf, type ContentBlockParam, type TokenCounter } from '../messages.ts';

/** Tokens of the largest image that the API does not scale down. */
const imageTokens = 1600;
const documentTokens = 3000;
const messageTokens = 4;
const blockTokens = 4;

/**
 * A rough count of a history's tokens: one for four ASCII characters, or for one Chinese, Japanese or Korean character.
 * On English prose it is within a fifth of the real count.
 */
export const estimateTokens: TokenCounter = (messages) => {
  let total = 0;
  for (const message of messages) {
    total += messageTokens;
    for (const block of blocksOf(message)) total += estimateBlock(block);
  }
  return total;
};

function estimateBlock(block: ContentBlockParam): number {
  switch (block.type) {
    case 'text':
      return blockTokens + estimateTextTokens(block.text);
    case 'thinking':
      return blockTokens + estimateTextTokens(block.thinking);
    case 'image':
      return imageTokens;
    case 'document':
      return documentTokens;
    case 'tool_use':
      return (
        blockTokens +
        estimateTextTokens(block.name) +
        estimateTextTokens(JSON.stringify(block.input) ?? '')
      );
    case 'tool_result': {
      const { content } = block;
      if (content === undefined) return blockTokens;
      if (typeof content === 'string') return blockTokens + estimateTextTokens(content);
      let tokens = blockTokens;
      for (const part of content) tokens += estimateBlock(part as ContentBlockParam);
      return tokens;
    }
    default:
      return blockTokens + estimateTextTokens(JSON.stringify(block));
  }
}
