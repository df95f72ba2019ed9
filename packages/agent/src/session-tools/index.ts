export * from './attach-stores.ts';
export type { StoreAccess, StoreAttachment } from './attachment.ts';
export type { SessionToolDefinition } from './tool-definitions.ts';
