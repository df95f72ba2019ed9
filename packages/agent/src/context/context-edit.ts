import type { Anthropic } from '@anthropic-ai/sdk';

/** Replaces old tool results by a short placeholder, oldest first. */
export type ClearToolUsesEdit = Anthropic.Beta.Messages.BetaClearToolUses20250919Edit;

/** Removes the thinking of older assistant turns. Must be the first edit of a list. */
export type ClearThinkingEdit = Anthropic.Beta.Messages.BetaClearThinking20251015Edit;

/** Lets the server replace the history by a summary. Only as a request option; locally use {@link compact}. */
export type CompactEdit = Anthropic.Beta.Messages.BetaCompact20260112Edit;

/** One edit of a context, as in the Messages API's `context_management.edits`. */
export type ContextEdit = ClearToolUsesEdit | ClearThinkingEdit | CompactEdit;

/** What the edit of tool uses cleared; sizes in input tokens. */
export type AppliedClearToolUses = Anthropic.Beta.Messages.BetaClearToolUses20250919EditResponse;

/** What the edit of thinking removed; sizes in input tokens. */
export type AppliedClearThinking = Anthropic.Beta.Messages.BetaClearThinking20251015EditResponse;

/** The effect of an edit, as the API reports it. An edit without effect has no entry. */
export type AppliedEdit = AppliedClearToolUses | AppliedClearThinking;

/** Input tokens that edits have cleared. */
export function clearedTokens(edits: readonly AppliedEdit[]): number {
  return edits.reduce((sum, edit) => sum + edit.cleared_input_tokens, 0);
}
