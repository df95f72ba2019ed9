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
export { createMemoryAgent, type MemoryAgent } from './agent/create-memory-agent.ts';
export type { AgentUsage, Prices } from './agent/usage.ts';
export type { AgentScope } from './agent-scope.ts';
export { type ChatOptions, chatNotes, runChat } from './chat/run-chat.ts';
export { applyContextEdits, type ContextEditResult } from './context/apply-context-edits.ts';
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
export { estimateTokens } from './context/estimate-tokens.ts';
export { validateContextEdits } from './context/validate-context-edits.ts';
export {
  type DirectoryOptions,
  directory,
  type FileMemoryTool,
  type FileMemoryToolOptions,
  type FileTree,
  type FileTreeLimits,
  fileMemoryTool,
} from './file-tool/index.ts';
export {
  ascending,
  type ItemPut,
  type JsonItem,
  JsonItems,
  type JsonItemsOptions,
} from './items/json-items.ts';
export type { ClaudeClient } from './llm/claude-client.ts';
export { type ClaudeLlmOptions, claudeLlm } from './llm/claude-llm.ts';
export type {
  ContentBlockParam,
  Message,
  MessageParam,
  TextBlockParam,
  TokenCounter,
  ToolResultBlockParam,
  ToolUseBlockParam,
} from './messages.ts';
export { prefetch } from './prefetch/prefetch.ts';
export type { BlockParts, PrefetchOptions, PrefetchResult } from './prefetch/prefetch-options.ts';
export {
  createPrefetchSession,
  type PrefetchSession,
  type PrefetchSessionOptions,
} from './prefetch/prefetch-session.ts';
export { createRecallLog, type RecalledMemory, type RecallLog } from './recall/recall-log.ts';
export {
  type AgentToolUseEvent,
  type AttachStoresOptions,
  attachStores,
  type RunnableSessionTool,
  type SessionToolAnswer,
  type SessionToolDefinition,
  type SessionTools,
  type StoreAccess,
  type StoreAttachment,
} from './session-tools/index.ts';
export {
  type OpenTelemetryOptions,
  openTelemetry,
  type Telemetry,
} from './telemetry/open-telemetry.ts';
export {
  type MemoryToolEvent,
  type MemoryTools,
  type MemoryToolsOptions,
  memoryTools,
  type RunnableMemoryTool,
  type ToolAnswer,
} from './tools/memory-tools.ts';
export {
  type MemoryToolDefinition,
  type MemoryToolName,
  memoryToolDefinitions,
} from './tools/tool-definitions.ts';
export { lastTurn } from './turns/last-turn.ts';
export {
  createTurnMemory,
  type Turn,
  type TurnMemory,
  type TurnMemoryOptions,
  type TurnScope,
} from './turns/turn-memory.ts';
