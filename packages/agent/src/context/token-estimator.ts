import {
  blocksOf,
  type ContentBlockParam,
  type MessageParam,
  type TokenCounter,
} from '../messages.js';

/** Tokens of an image of the largest size that the API does not scale down. */
const imageTokens = 1600;
const documentTokens = 3000;
const messageTokens = 4;
const blockTokens = 4;

/**
 * A rough count for when no exact one is at hand: four characters of ASCII, or one other character, a token. On
 * English prose it is within a fifth of the real count. Each message object is looked at once, so counting a growing
 * history costs only its new messages; messages must not be changed in place.
 */
export function createTokenEstimator(): TokenCounter {
  const known = new WeakMap<MessageParam, number>();
  return (messages) => {
    let total = 0;
    for (const message of messages) {
      let tokens = known.get(message);
      if (tokens === undefined) {
        tokens = messageTokens;
        for (const block of blocksOf(message)) tokens += estimateBlock(block);
        known.set(message, tokens);
      }
      total += tokens;
    }
    return total;
  };
}

/** The same estimate for one text. */
export function estimateTextTokens(text: string): number {
  let wide = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) wide++;
  return Math.ceil((text.length - wide) / 4) + wide;
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
