import { blocksOf, type ContentBlockParam, isThinking, type MessageParam } from '../messages.ts';

/**
 * The history without calls that have no result: of tools here, on the server (`server_tool_use`) and over MCP
 * (`mcp_tool_use`), and calls that such a call has made. A message of which only thinking is left goes too. Without
 * such calls, the given array is returned.
 */
export function dropUnanswered(messages: readonly MessageParam[]): {
  messages: readonly MessageParam[];
  /** Number of calls. */
  dropped: number;
} {
  const blocks = messages.flatMap((message) => [...blocksOf(message)]);
  const answered = new Set(blocks.flatMap((block) => resultOf(block) ?? []));
  const unanswered = new Set<string>();
  for (const block of blocks) {
    const id = callOf(block);
    if (id === undefined) continue;
    const caller = 'caller' in block && block.caller && 'tool_id' in block.caller;
    if (
      !answered.has(id) ||
      (caller && unanswered.has((block.caller as { tool_id: string }).tool_id))
    )
      unanswered.add(id);
  }
  if (unanswered.size === 0) return { messages, dropped: 0 };
  const stays = (block: ContentBlockParam) =>
    !unanswered.has(callOf(block) ?? resultOf(block) ?? '');
  const left: MessageParam[] = [];
  for (const message of messages) {
    const all = blocksOf(message);
    const rest = all.filter(stays);
    if (rest.length === all.length) add(left, message);
    else if (!rest.every(isThinking)) add(left, { ...message, content: rest } as MessageParam);
  }
  return { messages: left, dropped: unanswered.size };
}

/**
 * The messages that the API reads: it drops those before the newest compaction block, and refuses several blocks that
 * each replace the beginning. A block without a summary replaces nothing.
 */
export function behindCompaction(messages: readonly MessageParam[]): readonly MessageParam[] {
  const replaces = (block: ContentBlockParam) =>
    block.type === 'compaction' && typeof block.content === 'string';
  const at = messages.findLastIndex((message) => blocksOf(message).some(replaces));
  if (at < 0) return messages;
  const message = messages[at] as MessageParam;
  const blocks = blocksOf(message);
  const from = blocks.findLastIndex(replaces);
  if (at === 0 && from === 0) return messages;
  return [{ ...message, content: blocks.slice(from) } as MessageParam, ...messages.slice(at + 1)];
}

function callOf(block: ContentBlockParam): string | undefined {
  return block.type.endsWith('tool_use') && 'id' in block ? block.id : undefined;
}

function resultOf(block: ContentBlockParam): string | undefined {
  return 'tool_use_id' in block ? block.tool_use_id : undefined;
}

/** Roles alternate, so a message joins one of the same role. */
function add(messages: MessageParam[], message: MessageParam): void {
  const last = messages.at(-1);
  if (last?.role !== message.role) messages.push(message);
  else
    messages[messages.length - 1] = {
      ...last,
      content: [...blocksOf(last), ...blocksOf(message)],
    } as MessageParam;
}
