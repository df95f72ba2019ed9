/** Loaded when a memory first needs it. */
export { consolidate } from './consolidate.ts';
export { evidence } from './evidence.ts';
