export { createRecallLog } from '@mneme/agent';
export { MnemeProcessor } from './mneme-processor.ts';
