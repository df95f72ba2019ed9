export {
  type DirectoryOptions,
  directory,
  type FileMemoryTool,
  type FileMemoryToolOptions,
  type FileTree,
  type FileTreeLimits,
  fileMemoryTool,
} from './file-tool/index.js';
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
