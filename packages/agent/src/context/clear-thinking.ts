import {
  type ContentBlockParam,
  isThinking,
  isUserText,
  type MessageParam,
  type TokenCounter,
} from '../messages.ts';
import type { AppliedClearThinking, ClearThinkingEdit } from './context-edit.ts';

/** Replaces a message without any block, which the API would refuse. */
export const clearedThinkingPlaceholder = '[thinking cleared]';

/** All assistant messages between two user texts are one turn, however many tool rounds it took. */
export function clearThinking(
  messages: readonly MessageParam[],
  { edit, countTokens }: { edit: ClearThinkingEdit; countTokens: TokenCounter },
): { messages: readonly MessageParam[]; applied?: AppliedClearThinking } {
  const keep = edit.keep ?? { type: 'thinking_turns', value: 1 };
  if (keep === 'all' || keep.type === 'all') return { messages };

  const turns = thinkingTurns(messages);
  const older = turns.slice(0, Math.max(0, turns.length - keep.value));
  if (older.length === 0) return { messages };

  const edited = messages.slice();
  for (const index of older.flat()) {
    const message = edited[index]!;
    const rest = (message.content as ContentBlockParam[]).filter((block) => !isThinking(block));
    edited[index] = {
      ...message,
      content: rest.length > 0 ? rest : [{ type: 'text', text: clearedThinkingPlaceholder }],
    } as MessageParam;
  }
  return {
    messages: edited,
    applied: {
      type: 'clear_thinking_20251015',
      cleared_thinking_turns: older.length,
      cleared_input_tokens: countTokens(messages) - countTokens(edited),
    },
  };
}

/** For each turn with thinking, oldest first, the indexes of the messages with thinking. */
function thinkingTurns(messages: readonly MessageParam[]): number[][] {
  const turns: number[][] = [];
  let current: number[] = [];
  messages.forEach((message, index) => {
    if (isUserText(message)) {
      if (current.length > 0) turns.push(current);
      current = [];
    } else if (
      message.role === 'assistant' &&
      typeof message.content !== 'string' &&
      message.content.some(isThinking)
    ) {
      current.push(index);
    }
  });
  if (current.length > 0) turns.push(current);
  return turns;
}
