import {
  blocksOf,
  type ContentBlockParam,
  type MessageParam,
  type TokenCounter,
  type ToolResultBlockParam,
  type ToolUseBlockParam,
} from '../messages.ts';
import type { AppliedClearToolUses, ClearToolUsesEdit } from './context-edit.ts';

/** Tells the model that a result was here. A result with exactly this text counts as cleared. */
export const clearedResultPlaceholder = '[tool result cleared]';

/** A call and its result, as positions in the history. */
export interface ToolPair {
  name: string;
  use: Position;
  result: Position;
}

interface Position {
  message: number;
  block: number;
}

const defaultTrigger = { type: 'input_tokens', value: 100_000 } as const;
const defaultKeep = 3;

/** The call and its result block always stay: only their contents shrink. */
export function clearToolUses(
  messages: readonly MessageParam[],
  { edit, countTokens }: { edit: ClearToolUsesEdit; countTokens: TokenCounter },
): { messages: readonly MessageParam[]; applied?: AppliedClearToolUses } {
  const { pairs, uses } = toolPairs(messages);
  const trigger = edit.trigger ?? defaultTrigger;
  if (trigger.type === 'tool_uses' && uses <= trigger.value) return { messages };

  const older = pairs.slice(0, Math.max(0, pairs.length - (edit.keep?.value ?? defaultKeep)));
  const excluded = new Set(edit.exclude_tools);
  const editor = createEditor(messages);
  let cleared = 0;
  for (const pair of older) {
    if (excluded.has(pair.name)) continue;
    const resultCleared = editor.replace(pair.result, clearResult);
    const inputCleared = clearsInputs(edit, pair.name) && editor.replace(pair.use, clearInput);
    if (resultCleared || inputCleared) cleared++;
  }
  const { edited } = editor;
  if (cleared === 0) return { messages };

  const before = countTokens(messages);
  if (trigger.type === 'input_tokens' && before <= trigger.value) return { messages };
  const clearedTokens = before - countTokens(edited);
  if (edit.clear_at_least && clearedTokens < edit.clear_at_least.value) return { messages };
  return {
    messages: edited,
    applied: {
      type: 'clear_tool_uses_20250919',
      cleared_tool_uses: cleared,
      cleared_input_tokens: clearedTokens,
    },
  };
}

/** Every call with a result, in the order of the calls, and the total number of calls. */
export function toolPairs(messages: readonly MessageParam[]): { pairs: ToolPair[]; uses: number } {
  const calls: { name: string; use: Position; result?: Position }[] = [];
  // Some gateways number calls again in every answer, so an id means its latest call.
  const byId = new Map<string, (typeof calls)[number]>();
  messages.forEach((message, index) => {
    blocksOf(message).forEach((block, at) => {
      if (block.type === 'tool_use') {
        const call = { name: block.name, use: { message: index, block: at } };
        calls.push(call);
        byId.set(block.id, call);
      } else if (block.type === 'tool_result') {
        const call = byId.get(block.tool_use_id);
        if (call) call.result = { message: index, block: at };
      }
    });
  });
  return { pairs: calls.filter((call): call is ToolPair => !!call.result), uses: calls.length };
}

function clearsInputs({ clear_tool_inputs: which }: ClearToolUsesEdit, name: string): boolean {
  return Array.isArray(which) ? which.includes(name) : which === true;
}

/** Undefined if there is nothing left to clear. */
function clearResult(block: ToolResultBlockParam): ToolResultBlockParam | undefined {
  if (block.content === clearedResultPlaceholder) return undefined;
  return { ...block, content: clearedResultPlaceholder };
}

function clearInput(block: ToolUseBlockParam): ToolUseBlockParam | undefined {
  const { input } = block;
  if (typeof input === 'object' && input !== null && Object.keys(input).length === 0) {
    return undefined;
  }
  return { ...block, input: {} };
}

/** Copies a message's list of blocks when its first block changes; the given history stays as it is. */
function createEditor(messages: readonly MessageParam[]) {
  const edited = messages.slice();
  const copies = new Map<number, ContentBlockParam[]>();
  return {
    edited,
    replace<Block extends ContentBlockParam>(
      { message: index, block: at }: Position,
      change: (block: Block) => Block | undefined,
    ): boolean {
      const message = edited[index]!;
      const changed = change((message.content as ContentBlockParam[])[at] as Block);
      if (!changed) return false;
      let blocks = copies.get(index);
      if (!blocks) {
        blocks = (message.content as ContentBlockParam[]).slice();
        copies.set(index, blocks);
        edited[index] = { ...message, content: blocks } as MessageParam;
      }
      blocks[at] = changed;
      return true;
    },
  };
}
