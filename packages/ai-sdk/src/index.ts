export { createRecallLog, directory, type TurnMemoryOptions } from '@mneme/agent';
export * from './mneme-memory-tool.ts';
export * from './mneme-middleware.ts';
export * from './mneme-tools.ts';
