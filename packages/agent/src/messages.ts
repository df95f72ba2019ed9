import type { Anthropic } from '@anthropic-ai/sdk';

/** One message of a Messages API history, in the SDK's type. */
export type MessageParam = Anthropic.Beta.Messages.BetaMessageParam;

/** One block of a message that is sent. */
export type ContentBlockParam = Anthropic.Beta.Messages.BetaContentBlockParam;

/** A text in a message that is sent. */
export type TextBlockParam = Anthropic.Beta.Messages.BetaTextBlockParam;
/** A tool's call in a history. */
export type ToolUseBlockParam = Anthropic.Beta.Messages.BetaToolUseBlockParam;
/** The result of a tool's call, as it is sent back. */
export type ToolResultBlockParam = Anthropic.Beta.Messages.BetaToolResultBlockParam;

/** An answer of the model. */
export type Message = Anthropic.Beta.Messages.BetaMessage;

/** Counts the input tokens of a history. Must be deterministic, and linear for the edits to be linear. */
export type TokenCounter = (messages: readonly MessageParam[]) => number;

/** The blocks of a message; a plain string is one text block. A system message may have none. */
export function blocksOf({ content = [] }: MessageParam): readonly ContentBlockParam[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Without system messages that the API no longer shows (`clear_at`), since a message of the user follows them. */
export function shownMessages(messages: readonly MessageParam[]): readonly MessageParam[] {
  const newest = messages.findLastIndex(({ role }) => role === 'user');
  return messages.filter(
    (message, at) =>
      message.role !== 'system' || message.clear_at !== 'next_user_message' || at > newest,
  );
}

/** True if a person (or the application) speaks, not only tools: a new turn starts here. */
export function isUserText(message: MessageParam): boolean {
  if (message.role !== 'user') return false;
  if (typeof message.content === 'string') return true;
  return message.content.length === 0 || message.content.some((b) => b.type !== 'tool_result');
}

export function isThinking(block: ContentBlockParam): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}

/** All text of a message, blocks joined by nothing. */
export function textOf(message: { content: string | readonly { type: string }[] }): string {
  if (typeof message.content === 'string') return message.content;
  return message.content
    .map((block) => (block.type === 'text' ? (block as TextBlockParam).text : ''))
    .join('');
}

/**
 * The history with this content added for the user. Roles alternate: if the last message is the user's, but for system
 * messages behind it, the content joins it, tool results first.
 */
export function appendUser(
  messages: readonly MessageParam[],
  content: string | readonly ContentBlockParam[],
): MessageParam[] {
  const at = messages.findLastIndex(({ role }) => role !== 'system');
  const last = messages[at];
  if (last?.role !== 'user') {
    return [
      ...messages,
      { role: 'user', content: typeof content === 'string' ? content : [...content] },
    ];
  }
  const added: readonly ContentBlockParam[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return messages.with(at, { role: 'user', content: [...blocksOf(last), ...added] });
}
