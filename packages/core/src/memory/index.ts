export * from './create-memory.ts';
export type { EraseReceipt, ReceiptCheck } from './erase-receipt.ts';
export * from './memory.ts';
export type * from './memory-options.ts';
export * from './memory-scope.ts';
export type * from './results.ts';
export * from './secret-policy-field.ts';
