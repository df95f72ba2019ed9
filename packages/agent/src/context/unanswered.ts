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
  const gone = unansweredBlocks(messages.flatMap((message) => [...blocksOf(message)]));
  if (gone.blocks.size === 0) return { messages, dropped: 0 };
  const left: MessageParam[] = [];
  for (const message of messages) {
    const all = blocksOf(message);
    const rest = all.filter((block) => !gone.blocks.has(block));
    if (rest.length === all.length) add(left, message);
    else if (!rest.every(isThinking)) add(left, { ...message, content: rest } as MessageParam);
  }
  return { messages: left, dropped: gone.calls };
}

/** The calls without a result, and with them the calls that they have made, and their results. */
function unansweredBlocks(blocks: readonly ContentBlockParam[]): {
  blocks: ReadonlySet<ContentBlockParam>;
  calls: number;
} {
  interface Call {
    block: ContentBlockParam;
    caller?: Call | undefined;
    result?: ContentBlockParam;
  }
  const calls: Call[] = [];
  // Some gateways number calls again in every answer, so an id means its latest call.
  const byId = new Map<string, Call>();
  for (const block of blocks) {
    const answered = byId.get(resultOf(block) ?? '');
    if (answered) answered.result ??= block;
    const id = callOf(block);
    if (id === undefined) continue;
    const call = { block, caller: byId.get(callerOf(block) ?? '') };
    calls.push(call);
    byId.set(id, call);
  }
  const gone = new Set<ContentBlockParam>();
  let count = 0;
  for (const { block, caller, result } of calls) {
    if (result !== undefined && !(caller && gone.has(caller.block))) continue;
    count++;
    gone.add(block);
    if (result) gone.add(result);
  }
  return { blocks: gone, calls: count };
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

/** The id of the call on the server whose code made this call. */
function callerOf(block: ContentBlockParam): string | undefined {
  const caller = 'caller' in block ? block.caller : undefined;
  return caller && 'tool_id' in caller ? caller.tool_id : undefined;
}

function resultOf(block: ContentBlockParam): string | undefined {
  return 'tool_use_id' in block ? block.tool_use_id : undefined;
}

/** Roles alternate, so a message joins one of the same role. */
function add(messages: MessageParam[], message: MessageParam): void {
  const last = messages.at(-1);
  if (last?.role !== message.role || message.role === 'system') messages.push(message);
  else
    messages[messages.length - 1] = {
      ...last,
      content: [...blocksOf(last), ...blocksOf(message)],
    } as MessageParam;
}
