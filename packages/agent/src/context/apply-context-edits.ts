import { MnemeError } from '@mneme/core';
import type { MessageParam, TokenCounter } from '../messages.ts';
import { clearThinking } from './clear-thinking.ts';
import { clearToolUses } from './clear-tool-uses.ts';
import type { AppliedEdit, ContextEdit } from './context-edit.ts';
import { validateContextEdits } from './validate-context-edits.ts';

/** A history after edits, and their effects. */
export interface ContextEditResult {
  /** A new array; unedited messages are the same objects. */
  messages: MessageParam[];
  /** The effects of the edits, in order, as the API reports them. Empty if nothing changed. */
  appliedEdits: AppliedEdit[];
}

/**
 * Applies `context_management.edits` locally, as the Messages API does, for gateways and providers that do not.
 * Each edit works on the result of the one before. The given history is never changed.
 * Deterministic, idempotent, linear in the size of the history (`countTokens` is called at most twice an edit).
 * Throws `invalid_input` for a malformed list (the message names the entry), and `unsupported` for
 * `compact_20260112`, which needs a model: see {@link compact}.
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
