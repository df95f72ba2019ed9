/** Loaded when a memory first needs it. */
export { consolidate, evidence } from '../consolidation/later.ts';
export { doctor } from '../doctor/later.ts';
export { sealReceipt, verifyReceipt } from './erase-receipt.ts';
export { pruneMemory } from './prune-memory.ts';
export { abandonReembed, reembed } from './reembed.ts';
