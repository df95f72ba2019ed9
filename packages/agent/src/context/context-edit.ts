/** Replaces old tool results by a short placeholder, oldest first. */
export interface ClearToolUsesEdit {
  type: 'clear_tool_uses_20250919';
  /** Nothing is cleared at or below it. Default: 100,000 input tokens. */
  trigger?: { type: 'input_tokens'; value: number } | { type: 'tool_uses'; value: number };
  /** How many of the newest pairs of call and result stay. Default: 3. */
  keep?: { type: 'tool_uses'; value: number };
  /**
   * If fewer tokens than this can be cleared, nothing is, because a changed prefix costs the prompt cache. Default:
   * none.
   */
  clear_at_least?: { type: 'input_tokens'; value: number } | null;
  /** Names of tools whose uses are never cleared. Default: none. */
  exclude_tools?: string[] | null;
  /** Also empty the inputs of the cleared calls: of all tools, or of the named ones. Default: false. */
  clear_tool_inputs?: boolean | string[] | null;
}

/** Removes the thinking of older assistant turns. Must be the first edit of a list. */
export interface ClearThinkingEdit {
  type: 'clear_thinking_20251015';
  /** How many of the newest turns with thinking keep it. Default: 1. */
  keep?: { type: 'thinking_turns'; value: number } | { type: 'all' } | 'all';
}

/** Lets the server replace the history by a summary. Only as a request option; locally use {@link compact}. */
export interface CompactEdit {
  type: 'compact_20260112';
  /** Default: 150,000 input tokens. */
  trigger?: { type: 'input_tokens'; value: number } | null;
  /** Replaces the server's own summary prompt. */
  instructions?: string | null;
  /** True: the answer ends after the summary, with stop reason `compaction`. Default: false. */
  pause_after_compaction?: boolean;
}

/** One edit of a context, as in the Messages API's `context_management.edits`. */
export type ContextEdit = ClearToolUsesEdit | ClearThinkingEdit | CompactEdit;

/** What the edit of tool uses cleared, in the API's own field names; sizes in input tokens. */
export interface AppliedClearToolUses {
  type: 'clear_tool_uses_20250919';
  cleared_tool_uses: number;
  cleared_input_tokens: number;
}

/** What the edit of thinking removed, in the API's own field names; sizes in input tokens. */
export interface AppliedClearThinking {
  type: 'clear_thinking_20251015';
  cleared_thinking_turns: number;
  cleared_input_tokens: number;
}

/** The effect of an edit, with the API's own field names. An edit without effect has no entry. */
export type AppliedEdit = AppliedClearToolUses | AppliedClearThinking;
