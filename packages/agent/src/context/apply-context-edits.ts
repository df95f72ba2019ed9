import { MnemeError } from '@mneme/core';
import type { MessageParam, TokenCounter } from '../messages.ts';
import { clearThinking } from './clear-thinking.ts';
import { clearToolUses } from './clear-tool-uses.ts';
import type { AppliedEdit, ContextEdit } from './context-edit.ts';
import { validateContextEdits } from './validate-context-edits.ts';

/** A history after edits, and what they did. */
export interface ContextEditResult {
  /** A new array; messages that no edit touched are the very same objects. */
  messages: MessageParam[];
  /** What the edits did, in their order, as the API reports it. Empty where nothing changed. */
  appliedEdits: AppliedEdit[];
}

/**
 * Does locally what the Messages API does with `context_management.edits`, for gateways and providers that do not.
 * The edits run in the order of the list, each on what the one before left. The given history is never changed.
 * Deterministic, idempotent, linear in the size of the history (`countTokens` is called at most twice an edit).
 *
 * Throws `invalid_input` for a malformed list (the message names the entry), and `unsupported` for
 * `compact_20260112`, which needs a model: see {@link compact}.
 *
 * @example
 * const { messages, appliedEdits } = applyContextEdits(history, [
 *   { type: 'clear_tool_uses_20250919', trigger: { type: 'input_tokens', value: 30_000 } },
 * ], estimateTokens);
 */
export function applyContextEdits(
  messages: readonly MessageParam[],
  edits: readonly ContextEdit[],
  countTokens: TokenCounter,
): ContextEditResult {
  let current = messages;
  const appliedEdits: AppliedEdit[] = [];
  for (const [index, edit] of validateContextEdits(edits).entries()) {
    if (edit.type === 'compact_20260112') {
      throw new MnemeError(
        'unsupported',
        `edits[${index}]: compact_20260112 runs on the server only; use compact() locally`,
        { field: `edits[${index}]` },
      );
    }
    const { messages: edited, applied } =
      edit.type === 'clear_thinking_20251015'
        ? clearThinking(current, { edit, countTokens })
        : clearToolUses(current, { edit, countTokens });
    current = edited;
    if (applied) appliedEdits.push(applied);
  }
  return { messages: current.slice(), appliedEdits };
}
