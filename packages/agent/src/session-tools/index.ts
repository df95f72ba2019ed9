export {
  type AgentToolUseEvent,
  type AttachStoresOptions,
  attachStores,
  type RunnableSessionTool,
  type SessionToolAnswer,
  type SessionTools,
} from './attach-stores.ts';
export type { StoreAccess, StoreAttachment } from './attachment.ts';
export type { SessionToolDefinition } from './tool-definitions.ts';
