export { createRecallLog, directory, type TurnMemoryOptions } from '@mneme/agent';
export { mnemeMemoryTool } from './mneme-memory-tool.ts';
export { mnemeMiddleware } from './mneme-middleware.ts';
export { type MnemeTools, mnemeTools } from './mneme-tools.ts';
