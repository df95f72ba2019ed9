import { estimateTextTokens } from '@mneme/core/faces';
import { blocksOf, type ContentBlockParam, shownMessages, type TokenCounter } from '../messages.ts';

/** Tokens of the largest image that the API does not scale down. */
const imageTokens = 1600;
const documentTokens = 3000;
const messageTokens = 4;
const blockTokens = 4;

/**
 * A rough count of a history's tokens: one for four ASCII characters, or for one Chinese, Japanese or Korean character.
 * On English prose it is within a fifth of the real count.
 */
export const estimateTokens: TokenCounter = (messages) =>
  shownMessages(messages).reduce(
    (total, message) => total + messageTokens + estimateBlocks(blocksOf(message)),
    0,
  );

function estimateBlocks(blocks: readonly ContentBlockParam[]): number {
  return blocks.reduce((total, block) => total + estimateBlock(block), 0);
}

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
    case 'tool_use': {
      const input = JSON.stringify(block.input) ?? '';
      return blockTokens + estimateTextTokens(block.name) + estimateTextTokens(input);
    }
    case 'tool_result': {
      const { content = '' } = block;
      const tokens =
        typeof content === 'string'
          ? estimateTextTokens(content)
          : estimateBlocks(content as ContentBlockParam[]);
      return blockTokens + tokens;
    }
    default:
      return blockTokens + estimateTextTokens(JSON.stringify(block));
  }
}
