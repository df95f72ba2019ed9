export { createRecallLog } from '@mneme/agent';
export { mnemeInputFilter } from './mneme-input-filter.ts';
export { type InstructionsOptions, mnemeInstructions } from './mneme-instructions.ts';
export { mnemeMemoryStore } from './mneme-memory-store.ts';
export { mnemeTools } from './mneme-tools.ts';
