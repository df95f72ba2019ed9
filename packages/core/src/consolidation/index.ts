export type * from './api.ts';
export * from './consolidate.ts';
export * from './evidence.ts';
export * from './option-fields.ts';
