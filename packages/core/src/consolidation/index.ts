export type * from './api.ts';
export { consolidate } from './consolidate.ts';
export { evidence } from './evidence.ts';
export { consolidateFields, parseExtractor } from './option-fields.ts';
