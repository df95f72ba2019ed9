export { createMemory } from './create-memory.ts';
export type { EraseReceipt, ReceiptCheck } from './erase-receipt.ts';
export { Memory } from './memory.ts';
export type * from './memory-options.ts';
export { MemoryScope } from './memory-scope.ts';
export type * from './results.ts';
export { parseSecretPolicy } from './secret-policy-field.ts';
