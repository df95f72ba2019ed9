export type * from './api.ts';
export * from './option-fields.ts';
