export {
  type AgentToolUseEvent,
  type AttachStoresOptions,
  attachStores,
  type RunnableSessionTool,
  type SessionToolAnswer,
  type SessionTools,
} from './attach-stores.js';
export type { StoreAccess, StoreAttachment } from './attachment.js';
export type { SessionToolDefinition, SessionToolName } from './tool-definitions.js';
