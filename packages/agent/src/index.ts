export { estimateTextTokens, isSmallTalk, withinBytes } from '@mneme/core/faces';
export type { AgentEvent, TurnResult, TurnStopReason } from './agent/agent-event.ts';
export type {
  AgentClient,
  AgentRunnableTool,
  AgentTool,
  CompactionOptions,
  ContextManagementOptions,
  FurtherParams,
  MemoryAgentOptions,
} from './agent/agent-options.ts';
export { type Clearing, type OnBeforeClear, saveSummary } from './agent/before-clear.ts';
export * from './agent/create-memory-agent.ts';
export type { AgentUsage, Prices } from './agent/usage.ts';
export type * from './agent-scope.ts';
export * from './chat/run-chat.ts';
export * from './context/apply-context-edits.ts';
export { clearedThinkingPlaceholder } from './context/clear-thinking.ts';
export { clearedResultPlaceholder } from './context/clear-tool-uses.ts';
export {
  type CompactOptions,
  type CompactResult,
  compact,
  defaultSummaryPrompt,
  parseSummary,
} from './context/compact.ts';
export type {
  AppliedClearThinking,
  AppliedClearToolUses,
  AppliedEdit,
  ClearThinkingEdit,
  ClearToolUsesEdit,
  CompactEdit,
  ContextEdit,
} from './context/context-edit.ts';
export * from './context/estimate-tokens.ts';
export * from './context/validate-context-edits.ts';
export * from './file-tool/directory.ts';
export * from './file-tool/file-memory-tool.ts';
export type { FileTree, FileTreeLimits } from './file-tool/file-tree.ts';
export * from './llm/claude-llm.ts';
export type { ClaudeClient } from './llm/run-batch.ts';
export type {
  ContentBlockParam,
  Message,
  MessageParam,
  TextBlockParam,
  TokenCounter,
  ToolResultBlockParam,
  ToolUseBlockParam,
} from './messages.ts';
export * from './prefetch/prefetch.ts';
export type { BlockParts, PrefetchOptions, PrefetchResult } from './prefetch/prefetch-options.ts';
export * from './prefetch/prefetch-session.ts';
export * from './recall/recall-log.ts';
export {
  type AgentToolUseEvent,
  type AttachStoresOptions,
  attachStores,
  type SessionTools,
  type StoreAttachment,
} from './session-tools/attach-stores.ts';
export type { StoreAccess } from './session-tools/session-tools.ts';
export * from './telemetry/open-telemetry.ts';
export * from './tools/as-sent.ts';
export * from './tools/memory-tools.ts';
export * from './tools/tool.ts';
export * from './turns/turn-memory.ts';
