export { createRecallLog } from '@mneme/agent';
export * from './mneme-input-filter.ts';
export { type InstructionsOptions, mnemeInstructions } from './mneme-instructions.ts';
export * from './mneme-memory-store.ts';
export * from './mneme-tools.ts';
