export { createRecallLog } from '@mneme/agent';
export * from './mneme-processor.ts';
