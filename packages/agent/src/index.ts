export type { AgentEvent, TurnResult, TurnStopReason } from './agent/agent-event.js';
export type {
  AgentClient,
  AgentRunnableTool,
  AgentTool,
  CompactionOptions,
  ContextManagementOptions,
  FurtherParams,
  MemoryAgentOptions,
} from './agent/agent-options.js';
export { type Clearing, type OnBeforeClear, saveSummary } from './agent/before-clear.js';
export { createMemoryAgent, type MemoryAgent } from './agent/create-memory-agent.js';
export type { AgentUsage, Prices } from './agent/usage.js';
export type { AgentScope } from './agent-scope.js';
export { type ChatOptions, chatNotes, runChat } from './chat/run-chat.js';
export { applyContextEdits, type ContextEditResult } from './context/apply-context-edits.js';
export { clearedThinkingPlaceholder } from './context/clear-thinking.js';
export { clearedResultPlaceholder } from './context/clear-tool-uses.js';
export {
  type CompactOptions,
  type CompactResult,
  compact,
  defaultSummaryPrompt,
  parseSummary,
} from './context/compact.js';
export type {
  AppliedClearThinking,
  AppliedClearToolUses,
  AppliedEdit,
  ClearThinkingEdit,
  ClearToolUsesEdit,
  CompactEdit,
  ContextEdit,
} from './context/context-edit.js';
export { estimateTextTokens, estimateTokens } from './context/estimate-tokens.js';
export { validateContextEdits } from './context/validate-context-edits.js';
export {
  type DirectoryOptions,
  directory,
  type FileMemoryTool,
  type FileMemoryToolOptions,
  type FileTree,
  type FileTreeLimits,
  fileMemoryTool,
} from './file-tool/index.js';
export type {
  ContentBlockParam,
  Message,
  MessageParam,
  TextBlockParam,
  TokenCounter,
  ToolResultBlockParam,
  ToolUseBlockParam,
} from './messages.js';
export { isSmallTalk } from './prefetch/is-small-talk.js';
export { type PrefetchOptions, type PrefetchResult, prefetch } from './prefetch/prefetch.js';
export {
  createPrefetchSession,
  type PrefetchSession,
  type PrefetchSessionOptions,
} from './prefetch/prefetch-session.js';
export { createRecallLog, type RecalledMemory, type RecallLog } from './recall/recall-log.js';
export {
  type AgentToolUseEvent,
  type AttachStoresOptions,
  attachStores,
  type RunnableSessionTool,
  type SessionToolAnswer,
  type SessionToolDefinition,
  type SessionToolName,
  type SessionTools,
  type StoreAccess,
  type StoreAttachment,
} from './session-tools/index.js';
export {
  type OpenTelemetryApi,
  type OpenTelemetryOptions,
  openTelemetry,
  type Telemetry,
} from './telemetry/open-telemetry.js';
export {
  type MemoryToolEvent,
  type MemoryTools,
  type MemoryToolsOptions,
  memoryTools,
  type RunnableMemoryTool,
  type ToolAnswer,
} from './tools/memory-tools.js';
export {
  type MemoryToolDefinition,
  type MemoryToolName,
  memoryToolDefinitions,
} from './tools/tool-definitions.js';
