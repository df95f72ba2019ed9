export * from './create-memory.ts';
export type { EraseReceipt, ReceiptCheck } from './erase-receipt.ts';
export * from './memory.ts';
export * from './memory-fields.ts';
export type * from './memory-options.ts';
export * from './memory-scope.ts';
