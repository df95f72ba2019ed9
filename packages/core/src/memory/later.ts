/** Loaded when a memory first needs it. */
export { consolidate } from '../consolidation/consolidate.ts';
export { evidence } from '../consolidation/evidence.ts';
export { doctor } from '../doctor/doctor.ts';
export { sealReceipt, verifyReceipt } from './erase-receipt.ts';
export { pruneMemory } from './prune-memory.ts';
export { abandonReembed, reembed } from './reembed.ts';
